import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import type { Pause } from '../../tracking/figures/pauses.ts';
import { plainVisitor, visitorOf } from '../visitor/visitor.ts';
import { phaseBarOf } from './phase-bar.ts';
import type { PhaseInterval } from './phase-intervals.ts';
import type { FlightRecord } from './record.ts';

const minute = 60_000;

function recordOf(phases: readonly PhaseInterval[], untilMin: number, pauses: readonly Pause[] = []) {
  const positions = Array.from({ length: untilMin + 1 }, (_, index) => position(index * minute));
  return { phases, positions, pauses } as unknown as FlightRecord;
}

test('each phase takes its share of the line, and the list has its whole time', () => {
  const phases = [
    { at: 0, phase: 'taxi' },
    { at: 10 * minute, phase: 'climb' },
    { at: 30 * minute, phase: 'cruise' },
    { at: 90 * minute, phase: 'taxi' },
  ];
  const bar = phaseBarOf(recordOf(phases, 100), plainVisitor());
  assert.deepEqual(
    bar?.spans.map(({ x, width, look }) => [x, width, look]),
    [
      [0, 100, 'taxi'],
      [100, 200, 'climb'],
      [300, 600, 'cruise'],
      [900, 100, 'taxi'],
    ],
  );
  assert.deepEqual(
    bar.phases.map(({ name, duration }) => `${name} ${duration}`),
    ['Taxi 20 min', 'Climb 20 min', 'Cruise 1 h 00 min'],
  );
  const german = phaseBarOf(recordOf(phases, 100), visitorOf({ query: { lang: 'de' }, headers: {} }));
  assert.equal(german?.phases[2]?.name, 'Reiseflug');
});

test('a client’s own phase has a look of its own; thousands of phases are cut; without time there is no bar', () => {
  const odd = phaseBarOf(recordOf([{ at: 0, phase: '"><b>' }], 1), plainVisitor());
  assert.equal(odd?.spans[0]?.look, 'other');
  const many = Array.from({ length: 5_000 }, (_, index) => ({ at: index * 1_000, phase: `phase ${index}` }));
  const cut = phaseBarOf(recordOf(many, 100), plainVisitor());
  assert.ok((cut?.spans.length ?? 0) <= 200 && (cut?.phases.length ?? 0) <= 20);
  assert.equal(phaseBarOf(recordOf([], 10), plainVisitor()), null);
  assert.equal(phaseBarOf(recordOf([{ at: 0, phase: 'taxi' }], 0), plainVisitor()), null);
});

test('a pause of three hours is none of the climb, nor are three hours without reports', () => {
  const phases = [
    { at: 0, phase: 'taxi' },
    { at: 10 * minute, phase: 'climb' },
    { at: 204 * minute, phase: 'cruise' },
  ];
  const paused = phaseBarOf(recordOf(phases, 240, [{ from: 17 * minute, to: 197 * minute }]), plainVisitor());
  const listed = (bar: typeof paused) => bar?.phases.map(({ name, duration }) => `${name} ${duration}`);
  assert.deepEqual(listed(paused), ['Taxi 10 min', 'Climb 14 min', 'Paused 3 h 00 min', 'Cruise 36 min']);
  const silent = recordOf(phases, 240);
  const still = { ...silent, positions: silent.positions.filter((_, index) => index <= 17 || index >= 197) };
  const unseen = ['Taxi 10 min', 'Climb 14 min', 'No reports 3 h 00 min', 'Cruise 36 min'];
  assert.deepEqual(listed(phaseBarOf(still, plainVisitor())), unseen);
  // In the air, and in the same place three hours later: the simulator stood.
  const flying = { ...still, positions: still.positions.map((each) => ({ ...each, groundSpeedKt: 300 })) };
  assert.equal(listed(phaseBarOf(flying, plainVisitor()))?.[2], 'Paused 3 h 00 min');
});

test('a climb after an approach ends where it levels off; that of a departure does not', () => {
  const altitude = (at: number) => (at < 10 ? at * 100 : at < 14 ? 1_000 + (at - 10) * 500 : 3_000);
  const positions = Array.from({ length: 26 }, (_, at) => position(at * minute, { altitudeMslFt: altitude(at) }));
  const listed = (...names: readonly string[]) => {
    const phases = names.map((phase, index) => ({ at: index * 10 * minute, phase }));
    const bar = phaseBarOf({ phases, positions, pauses: [] } as unknown as FlightRecord, plainVisitor());
    return bar?.phases.map(({ name, duration }) => `${name} ${duration}`);
  };
  assert.deepEqual(listed('approach', 'climb', 'approach'), ['Approach 21 min', 'Climb 4 min']);
  assert.deepEqual(listed('taxi', 'climb', 'approach'), ['Taxi 10 min', 'Climb 10 min', 'Approach 5 min']);
});
