import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymousFlight, inDocuments } from './anonymous.ts';

const replacement = inDocuments({ pilotId: '1', loginHashes: [], words: ['DMO0001'], names: ['Ada Keller'] });
const figures = { notes: 'my words', log: ['my line'], fields: { Gate: 'A1' }, flightTimeMin: 48 };
const gone = { notes: null, log: [], fields: {}, flightTimeMin: 48 };
const pilot = { id: '1', ident: 'DMO0001', name: 'Ada Keller' };
const erased = { id: '1', ident: 'erased', name: 'Erased pilot' };

const cases: readonly (readonly [string, object, object])[] = [
  ['filed', { receipt: { pirepId: 'p', pirep: figures } }, { receipt: { pirepId: 'p', pirep: gone } }],
  ['to be filed', { intent: { kind: 'finish', figures } }, { intent: { kind: 'finish', figures: gone } }],
  [
    'to be cancelled',
    { intent: { kind: 'cancel', reason: 'I fell ill' } },
    { intent: { kind: 'cancel', reason: null } },
  ],
  ['of which nothing is left', { receipt: { pirep: null }, intent: null }, { receipt: { pirep: null }, intent: null }],
  ['of which something was said', { said: { notes: 'mine' }, onNetworks: ['DMO1'] }, { said: null }],
  ['that names its pilot', { plan: { notes: 'for Ada Keller, DMO0001' } }, { plan: { notes: 'for erased, erased' } }],
];

for (const [name, flight, expected] of cases)
  test(`a flight ${name} keeps its figures, and no word of its pilot`, () => {
    const text = anonymousFlight(JSON.stringify({ reason: 'why', pilot, ...flight }), replacement);
    assert.deepEqual(JSON.parse(text), { reason: null, pilot: erased, ...expected });
  });
