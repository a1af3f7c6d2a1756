import type { Clock } from '../../lib/clock.ts';
import type { Change, Changes, Moving } from '../../tracking/flight/changes.ts';
import { Frame } from './frame.ts';
import { toMapFlight, toMove } from './map-flight.ts';
import { SentProgress } from './progress.ts';
import { nobodyNamed, type ShownName, type ShownNames } from './shown-name.ts';
import type { Viewers } from './viewers.ts';
import type { Delta, MapFlight, Taken } from './wire.ts';

/** Maximum number and total length of deltas kept for viewers that reconnect. A viewer that missed more gets a snapshot. */
const keptDeltas = 120;
const keptCharacters = 4_000_000;

/** How many ticks a flight is kept that is no longer open, and of whose end nobody has heard. */
const maxHidden = 120;

/** A flight on the map. Its position is read when a delta is built; here only flags are set. */
interface Shown {
  readonly key: number;
  live: Moving;
  hasMoved: boolean;
  /** Whether it has been sent to viewers. */
  isSent: boolean;
  readonly progress: SentProgress;
  /** Ticks since it is hidden; 0 while it is open. */
  hiddenFor: number;
}

interface FeedOptions {
  /** First number of a delta; taken from the clock, so that a restarted server never reuses one. */
  readonly firstId?: number;
  readonly publicNames?: ShownNames;
}

/**
 * The map's data: a snapshot, then numbered deltas once a second, each encoded once for all viewers. A flight is on it
 * while it is open: from the first position on until it is filed, cancelled, abandoned or suspended.
 */
export class Feed {
  readonly #shown = new Map<string, Shown>();
  readonly #gone = new Set<string>();
  readonly #deltas: { readonly id: number; readonly frame: Frame }[] = [];
  readonly #viewers: Viewers;
  readonly #clock: Clock;
  readonly #publicNames: ShownNames;
  #characters = 0;
  /** Ticks since the last viewer left. */
  #unwatched = keptDeltas;
  #lastId: number;
  #lastKey = 0;
  #snapshot: string | null = null;
  #snapshotFrame: Frame | null = null;
  #timer: Disposable | null = null;
  readonly #listening: Disposable;

  constructor(
    changes: Changes,
    flights: Iterable<Moving>,
    viewers: Viewers,
    clock: Clock,
    { firstId = clock.now(), publicNames = nobodyNamed }: FeedOptions = {},
  ) {
    this.#viewers = viewers;
    this.#clock = clock;
    this.#publicNames = publicNames;
    this.#lastId = firstId;
    for (const live of flights) if (live.flight.state === 'open' && live.lastPosition !== null) this.#move(live);
    this.#listening = changes.listen((change) => this.#hear(change));
    this.#arm();
  }

  /** Returns the current map as JSON, `{id, flights}`; built at most once between two ticks. */
  snapshot(): string {
    this.#snapshot ??= JSON.stringify({ id: this.#lastId, flights: this.#toldFlights() });
    return this.#snapshot;
  }

  /** Returns at most `max` of the flights as JSON. */
  first(max: number): string {
    const sent = [...this.#shown.values()].filter(({ isSent }) => isSent).slice(0, max);
    const nameOf = this.#publicNames.shown();
    return JSON.stringify(sent.map(({ key, live }) => toMapFlight(key, live, nameOf)));
  }

  /** Returns the frames after `id`; null when they are no longer kept and the viewer needs a snapshot. */
  since(id: number): readonly Frame[] | null {
    const first = this.#deltas[0];
    if (id === this.#lastId) return [];
    if (first === undefined || id < first.id - 1 || id > this.#lastId) return null;
    return this.#deltas.filter((delta) => delta.id > id).map((delta) => delta.frame);
  }

  snapshotFrame(): Frame {
    this.#snapshotFrame ??= new Frame(`id: ${this.#lastId}\nevent: snapshot\ndata: ${this.snapshot()}\n\n`);
    return this.#snapshotFrame;
  }

  close(): void {
    this.#timer?.[Symbol.dispose]();
    this.#listening[Symbol.dispose]();
    this.#viewers.close();
  }

  /** Sends the changes since the last tick. */
  tick(): void {
    const delta = this.#takeDelta();
    if (delta === null) this.#viewers.keepAlive(() => this.snapshotFrame());
    else this.#sendDelta(delta);
  }

  #sendDelta(delta: Delta): void {
    this.#lastId += 1;
    this.#snapshot = null;
    this.#snapshotFrame = null;
    if (this.#isUnwatched()) {
      this.#forgetDeltas();
      return;
    }
    const frame = new Frame(`id: ${this.#lastId}\nevent: delta\ndata: ${JSON.stringify(delta)}\n\n`);
    this.#keep(frame);
    this.#viewers.send(frame, () => this.snapshotFrame());
  }

  /** A viewer that reconnects now gets a snapshot, so no deltas are recorded. */
  #isUnwatched(): boolean {
    this.#unwatched = this.#viewers.count > 0 ? 0 : this.#unwatched + 1;
    return this.#unwatched > keptDeltas;
  }

  #forgetDeltas(): void {
    this.#deltas.length = 0;
    this.#characters = 0;
  }

  #keep(frame: Frame): void {
    this.#deltas.push({ id: this.#lastId, frame });
    this.#characters += frame.text.length;
    while (this.#deltas.length > keptDeltas || this.#characters > keptCharacters) {
      this.#characters -= this.#deltas.shift()?.frame.text.length ?? 0;
    }
  }

  #arm(): void {
    this.#timer = this.#clock.after(1_000, () => {
      this.tick();
      this.#arm();
    });
  }

  #hear(change: Change): void {
    // A report that was being processed when the flight ended may be notified after its end.
    if (change.flight.state !== 'open') this.#leave(change.flight.id);
    else if (change.kind === 'moved') this.#move(change.live);
  }

  #move(live: Moving): void {
    const shown = this.#shown.get(live.flight.id);
    if (shown === undefined) {
      this.#lastKey += 1;
      this.#shown.set(live.flight.id, {
        key: this.#lastKey,
        live,
        hasMoved: true,
        isSent: false,
        progress: new SentProgress(),
        hiddenFor: 0,
      });
    } else {
      shown.live = live;
      shown.hasMoved = true;
    }
  }

  #leave(id: string): void {
    if (this.#shown.get(id)?.isSent === true) this.#gone.add(id);
    this.#shown.delete(id);
  }

  /** A flight that is no longer open is not on the map. If its end cannot be stored, it is open again, and back without a report. */
  #hide(id: string, shown: Shown): void {
    if (shown.isSent) this.#gone.add(id);
    shown.isSent = false;
    shown.hasMoved = true;
    shown.hiddenFor += 1;
    // It left with its partition while its end was being stored: where it is now, another object stands for it.
    if (shown.hiddenFor > maxHidden) this.#shown.delete(id);
  }

  #takeDelta(): Delta | null {
    const delta: Taken = { at: this.#clock.now(), new: [], moved: [], progress: [], gone: [] };
    const nameOf = this.#publicNames.shown();
    for (const [id, shown] of this.#shown) {
      const isOpen = shown.live.flight.state === 'open';
      if (isOpen) shown.hiddenFor = 0;
      else this.#hide(id, shown);
      if (isOpen && (shown.hasMoved || shown.progress.hasTurned(shown.live))) this.#take(delta, [id, shown], nameOf);
    }
    delta.gone.push(...this.#gone);
    this.#gone.clear();
    return delta.new.length + delta.moved.length + delta.gone.length === 0 ? null : delta;
  }

  #take(delta: Taken, [id, shown]: readonly [id: string, shown: Shown], nameOf: ShownName): void {
    const { key, live } = shown;
    const progress = shown.progress.take(live, delta.at);
    shown.hasMoved = false;
    if (shown.isSent && !shown.progress.hasTurned(live)) {
      delta.moved.push(toMove(key, live, delta.at));
      if (progress !== null) delta.progress.push([key, ...progress]);
    } else {
      shown.isSent = true;
      shown.progress.noteArrival(live);
      // A flight that left and returned within one tick counts as new.
      this.#gone.delete(id);
      delta.new.push(toMapFlight(key, live, nameOf));
    }
  }

  #toldFlights(): readonly MapFlight[] {
    const sent: MapFlight[] = [];
    const nameOf = this.#publicNames.shown();
    for (const { key, live, isSent } of this.#shown.values()) if (isSent) sent.push(toMapFlight(key, live, nameOf));
    return sent;
  }
}
