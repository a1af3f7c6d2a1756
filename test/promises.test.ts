import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { benches } from '../bench/benches.ts';
import { promisesPage } from '../build/promises-page.ts';
import { readFigures, recordFigures } from '../prove/promises/figures.ts';
import { promises } from '../prove/promises/promises.ts';
import { proofs } from '../prove/proofs.ts';

for (const { id, command } of promises) {
  test(`${id}: \`${command}\` exists`, () => {
    const [, kind, words = ''] = /^npm run (prove|bench) -- (.+)$/.exec(command) ?? [];
    const names: readonly string[] = Object.keys(kind === 'prove' ? proofs : benches);
    assert.ok(kind === 'prove' ? names.includes(words.split(' ')[0] ?? '') : names.includes(words), words);
  });
}

test('each proof shows a promise, and no promise is made twice', () => {
  const ids = promises.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
  const shown = promises.map(({ command }) => /^npm run prove -- (\S+)/.exec(command)?.[1]);
  assert.deepEqual(
    Object.keys(proofs).filter((name) => !shown.includes(name)),
    [],
  );
});

test('every figure that was kept is of a promise', () => {
  const ids = new Set(promises.map(({ id }) => id));
  assert.deepEqual(
    Object.keys(readFigures()).filter((id) => !ids.has(id)),
    [],
  );
});

test('figures of one run are put beside earlier ones, and what falls short is kept too', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-figures-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'figures.json');
  writeFileSync(file, '{}');
  recordFigures([{ promise: 'P8', text: '392 MB', isKept: true }], 'npm run bench -- fleet', file);
  recordFigures(
    [
      { promise: 'P1a', text: '0.9', isKept: true },
      { promise: 'P1a', text: '0.5', isKept: false },
    ],
    'npm run bench -- positions',
    file,
  );
  const { P8, P1a } = readFigures(file);
  assert.deepEqual([P8?.text, P8?.isKept], ['392 MB', true]);
  assert.deepEqual([P1a?.text, P1a?.isKept, P1a?.command], ['0.9; 0.5', false, 'npm run bench -- positions']);
  assert.match(P1a?.machine ?? '', /^\d+ cores, .+, \d+ GB, load \d+\.\d$/);
  assert.match(P1a?.commit ?? '', /^[0-9a-f]{8}( with changes)?$/);
  assert.throws(() => recordFigures([{ promise: 'none', text: '', isKept: true }], '', file), /no promise none/);
});

test('the page shows what fell short and what never ran, and a bar does not break the table', () => {
  const made = ['kept', 'short', 'never'].map((id) => ({ id, sentence: `${id}.`, command: `npm run prove -- ${id}` }));
  const run = { command: 'npm run prove -- x --rounds 2', date: '2026-01-01', commit: 'abcdef01', machine: '2 cores' };
  const page = promisesPage(made, {
    kept: { text: '3 | 4', isKept: true, ...run },
    short: {
      text: '1 lost',
      isKept: false,
      ...run,
      table: [
        ['mistake', 'steps'],
        ['a|b', '12'],
      ],
    },
  });
  assert.match(page, /1 of 3 were kept, 1 fell short, 1 have no figure yet/);
  assert.match(page, /^Fell short: other proofs \(short\)\. /m);
  const slow = [{ id: 'P1', sentence: 'Slow.', command: 'npm run bench -- x' }];
  assert.match(
    promisesPage(slow, { P1: { text: '1', isKept: false, ...run } }),
    /^Fell short: limits of speed or size \(P1\)\. /m,
  );
  assert.match(page, /^\| kept\. \(kept\) \| `npm run prove -- x --rounds 2` \| 3 \\\| 4 \| yes \| 2026-01-01, /m);
  assert.match(page, /^\| short\. .*\| 1 lost \| \*\*falls short\*\* \|/m);
  assert.match(
    page,
    /^## short\n\n\(short, 2026-01-01, `abcdef01`\)\n\n\| mistake \| steps \|\n\|---\|---\|\n\| a\\\|b \| 12 \|$/m,
  );
  assert.match(page, /^\| never\. \(never\) \| `npm run prove -- never` \| – \| \*\*never recorded\*\* \|/m);
});
