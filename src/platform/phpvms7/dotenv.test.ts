import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDotenv } from './dotenv.ts';

const cases: readonly [string, string, Readonly<Record<string, string>>][] = [
  ['plain', 'A=1\nB = two words \r\nC=', { A: '1', B: 'two words', C: '' }],
  ['comments', '# A=0\nA=1 # one\nB=x#y\n#\nC=#none', { A: '1', B: 'x#y', C: '' }],
  ['single quotes are literal', `A='p$w"#\\n'`, { A: 'p$w"#\\n' }],
  ['double quotes take escapes', 'A="p\\"w\\\\d\\n#"', { A: 'p"w\\d\n#' }],
  ['several lines in quotes', 'A="one\ntwo"\nB=3', { A: 'one\ntwo', B: '3' }],
  [
    'another value',
    'HOST=x\nA="${HOST}/y"\nB=${HOST}\nC=\'${HOST}\'\nD="\\${HOST}"',
    { HOST: 'x', A: 'x/y', B: 'x', C: '${HOST}', D: '${HOST}' },
  ],
  ['export', 'export A=1', { A: '1' }],
  ['the last counts', 'A=1\nA=2', { A: '2' }],
  ['a byte order mark', '\uFEFFA=1', { A: '1' }],
  ['no value of a line before', 'A=\nB=1', { A: '', B: '1' }],
];
for (const [name, text, expected] of cases) {
  test(name, () => assert.deepEqual(Object.fromEntries(readDotenv(text)), { ...expected }));
}
