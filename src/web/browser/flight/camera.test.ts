import assert from 'node:assert/strict';
import { test } from 'node:test';
import { easedPx } from './camera.js';

test('the camera comes nearer with each frame, never beyond, and is never far behind', () => {
  const cases = [
    ['a jump', 300, 0],
    ['a crawl', 0, 0.5],
    ['240 times, near', 0, 40],
    ['1,000 times, nearer', 0, 900],
  ] as const;
  for (const [name, startPx, speedPx] of cases) {
    let away = startPx as number;
    for (let frame = 0; frame < 200; frame++) {
      away += speedPx;
      const by = easedPx(away, 16.7, 1_000);
      assert.ok(by >= 0 && by <= away, name);
      away -= by;
      assert.ok(away <= Math.max(180, startPx), `${name}: ${away} px behind`);
    }
    if (speedPx === 0) assert.ok(away < 1, name);
  }
});
