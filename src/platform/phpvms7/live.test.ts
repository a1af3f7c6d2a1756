import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveRow } from '../port.ts';
import { Touched } from './live.ts';

const rows = ['a', 'b', null].map((pirepId) => ({ flight: { pirepId } })) as unknown as readonly LiveRow[];

test('a PIREP is touched once a minute, and at once again after it was forgotten', () => {
  const touched = new Touched();
  assert.deepEqual(touched.due(rows, 0), ['a', 'b']);
  touched.mark(['a', 'b'], 0);
  assert.deepEqual(touched.due(rows, 59_999), []);
  touched.forget({ pirepId: 'b' } as Parameters<Touched['forget']>[0]);
  assert.deepEqual(touched.due(rows, 59_999), ['b']);
  touched.mark(['b'], 59_999);
  assert.deepEqual(touched.due(rows, 60_000), ['a']);
});
