import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSlowText } from '../../test/expressions/growth.ts';
import { replaceInJson, replacementOf, wordsPattern } from './whole-words.ts';

const cases: readonly (readonly [text: string, replaced: string])[] = [
  ['VMS1', 'X'],
  ['by vms1, VMS1.', 'by X, X.'],
  ['VMS12 XVMS1 VMS1_old ÄVMS1', 'VMS12 XVMS1 VMS1_old ÄVMS1'],
  ['vms1.json and (VMS1)', 'X.json and (X)'],
  ['Ada  Keller asked', 'X asked'],
  ['Ada Kellermann', 'Ada Kellermann'],
  ['mail ada@va.example.', 'mail X.'],
  ['ADA@VA.example', 'X'],
  ['bada@va.example, x.ada@va.example, ada@va.example.org', 'bada@va.example, x.ada@va.example, ada@va.example.org'],
  ['vms1@cli, vms1@va.example', 'X@cli, vms1@va.example'],
  ['7', 'X'],
  ['17 or 7', '17 or 7'],
  ['a+b (c)', 'X'],
];

test('whole words are replaced, in any case, and no part of another word', () => {
  const replace = replacementOf(['VMS1', 'Ada Keller', 'ada@va.example', '7', 'a+b (c)', '', ' '], 'X');
  for (const [text, replaced] of cases) assert.equal(replace(text), replaced, text);
  assert.equal(replacementOf([], 'X')('any'), 'any');
});

test('texts of a document are replaced, its members keep their names', () => {
  const replace = replacementOf(['VMS1'], 'X');
  assert.deepEqual(replaceInJson({ VMS1: ['VMS1', 1, null, { a: 'by VMS1' }] }, replace), {
    VMS1: ['X', 1, null, { a: 'by X' }],
  });
});

test('the time for a text grows with its length, whatever the words are', () => {
  for (const words of [['VMS1'], ['ada@va.example'], ['Ada  van der Keller', 'ada@va.example', 'a-b', 'aaa']]) {
    const { source, flags } = wordsPattern(words);
    assert.equal(findSlowText(source, flags), null, source);
  }
});
