import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt } from '../../client/wire-types.ts';
import { pirepText, positionsText } from './pirep-text.ts';

const receipt: Receipt = {
  flight_id: 'f',
  pirep_id: 'p7',
  pirep_state: 'pending',
  filed_at: '2026-03-01T13:00:00Z',
  flight_time: 657.4,
  distance: 4712.3,
  fuel_used: null,
  block_fuel: null,
  score: null,
  judgement: null,
  landing_rate: 0,
  block_off_at: '2026-03-01T02:00:00.000Z',
  takeoff_at: null,
  landing_at: '2026-03-01T12:50:00.000Z',
  block_on_at: '2026-03-01T12:57:24.000Z',
  diversion: null,
  positions: 1248,
  basis: { block_on_at: 'estimated', landing_at: 'reported' },
};

test('a PIREP as text marks estimated and unknown figures', () => {
  assert.equal(
    pirepText(receipt),
    [
      'PIREP p7 (pending)',
      '  Block off (out)  2026-03-01 02:00:00Z',
      '  Take-off  (off)  unknown',
      '  Landing   (on)   2026-03-01 12:50:00Z',
      '  Block on  (in)   2026-03-01 12:57:24Z  (estimated)',
      '  Flight time      10:57 h',
      '  Distance         4712 nm',
      '  Landing rate     0 ft/min',
      '  Fuel used        unknown',
    ].join('\n'),
  );
});

test('a diversion is named', () => {
  const text = pirepText({ ...receipt, diversion: { icao: 'MMMX', name: null, lat: null, lon: null } });
  assert.match(text, /Diverted to +MMMX/);
});

const lines: readonly (readonly [name: string, resumed: boolean, counts: readonly number[], text: string])[] = [
  ['calm', false, [1248, 1248, 0, 0], '1248 sent = 1248 stored + 0 known already + 0 refused\n1248 in the PIREP'],
  [
    'with replies lost',
    false,
    [1252, 1200, 52, 0],
    '1252 sent = 1200 stored + 52 known already + 0 refused\n1248 in the PIREP, 48 of them stored by calls whose replies were lost',
  ],
  [
    'continued',
    true,
    [250, 248, 0, 2],
    '250 sent = 248 stored + 0 known already + 2 refused\n1248 in the PIREP, 1000 of them stored by an earlier run, or by calls whose replies were lost',
  ],
];
for (const [name, resumed, [sent = 0, stored = 0, repeated = 0, refused = 0], text] of lines) {
  test(`the positions of a flight ${name} add up`, () => {
    const shown = positionsText({ phase: 'arrived', resumed, positions: { sent, stored, repeated, refused }, receipt });
    assert.equal(shown.replaceAll(/^ +/gm, ''), `Phase            arrived\nPositions        ${text}`);
  });
}
