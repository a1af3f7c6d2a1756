import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeBriefPhases } from './phase-intervals.ts';

/** `boarding 0, taxi 4`: minutes. */
function spells(text: string) {
  return text.split(', ').map((each) => {
    const [phase = '', minute = ''] = each.split(' ');
    return { phase, at: Number(minute) * 60_000 };
  });
}

const cases: readonly (readonly [name: string, reported: string, told: string])[] = [
  ['a plain flight stays', 'boarding 0, taxi 4, climb 9, cruise 30', 'boarding 0, taxi 4, climb 9, cruise 30'],
  [
    'stops on the taxiway',
    'boarding 0, taxi 2, boarding 3, taxi 6, boarding 9, climb 10',
    'boarding 0, taxi 2, climb 10',
  ],
  [
    'back to the gate',
    'boarding 0, taxi 2, boarding 3, taxi 20, climb 30',
    'boarding 0, taxi 2, boarding 3, taxi 20, climb 30',
  ],
  ['a level-off', 'climb 0, cruise 5, climb 7, cruise 20', 'climb 0, cruise 20'],
  ['a step in the cruise', 'cruise 0, climb 60, cruise 61, descent 90', 'cruise 0, descent 90'],
  [
    'a long hold is told',
    'descent 0, cruise 5, descent 20, approach 25',
    'descent 0, cruise 5, descent 20, approach 25',
  ],
  ['a stop on the way in', 'landed 0, taxi-in 1, arrived 2, taxi-in 3, arrived 5', 'landed 0, taxi-in 1, arrived 5'],
  ['one that lasts on is kept', 'cruise 0, climb 1', 'cruise 0, climb 1'],
];

for (const [name, reported, told] of cases) {
  test(name, () => assert.deepEqual(mergeBriefPhases(spells(reported)), spells(told)));
}
