import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { distanceNm, type Place } from '../../lib/geo.ts';

/** A waypoint or a radio navigation aid. */
export interface Fix extends Place {
  readonly ident: string;
}

/** Maximum numbers kept: a world has some 250,000 fixes and 120,000 segments of airways. */
const maxFixes = 600_000;
const maxSegments = 400_000;
const maxAirwayFixes = 2_000;
const ident = /^[A-Z0-9]{2,5}$/;

/** Waypoints, navigation aids and airways of the world, as X-Plane has them in `earth_fix.dat`, `earth_nav.dat` and `earth_awy.dat`. */
export class NavigationData {
  readonly #fixes = new Map<string, (Fix & { readonly region: string })[]>();
  /** By the name of the airway: the neighbours of each fix, written as `IDENT REGION`. */
  readonly #airways = new Map<string, Map<string, string[]>>();
  #fixCount = 0;
  #segmentCount = 0;

  /** Reads the three files of this folder, line by line. @throws the file system's error when one cannot be read */
  static async read(folder: string): Promise<NavigationData> {
    const data = new NavigationData();
    await eachLine(join(folder, 'earth_fix.dat'), ([lat, lon, name, , region]) => data.#addFix(name, region, lat, lon));
    // Row codes: 2 is an NDB, 3 a VOR; the others are parts of landing systems.
    await eachLine(join(folder, 'earth_nav.dat'), ([code, lat, lon, , , , , name, , region]) => {
      if (code === '2' || code === '3') data.#addFix(name, region, lat, lon);
    });
    await eachLine(join(folder, 'earth_awy.dat'), (words) => data.#addSegment(words));
    return data;
  }

  get fixCount(): number {
    return this.#fixCount;
  }

  isAirway(name: string): boolean {
    return this.#airways.has(name);
  }

  /** Returns the fix of this name that is nearest to a place; null when there is none. */
  nearest(name: string, near: Place): Fix | null {
    let found: Fix | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const fix of this.#fixes.get(name) ?? []) {
      const away = distanceNm(fix, near);
      if (away < least) [found, least] = [fix, away];
    }
    return found;
  }

  /** Returns the fixes of an airway between two of its fixes, without the first; null when it does not connect them. */
  along(airway: string, from: Fix, to: Fix): readonly Fix[] | null {
    const neighbours = this.#airways.get(airway);
    const [start, end] = [this.#keyOf(from), this.#keyOf(to)];
    if (neighbours === undefined || start === null || end === null) return null;
    const before = new Map<string, string | null>([[start, null]]);
    for (const key of before.keys()) {
      if (key === end || before.size > maxAirwayFixes) break;
      for (const next of neighbours.get(key) ?? []) if (!before.has(next)) before.set(next, key);
    }
    if (!before.has(end)) return null;
    const way: Fix[] = [];
    for (let key: string | null = end; key !== null && key !== start; key = before.get(key) ?? null) {
      const fix = this.#fixOf(key);
      if (fix !== null) way.unshift(fix);
    }
    return way;
  }

  #addFix(name = '', region = '', lat = '', lon = ''): void {
    const place = { lat: Number(lat), lon: Number(lon) };
    const isValid = ident.test(name) && Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180;
    if (!isValid || this.#fixCount >= maxFixes) return;
    this.#fixCount += 1;
    const others = this.#fixes.get(name);
    if (others === undefined) this.#fixes.set(name, [{ ident: name, region, ...place }]);
    else others.push({ ident: name, region, ...place });
  }

  #addSegment(words: readonly string[]): void {
    const [from = '', fromRegion, , to = '', toRegion, , , , , , names = ''] = words;
    if (!ident.test(from) || !ident.test(to)) return;
    for (const name of names.split('-')) {
      if (this.#segmentCount >= maxSegments) return;
      this.#segmentCount += 1;
      const airway = this.#airways.get(name) ?? new Map<string, string[]>();
      this.#airways.set(name, airway);
      connect(airway, `${from} ${fromRegion}`, `${to} ${toRegion}`);
      connect(airway, `${to} ${toRegion}`, `${from} ${fromRegion}`);
    }
  }

  #keyOf(fix: Fix): string | null {
    const known = this.#fixes.get(fix.ident)?.find(({ lat, lon }) => lat === fix.lat && lon === fix.lon);
    return known === undefined ? null : `${known.ident} ${known.region}`;
  }

  #fixOf(key: string): Fix | null {
    const [name = '', region] = key.split(' ');
    return this.#fixes.get(name)?.find((fix) => fix.region === region) ?? null;
  }
}

function connect(airway: Map<string, string[]>, from: string, to: string): void {
  const known = airway.get(from);
  if (known === undefined) airway.set(from, [to]);
  else if (!known.includes(to)) known.push(to);
}

async function eachLine(path: string, visit: (words: readonly string[]) => void): Promise<void> {
  const lines = createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) visit(line.trim().split(/\s+/));
}
