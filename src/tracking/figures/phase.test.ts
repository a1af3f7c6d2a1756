import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Phase } from '../model.ts';
import { type Motion, mayFollow, nextPhase } from './phase.ts';

const ground = (groundSpeedKt: number, hasFlown = false): Motion => ({
  isAirborne: false,
  hasFlown,
  groundSpeedKt,
  verticalSpeedFpm: 0,
  heightFt: 0,
  altitudeFt: 500,
});
const air = (verticalSpeedFpm: number, altitudeFt: number): Motion => ({
  isAirborne: true,
  hasFlown: true,
  groundSpeedKt: 250,
  verticalSpeedFpm,
  heightFt: altitudeFt - 500,
  altitudeFt,
});

test('the phase follows the motion', () => {
  const cases: [Phase, Motion, Phase][] = [
    ['boarding', ground(0), 'boarding'],
    ['boarding', ground(12), 'taxi'],
    ['taxi', ground(90), 'takeoff'],
    ['takeoff', air(1800, 900), 'climb'],
    ['climb', air(50, 35000), 'cruise'],
    ['cruise', air(-1500, 30000), 'descent'],
    ['descent', air(-900, 4000), 'approach'],
    ['approach', air(1500, 2500), 'climb'],
    ['approach', ground(120, true), 'landed'],
    ['landed', ground(15, true), 'taxi-in'],
    ['taxi-in', ground(0, true), 'arrived'],
    ['arrived', ground(3, true), 'taxi-in'],
  ];
  for (const [current, motion, expected] of cases)
    assert.equal(nextPhase(current, motion), expected, `${current} → ${expected}`);
});

test('a phase that cannot follow is not used: a landed aeroplane does not board', () => {
  assert.equal(nextPhase('taxi-in', ground(0)), 'taxi-in');
  assert.equal(nextPhase('landed', air(-100, 520)), 'landed');
});

test('when reports are missing, the motion counts more than the order of phases', () => {
  const cases: [Phase, Motion, Phase][] = [
    ['boarding', air(0, 35000), 'cruise'],
    ['taxi', air(0, 35000), 'cruise'],
    ['taxi', air(-900, 20000), 'descent'],
    ['taxi', air(0, 900), 'climb'],
    ['taxi-in', air(0, 35000), 'cruise'],
    ['cruise', ground(0, true), 'arrived'],
    ['approach', ground(0, true), 'arrived'],
    ['approach', ground(12, true), 'taxi-in'],
    ['landing', ground(0, true), 'arrived'],
    ['taxi', ground(0, true), 'arrived'],
  ];
  for (const [current, motion, expected] of cases)
    assert.equal(nextPhase(current, motion), expected, `${current} → ${expected}`);
});

test('every phase can be left, and a pause can be entered from everywhere', () => {
  for (const [phase, followers] of Object.entries(mayFollow)) {
    assert.ok(followers.length > 0, phase);
    assert.ok(followers.includes('paused'), phase);
  }
});
