import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { run } from '../../test/command-line.ts';
import { commands } from './commands.ts';
import { globalOptions } from './global-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-completion-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'flights of june'));
writeFileSync(join(folder, 'flights.csv'), '');

async function scriptOf(shell: string): Promise<string> {
  const { code, out } = await run(['completion', shell]);
  assert.equal(code, 0);
  return out;
}

/** What bash offers when Tab is pressed behind this line, for each line. */
async function completeInBash(lines: readonly string[]): Promise<readonly (readonly string[])[]> {
  const asked = lines.map((line) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _tracker; printf '%s\\n' "\${COMPREPLY[@]}" =`;
  });
  const input = [await scriptOf('bash'), ...asked].join('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['--norc'], { input, cwd: folder, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout
    .split('=\n')
    .slice(0, -1)
    .map((part) => part.split('\n').filter((word) => word !== ''));
}

const cases: readonly (readonly [line: string, offers: readonly string[]])[] = [
  ['tracker fli', ['flights']],
  ['tracker pilot e', ['edit']],
  ['tracker --data x pilot rem', ['remove']],
  ['tracker pilot edit DMO0001 --st', ['--standing']],
  ['tracker pilot remove x --st', []],
  ['tracker --crew', ['--crew-center']],
  ['tracker serve --l', ['--listen']],
  ['tracker completion --j', ['--json']],
  ['tracker schedule import fl', ['flights of june', 'flights.csv']],
  ['tracker pilot add Ada a@b --password-file flights.', ['flights.csv']],
  ['tracker flights show fl', []],
];

test('bash completes commands, second words, options and files', async () => {
  const offered = await completeInBash(cases.map(([line]) => line));
  assert.deepEqual(
    offered.map((words) => words.toSorted()),
    cases.map(([, words]) => words),
  );
});

test('bash offers every form and option of every command, and nothing else', async () => {
  const global = Object.keys(globalOptions).map((name) => `--${name}`);
  const all = commands.flatMap(({ name, forms }) => {
    const named = forms.flatMap((form) => form.name ?? []);
    const own = forms.map((form) => ({
      line: ['tracker', name, ...(form.name === undefined ? [] : [form.name]), '--'].join(' '),
      words: [...new Set([...Object.keys(form.options ?? {}).map((option) => `--${option}`), ...global])],
    }));
    return [
      ...own,
      ...named.map((each) => ({ line: `tracker ${name} ${each}`, words: named.filter((one) => one.startsWith(each)) })),
    ];
  });
  const offered = await completeInBash(['tracker ', ...all.map(({ line }) => line)]);
  assert.deepEqual(offered[0], [...commands.map(({ name }) => name), ...global]);
  for (const [index, { line, words }] of all.entries())
    assert.deepEqual([...new Set(offered[index + 1])].toSorted(), words.toSorted(), line);
});

test('bash calls it by itself when Tab is pressed', async () => {
  const input = `${await scriptOf('bash')}\ncomplete -p tracker`;
  const { stdout } = spawnSync('bash', ['--norc'], { input, encoding: 'utf8' });
  assert.equal(stdout, 'complete -F _tracker tracker\n');
});

for (const shell of ['zsh', 'fish'])
  test(`the script of ${shell} names every command, second word and option`, async () => {
    const script = await scriptOf(shell);
    for (const { name, forms } of commands)
      for (const form of forms) {
        const words = [name, form.name ?? name, ...Object.keys(form.options ?? {})];
        for (const word of words)
          assert.match(script, new RegExp(`(?:^|[ '-])${word}(?:[ ')|]|$)`, 'm'), `${shell}: ${word}`);
      }
  });

test('another shell is refused with those there are', async () => {
  const { code, err } = await run(['completion', 'fihs']);
  assert.deepEqual(
    [code, err],
    [2, 'There is no completion for fihs. Did you mean "fish"? Choose one of bash, zsh, fish.'],
  );
  assert.match(JSON.parse((await run(['completion', 'bash', '--json'])).out).script, /_tracker/);
});
