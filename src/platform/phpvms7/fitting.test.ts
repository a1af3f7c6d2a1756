import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitNumber } from '../site/fit-number.ts';
import { fitText } from './fitting.ts';
import type { Column } from './installation.ts';

function text(maxChars: number, maxBytes: number, charset = 'utf8mb4'): Column {
  return { type: 'varchar', maxChars, maxBytes, charset, isUnsigned: false, digits: null };
}
function number(type: string, isUnsigned = false, digits: Column['digits'] = null): Column {
  return { type, maxChars: null, maxBytes: null, charset: null, isUnsigned, digits };
}

const texts: readonly [string, string, Column, string][] = [
  ['what fits stays', 'é🛫', text(191, 764), 'é🛫'],
  ['cut with a mark', 'a'.repeat(200), text(191, 764), `${'a'.repeat(185)} [cut]`],
  ['counted in characters, not in halves', '🛫'.repeat(191), text(191, 764), '🛫'.repeat(191)],
  ['a TEXT counts bytes', 'é'.repeat(40), text(65, 65), `${'é'.repeat(29)} [cut]`],
  ['a narrow column has no room for a mark', 'ABCDEF', text(5, 20), 'ABCDE'],
  ['an old character set', 'é🛫x', text(191, 573, 'utf8'), 'é?x'],
  ['latin1', 'éŁx', text(5, 5, 'latin1'), 'é?x'],
  ['a minus is no letter of latin1', '(−4)', text(20, 20, 'latin1'), '(-4)'],
  ['nor of ASCII', '(−4)', text(20, 20, 'ascii'), '(-4)'],
  ['latin1 is Windows 1252', 'it’s €', text(20, 20, 'latin1'), 'it’s €'],
  ['a character set that we do not know', 'éx', text(5, 5, 'cp1250'), '?x'],
  ['control characters', 'a\u0000b\nc\u0007', text(191, 764), 'a b\nc '],
  ['half a pair', 'a\ud83d', text(191, 764), 'a\ufffd'],
];
for (const [name, given, column, expected] of texts) {
  test(`text: ${name}`, () => assert.equal(fitText(given, column), expected));
}

const decimal = { whole: 6, fraction: 2 };
const numbers: readonly [string, number | null, Column, number | null][] = [
  ['unknown stays unknown', null, number('int'), null],
  ['no number is unknown', Number.NaN, number('int'), null],
  ['whole', 12.6, number('int'), 13],
  ['unsigned', -3, number('int', true), 0],
  ['too large', 1e12, number('int', true), 4_294_967_295],
  ['signed bounds', -1e12, number('smallint'), -32_768],
  ['decimal', 12.346, number('decimal', false, decimal), 12.35],
  ['decimal bounds', 1e9, number('decimal', false, decimal), 999_999.99],
  ['decimal unsigned', -1, number('decimal', true, decimal), 0],
  ['double', 100.5, number('double'), 100.5],
];
for (const [name, given, column, expected] of numbers) {
  test(`number: ${name}`, () => assert.equal(fitNumber(given, column), expected));
}
