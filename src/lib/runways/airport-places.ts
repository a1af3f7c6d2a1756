import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../geo.ts';

/** Airports by code, with the middle of their first runway; read on first use. */
let places: ReadonlyMap<string, Place> | null = null;

/** Returns where an airport is whose runways are known, by its code, or by the end of it: networks call Kennedy both JFK and KJFK. */
export function placeOfAirport(code: string): Place | null {
  places ??= readPlaces();
  return places.get(code) ?? (code.length === 3 ? places.get(`K${code}`) : undefined) ?? null;
}

function readPlaces(): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  const text = readFileSync(join(import.meta.dirname, 'runways.csv'), 'utf8');
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const [airport = '', , , ...numbers] = line.split(',', 7);
    const [lat = 0, lon = 0, dLat = 0, dLon = 0] = numbers.map(Number);
    if (!found.has(airport)) found.set(airport, { lat: (lat + dLat / 2) / 1e5, lon: (lon + dLon / 2) / 1e5 });
  }
  return found;
}
