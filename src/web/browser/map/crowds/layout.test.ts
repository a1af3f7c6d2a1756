import assert from 'node:assert/strict';
import { test } from 'node:test';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface Room {
  take(box: Box): void;
}
interface Wanted extends Box {
  readonly key: string;
  readonly gap: number;
  readonly order: number;
  readonly isCentred?: boolean;
  readonly isForced?: boolean;
  readonly isLow?: boolean;
  readonly isGround?: boolean;
}
interface Placed {
  readonly side: number;
  readonly dx: number;
  readonly dy: number;
}

// As the page has them: plain JavaScript, of no type to this side.
const load = (name: string): Promise<unknown> => import(new URL(name, import.meta.url).href);
const { Room } = (await load('../room.js')) as { Room: new (view: object) => Room };
const { layOut } = (await load('./layout.js')) as {
  layOut(
    rooms: { readonly labels: Room; readonly symbols: Room },
    wanted: readonly Wanted[],
    before: ReadonlyMap<string, Placed>,
  ): ReadonlyMap<string, Placed>;
};

const view = { left: 0, top: 0, width: 390, height: 844 };
const size = { width: 50, height: 18, gap: 10, order: 3 };
const label = (key: string, x: number, y: number, more: Partial<Wanted> = {}): Wanted => ({
  key,
  x,
  y,
  ...size,
  ...more,
});
const laidOut = (
  wanted: readonly Wanted[],
  { covered = [], symbols = [] }: { readonly covered?: readonly Box[]; readonly symbols?: readonly Box[] } = {},
  before: ReadonlyMap<string, Placed> = new Map(),
) => {
  const rooms = { labels: new Room(view), symbols: new Room(view) };
  for (const box of covered) rooms.labels.take(box);
  for (const box of symbols) rooms.symbols.take(box);
  return layOut(rooms, wanted, before);
};
const names = ['right', 'left', 'below', 'above', 'corner', 'corner', 'corner', 'corner'];
const sideOf = (placed: ReadonlyMap<string, Placed>, key = 'a') => {
  const side = placed.get(key)?.side;
  return side === undefined ? 'none' : names[side];
};
const panel = { x: 0, y: 500, width: 390, height: 344 };
const around = { x: 100, y: 300, width: 220, height: 200 };

const cases: readonly (readonly [string, ReturnType<typeof laidOut>, string])[] = [
  ['in the open', laidOut([label('a', 200, 400)]), 'right'],
  ['at the right edge', laidOut([label('a', 370, 400)]), 'left'],
  ['where it just fits', laidOut([label('a', 330, 400)]), 'right'],
  [
    'beside a symbol',
    laidOut([label('a', 200, 400)], { symbols: [{ x: 225, y: 395, width: 10, height: 10 }] }),
    'left',
  ],
  ['right above the panel', laidOut([label('a', 200, 495)], { covered: [panel] }), 'above'],
  ['below the panel', laidOut([label('a', 200, 700)], { covered: [panel] }), 'none'],
  ['where nothing is free', laidOut([label('a', 200, 400)], { covered: [around] }), 'none'],
  ['of the chosen one, there too', laidOut([label('a', 200, 400, { isForced: true })], { covered: [around] }), 'right'],
  [
    'of a country, over symbols',
    laidOut([label('a', 200, 400, { isCentred: true, isLow: true })], { symbols: [around] }),
    'right',
  ],
  [
    'of a country, beside a symbol where it can',
    laidOut([label('a', 200, 400, { isCentred: true, isLow: true })], {
      symbols: [{ x: 190, y: 392, width: 10, height: 10 }],
    }),
    'left',
  ],
  ['of a city that the window would cut', laidOut([label('a', 200, -20, { isCentred: true, isGround: true })]), 'none'],
  ['of an aircraft, there too', laidOut([label('a', 200, -20, { isCentred: true })]), 'right'],
  ['of a city, not over symbols', laidOut([label('a', 200, 400)], { symbols: [around] }), 'none'],
];

for (const [name, placed, expected] of cases)
  test(`a label ${name}: ${expected}`, () => assert.equal(sideOf(placed), expected));

test('the more important one has its place, whatever the order in which they come', () => {
  const [aircraft, city] = [label('a', 200, 400), label('c', 205, 400, { order: 6 })];
  for (const wanted of [
    [aircraft, city],
    [city, aircraft],
  ]) {
    const placed = laidOut(wanted);
    assert.equal(sideOf(placed), 'right');
    assert.notEqual(sideOf(placed, 'c'), 'right');
  }
});

test('no two labels lie over each other, of whatever kind', () => {
  const wanted = Array.from({ length: 300 }, (_, index) =>
    label(String(index), (index * 137) % 390, (index * 71) % 844, { order: index % 7 }),
  );
  const boxes = [...laidOut(wanted)].map(([key, { dx, dy }]) => {
    const { x, y, width, height } = wanted[Number(key)] ?? label('', 0, 0);
    return { left: x + dx, top: y + dy, right: x + dx + width, bottom: y + dy + height };
  });
  assert.ok(boxes.length > 40, `${boxes.length} labels`);
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(0, index)) {
      const isApart =
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      assert.ok(isApart, JSON.stringify([one, other]));
    }
});

test('a label keeps its side while that is free, and its place before new ones', () => {
  const blocked = laidOut([label('a', 200, 400)], { covered: [{ x: 215, y: 395, width: 20, height: 10 }] });
  assert.equal(sideOf(blocked), 'left');
  const freed = laidOut([label('a', 200, 400)], {}, blocked);
  assert.equal(sideOf(freed), 'left');
  const met = laidOut([label('new', 190, 400), label('a', 200, 400)], {}, freed);
  assert.equal(sideOf(met), 'left');
});
