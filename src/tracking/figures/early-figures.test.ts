import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EarlyFigures } from '../model.ts';
import { addFigures } from './early-figures.ts';

test('custom fields that are said again and again do not grow without end, and known ones stay new', () => {
  let said: EarlyFigures | null = null;
  for (let round = 0; round < 50; round++) {
    const names = Array.from({ length: 100 }, (_, index) => [`field ${round} ${index}`, 'x'] as const);
    said = addFigures(said, { fields: { ...Object.fromEntries(names), gate: `B${round}` } });
  }
  const fields = said?.fields ?? {};
  assert.equal(Object.keys(fields).length, 200);
  assert.equal(fields.gate, 'B49');
});
