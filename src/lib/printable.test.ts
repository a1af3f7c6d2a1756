import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableInLine } from './printable.ts';

const cases: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['letters of the world', 'Zürich 東京 ✈ é', 'Zürich 東京 ✈ é'],
  ['a colour', '\u001b[31mcruise', '\\u001b[31mcruise'],
  ['a window title, a bell', '\u001b]0;gone\u0007', '\\u001b]0;gone\\u0007'],
  ['the same in one character', '\u009b2J', '\\u009b2J'],
  ['overwriting what stands there', 'landed\rcruise\b\b', 'landed\\u000dcruise\\u0008\\u0008'],
  ['another direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['a tab, a deletion, NUL', '\t\u007f\u0000', '\\u0009\\u007f\\u0000'],
];

for (const [what, text, shown] of cases) {
  test(`control characters are shown instead of obeyed: ${what}`, () => {
    assert.equal(printable(text), shown);
    assert.equal(JSON.parse(printable(JSON.stringify(text))), text);
  });
}

test('a line feed is a new line between lines only', () => {
  assert.equal(printable('one\ntwo'), 'one\ntwo');
  assert.equal(printableInLine('one\ntwo'), 'one\\u000atwo');
});
