import assert from 'node:assert/strict';
import { test } from 'node:test';

interface View {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
/** What is asked of a canvas. */
interface Canvas {
  measureText(): { readonly width: number };
  strokeText(): void;
  fillText(text: string, x: number): void;
}
type Draw = (
  context: Canvas,
  room: object,
  shown: readonly object[],
  zoom: number,
  ...more: readonly unknown[]
) => void;

// As the page has them: plain JavaScript, of no type to this side.
const load = (name: string): Promise<unknown> => import(new URL(name, import.meta.url).href);
const { Room } = (await load('./room.js')) as { Room: new (view: View) => object };
const { drawLabels } = (await load('./labels.js')) as { drawLabels: Draw };
const { nameAirports } = (await load('./airports.js')) as { nameAirports: Draw };

const width = 390;
const textWidth = 50;
const palette = {};

/** Where texts begin that are drawn on a map of a phone's size, each as wide as the others. */
function drawn(draw: (context: Canvas, room: object) => void): readonly number[] {
  const starts: number[] = [];
  const context: Canvas = {
    measureText: () => ({ width: textWidth }),
    strokeText: () => undefined,
    fillText: (_, x) => starts.push(x),
  };
  draw(context, new Room({ left: 0, top: 0, width, height: 844 }));
  return starts;
}

const labelled = (x: number) =>
  drawn((context, room) => {
    const flight = { callsign: 'DMO103', departure: { icao: 'LSZH' }, arrival: { icao: 'MMUN' } };
    const aircraft = { flight, place: [0, 0, 0, 0, 0, 0, 'cruise'], opacity: () => 1 };
    drawLabels(context, room, [{ aircraft, x, y: 400, isChosen: false, isDot: false }], 2, 0, palette);
  });

const named = (x: number) =>
  drawn((context, room) =>
    nameAirports(context, room, [{ airport: { icao: 'LSZH', name: null }, x, y: 400 }], 2, palette),
  );

test('a label stands right of its aircraft, and left where the edge of the map would cut it', () => {
  assert.deepEqual(labelled(200), [215]);
  assert.deepEqual(labelled(width - 20), [width - 20 - 15 - textWidth]);
  assert.deepEqual(labelled(width - 15 - textWidth), [width - textWidth], 'it just fits');
});

test('so does the name of an airport', () => {
  assert.deepEqual(named(200), [206]);
  assert.ok(named(width - 10).every((x) => x + textWidth < width - 10));
});
