import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holds, joinInstants, noInstants, packInstants, unpackInstants } from './instants.ts';

test('of instants that came late each is found among those of before, also when they are read again', () => {
  const early = { position: Float64Array.of(10, 40, 70), event: Float64Array.of(5) };
  const late = { position: Float64Array.of(20, 50), event: new Float64Array() };
  const both = unpackInstants(packInstants(joinInstants(joinInstants(noInstants, early), late)));
  assert.deepEqual([[...both.position], [...both.event]], [[10, 20, 40, 50, 70], [5]]);
  for (const instant of [10, 20, 40, 50, 70]) assert.ok(holds(both.position, instant), String(instant));
  for (const instant of [5, 30, 71]) assert.ok(!holds(both.position, instant), String(instant));
});
