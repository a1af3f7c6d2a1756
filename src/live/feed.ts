import type { Clock } from '../lib/clock.ts';
import type { Change, Changes } from '../tracking/changes.ts';
import type { LiveFlight } from '../tracking/live-flight.ts';
import type { Flight, Position } from '../tracking/model.ts';
import type { Viewers } from './viewers.ts';
import type { Delta, MapAirport, MapFlight, MapPlace } from './wire.ts';

/** Deltas kept for viewers that come back. */
const keptDeltas = 120;

/**
 * The map's data: a snapshot, then numbered deltas once a second, each encoded once for all viewers. A flight is on it
 * while it is open: from the first position on until it is filed, cancelled, abandoned or suspended.
 */
export class Feed {
  readonly #shown = new Map<string, MapFlight>();
  readonly #moved = new Map<string, { readonly flight: Flight; readonly place: MapPlace }>();
  readonly #gone = new Set<string>();
  readonly #deltas: { readonly id: number; readonly frame: string }[] = [];
  readonly #viewers: Viewers;
  readonly #clock: Clock;
  #lastId: number;
  #snapshot: string | null = null;
  #timer: Disposable | null = null;
  readonly #listening: Disposable;

  /** @param firstId - numbers go on from here; taken from the clock, so that a restarted server never reuses one */
  constructor(changes: Changes, flights: Iterable<LiveFlight>, viewers: Viewers, clock: Clock, firstId = clock.now()) {
    this.#viewers = viewers;
    this.#clock = clock;
    this.#lastId = firstId;
    for (const live of flights) {
      if (live.flight.state === 'open' && live.fold.last !== null) this.#move(live.flight, live.fold.last, live.phase);
    }
    this.#listening = changes.listen((change) => this.#hear(change));
    this.#arm();
  }

  /** JSON of everything that is on the map now, `{id, flights}`; built once for all who ask between two ticks. */
  snapshot(): string {
    this.#snapshot ??= JSON.stringify({ id: this.#lastId, flights: [...this.#shown.values()] });
    return this.#snapshot;
  }

  /** The frames that a viewer missed since `id`; null when they are no longer kept, so that it needs a snapshot. */
  since(id: number): string | null {
    const first = this.#deltas[0];
    if (id === this.#lastId) return '';
    if (first === undefined || id < first.id - 1 || id > this.#lastId) return null;
    return this.#deltas
      .filter((delta) => delta.id > id)
      .map((delta) => delta.frame)
      .join('');
  }

  snapshotFrame(): string {
    return `id: ${this.#lastId}\nevent: snapshot\ndata: ${this.snapshot()}\n\n`;
  }

  close(): void {
    this.#timer?.[Symbol.dispose]();
    this.#listening[Symbol.dispose]();
    this.#viewers.close();
  }

  /** Sends what changed since the last tick. */
  tick(): void {
    const delta = this.#takeDelta();
    if (delta === null) this.#viewers.keepAlive(() => this.snapshotFrame());
    else this.#sendDelta(delta);
  }

  #sendDelta(delta: Delta): void {
    this.#lastId += 1;
    this.#snapshot = null;
    const frame = `id: ${this.#lastId}\nevent: delta\ndata: ${JSON.stringify(delta)}\n\n`;
    this.#deltas.push({ id: this.#lastId, frame });
    if (this.#deltas.length > keptDeltas) this.#deltas.shift();
    this.#viewers.send(frame, () => this.snapshotFrame());
  }

  #arm(): void {
    this.#timer = this.#clock.after(1_000, () => {
      this.tick();
      this.#arm();
    });
  }

  #hear(change: Change): void {
    const { flight } = change;
    if (change.kind === 'moved') this.#move(flight, change.position, change.phase ?? '');
    else if (flight.state !== 'open') {
      this.#moved.delete(flight.id);
      if (this.#shown.has(flight.id)) this.#gone.add(flight.id);
    }
  }

  #move(flight: Flight, position: Position, phase: string): void {
    const { lat, lon, headingDeg, altitudeMslFt, groundSpeedKt, verticalSpeedFpm, receivedAt } = position;
    this.#gone.delete(flight.id);
    this.#moved.set(flight.id, {
      flight,
      place: [lat, lon, headingDeg, altitudeMslFt, groundSpeedKt, verticalSpeedFpm, phase, receivedAt],
    });
  }

  #takeDelta(): Delta | null {
    if (this.#moved.size === 0 && this.#gone.size === 0) return null;
    const added: MapFlight[] = [];
    const moved: (readonly [string, ...MapPlace])[] = [];
    for (const [id, { flight, place }] of this.#moved) {
      const shown = this.#shown.get(id);
      const next = shown === undefined ? toMapFlight(flight, place) : { ...shown, at: place };
      this.#shown.set(id, next);
      if (shown === undefined) added.push(next);
      else moved.push([id, ...place]);
    }
    const gone = [...this.#gone];
    for (const id of gone) this.#shown.delete(id);
    this.#moved.clear();
    this.#gone.clear();
    return { new: added, moved, gone };
  }
}

function toMapFlight({ id, plan, aircraft }: Flight, at: MapPlace): MapFlight {
  const airport = ({ icao, lat, lon }: Flight['plan']['departure']): MapAirport => ({ icao, lat, lon });
  return {
    id,
    callsign: plan.callsign ?? plan.ident,
    departure: airport(plan.departure),
    arrival: airport(plan.arrival),
    aircraft: aircraft?.icao ?? null,
    registration: aircraft?.registration ?? null,
    at,
  };
}
