import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { Change, Moving } from '../../tracking/flight/changes.ts';
import type { Flight } from '../../tracking/model.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import type { Records } from '../records.ts';
import { MinuteTrack } from './minute-track.ts';

const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;
/** Maximum number of flights of a day, and of their points: 32 MB. The oldest flights are left out beyond it. */
const maxFlights = 3_000;
const maxPoints = 2_000_000;
/** Number of reports read at once: a flight of a day is never in memory as a whole. */
const readAtOnce = 1_000;
const flightsAtOnce = 50;
/** Flights are read by when they began: after so many pages without one of this day there are no more. */
const maxEmptyPages = 10;
const endedStates = ['filing', 'filed', 'cancelled', 'abandoned'] as const;

/** A flight of the last 24 hours, with its thinned track. */
export interface DayFlight {
  flight: Flight;
  track: MinuteTrack;
  /** The minute in which its position was read last. */
  sampledAt: number;
}

/** The tracks of the last 24 hours: of what flies now as it moves, of what flew before from the journal, read in the background. */
export class Day {
  readonly #flights = new Map<string, DayFlight>();
  readonly #tracking: Tracking;
  readonly #records: Pick<Records, 'readReports'>;
  readonly #clock: Clock;
  #loading: Promise<void> | null = null;
  #listening: Disposable | null = null;
  #isClosed = false;
  #loaded = 0;
  #toLoad = 1;

  constructor(tracking: Tracking, records: Pick<Records, 'readReports'>, clock: Clock) {
    this.#tracking = tracking;
    this.#records = records;
    this.#clock = clock;
  }

  /** Share of the earlier flights that have been read, 0 … 1. */
  get loadedShare(): number {
    return Math.min(1, this.#loaded / this.#toLoad);
  }

  /** Begins to listen and to read, with the first visitor; later calls do nothing. Resolves once all has been read. */
  begin(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Returns the flights of the last 24 hours, and drops older ones. */
  flights(): readonly DayFlight[] {
    const since = this.#clock.now() - dayMs;
    let points = 0;
    for (const [id, { flight, track }] of this.#flights) {
      points += track.count;
      if (flight.endedAt !== null && flight.endedAt < since) this.#flights.delete(id);
    }
    for (const [id, { track }] of this.#flights) {
      if (this.#flights.size <= maxFlights && points <= maxPoints) break;
      points -= track.count;
      this.#flights.delete(id);
    }
    return [...this.#flights.values()];
  }

  /** Stops reading and listening. */
  close(): void {
    this.#isClosed = true;
    this.#listening?.[Symbol.dispose]();
  }

  async #load(): Promise<void> {
    this.#listening = this.#tracking.changes.listen((change) => this.#hear(change));
    const since = this.#clock.now() - dayMs;
    const aloft = [...this.#tracking.flights].map(({ flight }) => flight);
    const flights = [...(await this.#endedSince(since)).reverse(), ...aloft];
    this.#toLoad = Math.max(1, flights.length);
    for (const flight of flights) {
      if (this.#isClosed) return;
      await this.#read(flight, since);
      this.#loaded += 1;
    }
    this.#loaded = this.#toLoad;
  }

  /** Returns the flights that ended after this instant, the newest first, read a page at a time. */
  async #endedSince(endedSince: number): Promise<Flight[]> {
    const found: Flight[] = [];
    let emptyPages = 0;
    for (let before: number | undefined; found.length < maxFlights && emptyPages < maxEmptyPages && !this.#isClosed; ) {
      const request = { states: endedStates, endedSince, limit: flightsAtOnce };
      const page = await this.#tracking.operator.pageFlights(before === undefined ? request : { ...request, before });
      found.push(...page.flights.map(({ flight }) => flight));
      emptyPages = page.flights.length === 0 ? emptyPages + 1 : 0;
      if (page.next === null) break;
      before = page.next;
      await setImmediate();
    }
    return found;
  }

  /** Reads a track piece by piece; what was sampled meanwhile comes after it. */
  async #read(flight: Flight, since: number): Promise<void> {
    const track = new MinuteTrack();
    for (let after = 0; ; ) {
      const reports = await this.#records.readReports(flight.number, { after, limit: readAtOnce });
      for (const report of reports) {
        if (report.kind !== 'position' || report.position.recordedAt < since) continue;
        const { recordedAt, lat, lon, altitudeMslFt } = report.position;
        track.add(recordedAt, lat, lon, altitudeMslFt);
      }
      after = reports.at(-1)?.number ?? after;
      if (reports.length < readAtOnce || this.#isClosed) break;
      await setImmediate();
    }
    const known = this.#flights.get(flight.id);
    if (known === undefined) this.#flights.set(flight.id, { flight, track, sampledAt: 0 });
    else {
      track.append(known.track);
      known.track = track;
    }
  }

  #hear(change: Change): void {
    const known = this.#flights.get(change.flight.id);
    if (known !== undefined) known.flight = change.flight;
    if (change.kind === 'moved') this.#sample(change.live, known);
  }

  #sample(live: Moving, known: DayFlight | undefined): void {
    const { flight } = live;
    const minute = Math.floor(this.#clock.now() / minuteMs);
    if (known?.sampledAt === minute) return;
    const entry = known ?? { flight, track: new MinuteTrack(), sampledAt: 0 };
    const position = live.lastPosition;
    entry.sampledAt = minute;
    if (known === undefined) this.#flights.set(flight.id, entry);
    if (position !== null) entry.track.add(position.recordedAt, position.lat, position.lon, position.altitudeMslFt);
  }
}
