import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { delayLines, flightLines } from '../../src/server/events.ts';
import { refusalCodes } from '../../src/tracking/refusals.ts';
import { logMessages } from './log-lines.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/troubleshooting.md');
const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'src/cli/flying/**'] });
const edges = globSync('src/platform/*/edge/**/*.php', { cwd: root });
const rows = page.split('\n').filter((line) => line.startsWith('| '));

/** What the group of this expression matches, each time. */
function wordsOf(file: string, expression: RegExp): readonly string[] {
  return [...read(file).matchAll(expression)].map((match) => match[1] ?? '');
}

test('every refusal has a row with its code', () => {
  assert.deepEqual(
    refusalCodes.filter((code) => !rows.some((row) => row.startsWith(`| \`${code}\` |`))),
    [],
  );
});

test('every code that the folder in the site replies with has a row', () => {
  const codes = edges.flatMap((file) => wordsOf(file, /'((?:server|edge|module)-[a-z-]+)'/g));
  assert.ok(codes.includes('server-unproven') && codes.includes('edge-mixed'));
  assert.deepEqual(
    [...new Set(codes)].filter((code) => !rows.some((row) => row.startsWith(`| \`${code}\` |`))),
    [],
  );
});

test('every event of the log has a row with its name', () => {
  const flights = Object.keys(flightLines).map((kind) => `flight-${kind}`);
  const others = sources.flatMap((file) => wordsOf(file, /\bevent: '([a-z-]+)'/g));
  assert.ok(others.includes('crew-center-lost') && flights.length > 10);
  assert.deepEqual(
    [...flights, ...others].filter((event) => !rows.some((row) => row.startsWith(`| \`${event}\``))),
    [],
  );
});

test('every line of the log has a row with its text', () => {
  const texts = [...Object.values(flightLines).map(({ text }) => text), ...Object.values(delayLines)];
  const logged = sources.flatMap((file) => logMessages(file, read(file)));
  assert.ok(logged.length > 40);
  assert.deepEqual(
    [...new Set([...texts, ...logged])].filter((text) => !rows.some((row) => row.includes(text))),
    [],
  );
});

test('a line of the log is found in each of its spellings', () => {
  const source = [
    "log.info('one'); this.#log.warn({ a: 1 }, 'two'); warn.say('three', {}); options.log('warn', 'four', {});",
    "const five = 'five'; logger.error({}, five); log('six', {}); log.info(`se${v}en`); catalog('no'); log(level);",
    "onTrouble('eight', error); onTrouble(error);",
  ].join('\n');
  assert.deepEqual(logMessages('a.ts', source), ['one', 'two', 'three', 'four', 'five', 'six', 'se…en', 'eight']);
});
