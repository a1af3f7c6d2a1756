import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meets, placePill } from './draw-pill.js';

const free = { x: 360, y: 0, width: 700, height: 900 };
const pill = { width: 100, height: 30 } as Parameters<typeof placePill>[0];

test('the pill of an airport is away from the route, in the free part of the map, and never above the aircraft', () => {
  const middle = { x: 700, y: 450 };
  const cases: readonly (readonly [string, { x: number; y: number }, { x: number; y: number }, readonly number[]])[] = [
    ['route to the east', middle, { x: 1000, y: 450 }, [588, 435]],
    ['route to the west', middle, { x: 400, y: 450 }, [712, 435]],
    ['route to the north', middle, { x: 700, y: 100 }, [650, 462]],
    ['route to the south', middle, { x: 700, y: 800 }, [650, 408]],
    ['beside the card, the route to the west', { x: 1050, y: 450 }, { x: 500, y: 500 }, [960, 408]],
    ['at the edge of the panel', { x: 370, y: 450 }, { x: 900, y: 400 }, [360, 462]],
  ];
  for (const [name, at, towards, place] of cases) {
    const { x, y } = placePill(pill, at, towards, free, []);
    assert.deepEqual([x, y], place, name);
  }
  const aircraft = { x: 676, y: 426, width: 48, height: 48 };
  const beside = placePill(pill, middle, { x: 705, y: 452 }, free, [aircraft]);
  assert.equal(meets(beside, aircraft), false);
});
