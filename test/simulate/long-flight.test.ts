import assert from 'node:assert/strict';
import test from 'node:test';
import { Draws } from '../../prove/simulate/chance.ts';
import { isLong, perhapsLong } from '../../prove/simulate/long-flight.ts';
import { PlaceIndex } from '../../prove/simulate/place-index.ts';
import { planOf } from '../../prove/simulate/plan.ts';
import { markerOf } from '../../prove/simulate/sortie.ts';
import type { Report } from '../../src/tracking/model.ts';
import { position } from '../flown.ts';

const planned = (seed: number) => {
  const draws = new Draws(`${seed}/plan`);
  return perhapsLong(planOf(String(seed), 2_000, draws), draws.fork('length'));
};

test('one in some hundred worlds has a flight of sixteen hours, in the model of the journal, which nobody ends', () => {
  const plans = Array.from({ length: 1_000 }, (_, seed) => planned(seed + 1));
  const long = plans.filter(({ pilots }) => pilots.some(isLong));
  assert.ok(long.length >= 2 && long.length <= 8, `${long.length}`);
  for (const { pilots, journal, mischief, steps } of long) {
    assert.deepEqual([pilots[0]?.kind, pilots[0]?.length, journal], ['sdk', 57_600, 'model']);
    assert.ok(steps > 2_000 && !mischief.includes('operator-ends'));
  }
});

test('a position is found where it is in a list that has grown, as often as it is there', () => {
  const index = new PlaceIndex();
  const at = (number: number): Report => {
    const { lat, lon } = markerOf(1, number % 300);
    return { number, kind: 'position', position: position(number, { lat, lon }) };
  };
  const reports = Array.from({ length: 250 }, (_, number) => at(number));
  const found = (number: number) => index.at(reports, markerOf(1, number)).map((report) => report.number);
  assert.deepEqual([found(7), found(299)], [[7], []]);
  for (let number = 250; number < 400; number += 1) reports.push(at(number));
  assert.deepEqual([found(7), found(99), found(100), found(299)], [[7, 307], [99, 399], [100], [299]]);
});
