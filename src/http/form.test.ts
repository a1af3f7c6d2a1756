import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseForm } from './form.ts';

const cases: readonly (readonly [what: string, body: Buffer, form: unknown])[] = [
  ['plain', Buffer.from('a=1&b=x+y%2Bz&c'), { a: '1', b: 'x y+z', c: '' }],
  ['brackets', Buffer.from('log[]=a&log[]=b&f[Gate]=A1'), { log: ['a', 'b'], f: { Gate: 'A1' } }],
  ['UTF-8, encoded and plain', Buffer.from('a=Z%C3%BCrich&b=Zürich €'), { a: 'Zürich', b: 'Zürich €' }],
  ['Latin 1, encoded', Buffer.from('notes=Z%FCrich%20caf%E9&b=%80%93'), { notes: 'Zürich café', b: '€“' }],
  ['Latin 1, plain', Buffer.from('notes=Zürich+café&b[Höhe]=1', 'latin1'), { notes: 'Zürich café', b: { Höhe: '1' } }],
  ['both, each by itself', Buffer.from('a=%C3%BC&b=%FC', 'latin1'), { a: 'ü', b: 'ü' }],
  ['the sign for what cannot be read', Buffer.from('a=%EF%BF%BD=1&b=%G1'), { a: '\ufffd=1', b: '%G1' }],
];

for (const [what, body, form] of cases)
  test(`a form: ${what}`, () => assert.deepEqual(JSON.parse(JSON.stringify(parseForm(body))), form));
