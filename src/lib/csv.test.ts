// alone: it measures what its process computes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardFormulas, toCsv, withoutGuard } from './csv.ts';

const call = '=HYPERLINK("http://x")';
const cells: readonly (readonly [text: string, guarded: string])[] = [
  [call, `'${call}`],
  [`a;${call}`, `a;'${call}`],
  [`a,${call}`, `a,'${call}`],
  [`a\t${call}`, `a\t'${call}`],
  [`a|${call}`, `a|'${call}`],
  [`a\n${call}`, `a\n'${call}`],
  [`a\r\n; ${call}`, `a\r\n; '${call}`],
  [`  ${call}`, `  '${call}`],
  [';+1;-1;@x', ";'+1;'-1;'@x"],
  ['＝1;＋1;－1;＠x', "'＝1;'＋1;'－1;'＠x"],
  [`'${call}`, `''${call}`],
  ["a;''=1", "a;'''=1"],
  ['a=1; b-1', 'a=1; b-1'],
  ["'quoted'; it's", "'quoted'; it's"],
  ['\t=1', "'\t'=1"],
  ["'\n1", "''\n1"],
  ['', ''],
];

test('what a spreadsheet would take for a formula is a text, whatever it splits at, and comes back as it was', () => {
  for (const [text, guarded] of cells) {
    assert.equal(guardFormulas(text), guarded);
    assert.equal(withoutGuard(guarded), text);
  }
});

/** As a program reads a file that it splits at this sign, with and without a sense for quotes. */
function* cellsOf(csv: string, separator: string): Generator<string> {
  for (const line of csv.replace('\ufeff', '').split(/[\r\n]/)) yield* line.split(separator);
  for (const [, quoted] of csv.matchAll(/"((?:[^"]|"")*)"/g)) yield quoted ?? '';
}

test('no cell of a file begins with a formula, for a program of any country', () => {
  const rows = cells.map(([text]) => ['plain', text, `${text};${text}`]);
  for (const isExcel of [true, false])
    for (const separator of [',', ';', '\t', '|'])
      for (const cell of cellsOf(toCsv(rows, { isExcel }), separator))
        assert.doesNotMatch(cell, /^[ \u00a0]*[=+\-@＝＋－＠]/u);
});

test('a long text costs little', () => {
  for (const piece of [' ', "'", ';', '\n', ' ;', "';", '= ', '\u00a0=']) {
    const text = piece.repeat(100_000);
    const started = process.cpuUsage();
    assert.equal(withoutGuard(guardFormulas(text)), text);
    const { user } = process.cpuUsage(started);
    assert.ok(user < 500_000, `${JSON.stringify(piece)}: ${user} µs`);
  }
});
