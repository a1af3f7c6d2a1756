import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from '../lib/nearest.ts';
import { unknownOption } from './did-you-mean.ts';

const own = ['reason', 'all'];
const cases: readonly (readonly [option: string, says: string])[] = [
  ['prot', 'There is no option --prot. Did you mean --listen?'],
  ['port', 'There is no option --port. Did you mean --listen?'],
  ['dta', 'There is no option --dta. Did you mean --data?'],
  ['crew-centre', 'There is no option --crew-centre. Did you mean --crew-center?'],
  ['reson', 'There is no option --reson. Did you mean --reason?'],
  ['frobnicate', 'There is no option --frobnicate.'],
];

for (const [option, says] of cases)
  test(`an unknown option: --${option}`, () => assert.equal(unknownOption(option, own), says));

test('a mistyped command', () => {
  assert.equal(nearest('filghts', ['flights', 'fly', 'pilot']), 'flights');
  assert.equal(nearest('x', ['fly', 'bid']), null);
});
