import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOf } from './aircraft-state.ts';
import { defaultRecording, readRecording } from './recording.ts';

test('the recorded flight shows gear, flaps and lights as a jet has them', async () => {
  const { samples } = await readRecording(defaultRecording);
  const states = samples.map((sample) => ({ ...sample, ...stateOf(sample) }));
  const cruise = states.find(({ altitudeMslFt }) => (altitudeMslFt ?? 0) > 30_000);
  assert.deepEqual(
    [cruise?.gear_up, cruise?.flaps, cruise?.landing_lights, cruise?.strobe_lights],
    [true, 0, false, true],
  );
  const final = states.findLast(({ onGround }) => onGround === false);
  assert.deepEqual([final?.gear_up, final?.flaps, final?.landing_lights], [false, 30, true]);
  const [stand] = states;
  assert.deepEqual(
    [stand?.gear_up, stand?.beacon_lights, stand?.taxi_lights, stand?.nav_lights],
    [false, false, false, true],
  );
});

test('where it is not known whether it flies, nothing is made up', async () => {
  const [sample] = (await readRecording(defaultRecording)).samples;
  assert.ok(sample !== undefined);
  assert.deepEqual(stateOf({ ...sample, onGround: null }), {});
});
