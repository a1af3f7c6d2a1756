import assert from 'node:assert/strict';
import { test } from 'node:test';

interface Spot {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}
interface Group extends Spot {
  readonly members: readonly Spot[];
}
interface Stacks {
  readonly groups: readonly Group[];
  restack(spots: readonly Spot[], symbolPx: number): void;
}

// As the page has them: plain JavaScript, of no type to this side.
const load = (name: string): Promise<unknown> => import(new URL(name, import.meta.url).href);
const { Stacks, discPx } = (await load('./stacks.js')) as {
  Stacks: new () => Stacks;
  discPx(count: number): number;
};
const { fanPlaces } = (await load('./fan-places.js')) as {
  fanPlaces(
    count: number,
    maxRadiusPx: number,
  ): { readonly places: readonly { readonly x: number; readonly y: number }[]; readonly radiusPx: number };
};

const symbolPx = 20;
const spot = (key: string, x: number, y = 0): Spot => ({ key, x, y });
const sizes = (stacks: Stacks) => stacks.groups.map(({ members }) => members.length).toSorted((a, b) => b - a);
const stacked = (spots: readonly Spot[], px = symbolPx) => {
  const stacks = new Stacks();
  stacks.restack(spots, px);
  return stacks;
};
const at = (count: number, x: number, y: number, key = 'a') =>
  Array.from({ length: count }, (_, index) => spot(`${key}${index}`, x + (index % 3), y));

const cases: readonly (readonly [string, readonly Spot[], readonly number[]])[] = [
  ['none', [], []],
  ['one alone', [spot('a', 5)], [1]],
  ['two at one place', [spot('a', 5), spot('b', 5)], [2]],
  ['two that overlap a little', [spot('a', 0), spot('b', 14)], [1, 1]],
  ['two that cover each other, in two cells of a grid', [spot('a', 39), spot('b', 41)], [2]],
  ['two that cover each other around the origin', [spot('a', -3, -3), spot('b', 3, 3)], [2]],
  ['sixty at a gate', at(60, 100, 100), [60]],
  ['one beside the disc of sixty', [...at(60, 100, 100), spot('z', 130, 100)], [60, 1]],
  ['one below the disc of sixty', [...at(60, 100, 100), spot('z', 112, 100)], [61]],
  ['two crowds whose discs would cover each other', [...at(30, 100, 100), ...at(30, 118, 100, 'b')], [60]],
  ['two crowds beside each other', [...at(30, 100, 100), ...at(30, 150, 100, 'b')], [30, 30]],
];

for (const [name, spots, expected] of cases)
  test(`on the screen are stacked: ${name}`, () => {
    assert.deepEqual(sizes(stacked(spots)), expected);
    const reversed = sizes(stacked(spots.toReversed()));
    assert.deepEqual(reversed, expected, 'in whatever order they come');
    const stacks = stacked(spots);
    stacks.restack(spots, symbolPx);
    assert.deepEqual(sizes(stacks), expected, 'asked again, nothing changes');
  });

test('a stack is in the middle of its aircraft', () => {
  const [group] = stacked([spot('a', 10, 20), spot('b', 14, 28)]).groups;
  assert.deepEqual([group?.x, group?.y], [12, 24]);
});

test('two that pass each other are stacked once and parted once, however they tremble', () => {
  const stacks = new Stacks();
  let changes = 0;
  let before = 2;
  for (let step = 0; step <= 400; step++) {
    const tremble = step % 2 === 0 ? 0.8 : -0.8;
    stacks.restack([spot('a', 0), spot('b', 40 - step * 0.2 + tremble)], symbolPx);
    const now = stacks.groups.length;
    if (now !== before) changes += 1;
    before = now;
  }
  assert.equal(changes, 2);
});

test('one that leaves a crowd leaves the others together', () => {
  const stacks = stacked([...at(20, 100, 100), spot('z', 100, 100)]);
  assert.deepEqual(sizes(stacks), [21]);
  for (let x = 100; x <= 160; x += 2) {
    stacks.restack([...at(20, 100, 100), spot('z', x, 100)], symbolPx);
    assert.ok(sizes(stacks)[0] === 21 || sizes(stacks)[0] === 20, String(sizes(stacks)));
  }
  assert.deepEqual(sizes(stacks), [20, 1]);
});

test('a thousand that move are each in one group, and few groups change from one look to the next', () => {
  const stacks = new Stacks();
  const place = (index: number, step: number) =>
    spot(
      `f${index}`,
      ((index * 137) % 1_400) + Math.sin(index) * step * 0.05,
      ((index * 71) % 800) + Math.cos(index) * step * 0.05,
    );
  let keys = new Set<string>();
  let changes = 0;
  for (let step = 0; step < 50; step++) {
    stacks.restack(
      Array.from({ length: 1_000 }, (_, index) => place(index, step)),
      12,
    );
    const members = stacks.groups.flatMap((group) => group.members.map(({ key }) => key));
    assert.equal(members.length, 1_000);
    assert.equal(new Set(members).size, 1_000);
    const now = new Set(
      stacks.groups.map((group) =>
        group.members
          .map(({ key }) => key)
          .toSorted()
          .join(),
      ),
    );
    if (step > 0) changes += [...now].filter((each) => !keys.has(each)).length;
    keys = now;
  }
  assert.ok(changes < 100, `${changes} changes in 50 looks`);
});

test('no two discs cover each other, however aircraft are spread, and asked again nothing changes', () => {
  for (let turn = 1; turn <= 30; turn++) {
    const random = (index: number, of: number) => Math.abs(Math.sin(index * 12.9898 * turn + of) * 43_758.5453) % 1;
    // Most of them around four cities.
    const spots = Array.from({ length: 400 }, (_, index) => {
      const wide = index % 5 === 0 ? 300 : 40;
      return spot(
        `f${index}`,
        200 + (index % 4) * 50 + (random(index, 1) - 0.5) * wide,
        200 + (random(index, 2) - 0.5) * wide,
      );
    });
    const stacks = stacked(spots, 12);
    const discs = stacks.groups.filter(({ members }) => members.length > 1);
    for (const [index, one] of discs.entries())
      for (const other of discs.slice(0, index)) {
        const [px, radii] = [
          Math.hypot(one.x - other.x, one.y - other.y),
          discPx(one.members.length) + discPx(other.members.length),
        ];
        assert.ok(px >= radii, `turn ${turn}: ${px} px apart, radii ${radii} px together`);
      }
    const found = sizes(stacks);
    stacks.restack(spots, 12);
    assert.deepEqual(sizes(stacks), found, `turn ${turn}`);
  }
});

test('zoomed in a crowd parts, zoomed out it is one again', () => {
  const stacks = new Stacks();
  const zoomed = (by: number) =>
    Array.from({ length: 60 }, (_, index) => spot(`f${index}`, (index % 8) * by, Math.floor(index / 8) * by));
  for (let by = 1; by < 40; by *= 1.1) stacks.restack(zoomed(by), 26);
  assert.equal(stacks.groups.length, 60);
  for (let by = 40; by > 0.5; by /= 1.1) stacks.restack(zoomed(by), 10);
  assert.equal(stacks.groups.length, 1);
});

for (const [count, maxRadiusPx, apartPx] of [
  [2, 400, 50],
  [9, 400, 50],
  [60, 400, 50],
  [60, 150, 24],
  [200, 400, 24],
] as const)
  test(`${count} that are fanned out within ${maxRadiusPx} px are ${apartPx} px apart or more`, () => {
    const { places, radiusPx } = fanPlaces(count, maxRadiusPx);
    assert.equal(places.length, count);
    assert.ok(radiusPx <= maxRadiusPx, `${radiusPx} px`);
    for (const [index, one] of places.entries())
      for (const other of places.slice(0, index)) {
        const px = Math.hypot(one.x - other.x, one.y - other.y);
        assert.ok(px >= apartPx, `${px} px`);
      }
  });
