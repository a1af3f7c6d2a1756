import { position } from './core-flight.ts';

/** A point of a flight from Zürich to Frankfurt, so many minutes after block-off, as AeroACARS sends one: without `created_at`. */
export interface QueuedPoint {
  readonly id: string;
  readonly lat: number;
  readonly lon: number;
  readonly sim_time: string;
}

const from = { lat: 47.4581, lon: 8.5481 };
const to = { lat: 50.033, lon: 8.5706 };
/** What the altimeter and the speed show at this part of the way. */
const profile: readonly (readonly [number, number, number, string])[] = [
  [0.04, 0, 0, 'BST'],
  [0.06, 0, 12, 'TXI'],
  [0.2, 12_000, 330, 'ICL'],
  [0.75, 24_000, 430, 'ENR'],
  [0.9, 9_000, 300, 'TEN'],
  [0.97, 2_000, 150, 'APR'],
  [0.99, 0, 20, 'LAN'],
  [1, 0, 0, 'ONB'],
];

/**
 * The points of a flight of an hour. @param stepS - seconds between two of them
 * @param startedAt - when it left, by the clock of the pilot's machine
 */
export function pointsOf(startedAt: number, stepS: number, minutes = 60): readonly QueuedPoint[] {
  const count = Math.floor((minutes * 60) / stepS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const part = index / (count - 1);
    // It stands at both ends.
    const way = Math.min(1, Math.max(0, (part - 0.06) / 0.91));
    const [, agl = 0, gs = 0] = profile.find(([until]) => part <= until) ?? [];
    return {
      ...position({ altitude_agl: agl, altitude_msl: agl + 1400, altitude: agl + 1380, gs, fuel: 20_000 - index * 10 }),
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      lat: from.lat + (to.lat - from.lat) * way,
      lon: from.lon + (to.lon - from.lon) * way,
      sim_time: new Date(startedAt + index * stepS * 1000).toISOString().replace('Z', '123456+00:00'),
    };
  });
}

/** In pieces of so many. */
export function inBatches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
