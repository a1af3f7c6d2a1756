import { distanceNm, type Place } from '../../lib/geo.ts';
import { ShortCache } from '../../lib/short-cache.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { Flight, Position } from '../../tracking/model.ts';
import { readInPieces } from '../flight/read-reports.ts';
import type { WebParts } from '../parts.ts';
import type { Turn } from '../waiting.ts';
import { isInSquare, type Square } from './squares.ts';

/** A way on the ground, without flight and time: latitude and longitude in 1/100,000°, from the second place on what they differ from the one before. */
export type TaxiLine = readonly number[];

/** The newest flights that are looked at, and those of them that are read for one square. */
const [maxListed, maxRead] = [400, 24];
const flightsAtOnce = 50;
/** How long the list is kept, and the ways of a flight. */
const [listedMs, waysMs] = [10 * 60_000, 24 * 3_600_000];
/** With 8 characters for a place, 64 kB for a square. */
const maxPlaces = 8_000;
/** Of one flight; a longer one is taxied no further. */
const maxPlacesOfFlight = 600;
/** Faster ones take off or have just landed, knots. */
const maxTaxiKt = 45;
/** Nearer places are one; further ones are no way, and those beside a straight line by less belong to it. Metres. */
const [nearM, apartM, besideM] = [8, 400, 2];
const metresPerNm = 1_852;
const unit = 1e5;

type Parts = Pick<WebParts, 'tracking' | 'clock' | 'records' | 'options'>;

/** Where the airline's aircraft taxied: of the newest flights that were filed, each read once. */
export class TaxiTracks {
  readonly #parts: Parts;
  readonly #listed: ShortCache<readonly Flight[]>;
  readonly #ways: ShortCache<readonly (readonly Place[])[]>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#listed = new ShortCache(parts.clock, listedMs, 1);
    this.#ways = new ShortCache(parts.clock, waysMs, maxListed);
  }

  /** Returns the ways in a square, in no order of time. Where flights that have ended are not public, there are none. */
  async in(square: Square, turn: Turn): Promise<readonly TaxiLine[]> {
    if (this.#parts.options.publicHours === 0) return [];
    const listed = await this.#listed.get('', () => this.#list(turn));
    const flights = listed.filter((flight) => isOf(flight, square)).slice(0, maxRead);
    const ways: (readonly Place[])[] = [];
    let places = 0;
    for (const flight of flights) {
      const whole = await this.#ways.get(flight.id, () => this.#read(flight, turn));
      const here = whole.filter(([first]) => first !== undefined && isInSquare(square, first));
      places += here.reduce((sum, { length }) => sum + length, 0);
      if (places > maxPlaces) break;
      ways.push(...here);
    }
    return ways
      .map(toLine)
      .sort(([lat = 0, lon = 0], [otherLat = 0, otherLon = 0]) => lat - otherLat || lon - otherLon);
  }

  /** Returns the newest filed flights. */
  async #list(turn: Turn): Promise<readonly Flight[]> {
    const found: Flight[] = [];
    for (let before: number | undefined; found.length < maxListed; ) {
      await turn();
      const request = { states: ['filed'], limit: flightsAtOnce } as const;
      const page = await this.#parts.tracking.operator.pageFlights(
        before === undefined ? request : { ...request, before },
      );
      found.push(...page.flights.map(({ flight }) => flight));
      if (page.next === null) break;
      before = page.next;
    }
    return found;
  }

  async #read(flight: Flight, turn: Turn): Promise<readonly (readonly Place[])[]> {
    const builder = new TaxiWays();
    for await (const reports of readInPieces(this.#parts.records, flight.number, 0, turn))
      for (const report of reports) if (report.kind === 'position') builder.add(report.position);
    return builder.ways;
  }
}

function isOf({ plan, ...flight }: Flight, square: Square): boolean {
  return [plan.departure, arrivalOf({ plan, ...flight })].some(
    ({ lat, lon }) => lat !== null && lon !== null && isInSquare(square, { lat, lon }),
  );
}

/** The ways of one flight on the ground, with no more places than it takes to draw them. */
export class TaxiWays {
  readonly #ways: Place[][] = [];
  #count = 0;
  #isOpen = false;

  /** Those of more than one place. */
  get ways(): readonly (readonly Place[])[] {
    return this.#ways.filter(({ length }) => length > 1);
  }

  add({ lat, lon, onGround, groundSpeedKt }: Pick<Position, 'lat' | 'lon' | 'onGround' | 'groundSpeedKt'>): void {
    if (onGround !== true || (groundSpeedKt ?? 0) > maxTaxiKt || this.#count >= maxPlacesOfFlight) {
      this.#isOpen = false;
      return;
    }
    const place = { lat, lon };
    const way = this.#isOpen ? this.#ways.at(-1) : undefined;
    const last = way?.at(-1);
    if (way === undefined || last === undefined || metresBetween(last, place) > apartM) this.#begin(place);
    else if (metresBetween(last, place) >= nearM) this.#extend(way, place);
  }

  #begin(place: Place): void {
    this.#ways.push([place]);
    this.#isOpen = true;
    this.#count += 1;
  }

  /** A place that lies on the line to the next one is left out. */
  #extend(way: Place[], place: Place): void {
    const [start, middle] = [way.at(-2), way.at(-1)];
    const isStraight =
      start !== undefined &&
      middle !== undefined &&
      metresBetween(start, place) <= apartM &&
      metresBeside(start, place, middle) < besideM;
    if (isStraight) way.pop();
    else this.#count += 1;
    way.push(place);
  }
}

function metresBetween(one: Place, other: Place): number {
  return distanceNm(one, other) * metresPerNm;
}

/** How far a place is beside the line between two others; over a few hundred metres the ground is flat. */
function metresBeside(from: Place, to: Place, place: Place): number {
  const perLon = Math.cos((from.lat * Math.PI) / 180);
  const flat = ({ lat, lon }: Place) => ({ x: (lon - from.lon) * perLon, y: lat - from.lat });
  const [end, point] = [flat(to), flat(place)];
  const length = Math.hypot(end.x, end.y);
  if (length === 0) return metresBetween(from, place);
  return (Math.abs(end.x * point.y - end.y * point.x) / length) * 60 * metresPerNm;
}

function toLine(way: readonly Place[]): TaxiLine {
  let [lastLat, lastLon] = [0, 0];
  return way.flatMap((place) => {
    const [lat, lon] = [Math.round(place.lat * unit), Math.round(place.lon * unit)];
    const step = [lat - lastLat, lon - lastLon];
    [lastLat, lastLon] = [lat, lon];
    return step;
  });
}
