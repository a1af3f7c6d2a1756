import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AirportAt } from '../figures/landed-elsewhere.ts';
import type { Flight } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { Changes } from './changes.ts';
import { apply, isOver } from './flight.ts';
import type { LiveFlight } from './live-flight.ts';
import type { Transition } from './transition.ts';

/** How far flights are delivered to the crew center. */
export interface Deliveries {
  restore(live: LiveFlight, number: number): void;
  /** The flight is over. @throws Refusal `journal-full` */
  close(live: LiveFlight): Promise<void>;
}

/** Every flight that is under way or whose paperwork is, found by its names and by its pilot. */
export class LiveFlights {
  readonly #journal: Pick<Journal, 'saveFlight'>;
  readonly #clock: Clock;
  readonly #cursors: Pick<Deliveries, 'close'>;
  /** Notifies listeners of changes. */
  readonly changes: Changes;
  readonly airportAt: AirportAt;
  /** What the journal has of each flight. */
  readonly #stored = new WeakMap<LiveFlight, Flight>();
  readonly #byId = new Map<string, LiveFlight>();
  readonly #byPirepId = new Map<string, LiveFlight>();
  readonly #byPilot = new Map<string, LiveFlight[]>();
  readonly #arriving = new Set<string>();

  constructor(
    journal: Pick<Journal, 'saveFlight'>,
    clock: Clock,
    cursors: Pick<Deliveries, 'close'>,
    changes: Changes,
    airportAt: AirportAt = () => null,
  ) {
    this.#journal = journal;
    this.#clock = clock;
    this.#cursors = cursors;
    this.changes = changes;
    this.airportAt = airportAt;
  }

  /** Stores a new flight's document. On disk it can be found a moment before it is added here. */
  async store(flight: Flight): Promise<void> {
    this.#arriving.add(flight.id);
    try {
      await this.#journal.saveFlight(flight);
    } catch (error) {
      this.#arriving.delete(flight.id);
      throw error;
    }
  }

  /** Whether the new flight with this id is being stored. */
  isArriving(flightId: string): boolean {
    return this.#arriving.has(flightId);
  }

  /** Adds a flight whose document is stored. */
  add(live: LiveFlight): void {
    this.#arriving.delete(live.flight.id);
    this.#stored.set(live, live.flight);
    this.#byId.set(live.flight.id, live);
    this.#index(live);
    const pilots = this.#byPilot.get(live.flight.pilot.id);
    if (pilots === undefined) this.#byPilot.set(live.flight.pilot.id, [live]);
    else pilots.push(live);
  }

  /**
   * Applies a transition to the flight and stores the result. It is applied in memory first, so that a second call sees it at
   * once. If it cannot be stored, the flight is again what the journal has of it, unless another transition followed: then
   * that one determines what is stored. A flight that is over is removed with its delivery cursor. Listeners are notified.
   * @throws Refusal `journal-full` when it could not be stored
   */
  async apply(live: LiveFlight, transition: Transition): Promise<Flight> {
    const at = this.#clock.now();
    const { flight, change } = apply(live.flight, transition, at);
    this.#replace(live, flight);
    try {
      await this.#journal.saveFlight(flight, change === null ? undefined : { kind: change, at });
    } catch (error) {
      if (isRefusal(error) && live.flight === flight) this.#replace(live, this.#stored.get(live) ?? flight);
      throw error;
    }
    this.#stored.set(live, flight);
    // Not before the transition that ends it is stored.
    const isDone = isOver(flight) && isOver(live.flight);
    if (isDone) this.remove(live);
    if (change !== null) this.changes.notify({ kind: change, flight });
    if (isDone) await this.#cursors.close(live);
    return flight;
  }

  /**
   * Applies a transition to a flight that is over, and is in memory no more, and stores the result. Listeners are notified.
   * @throws Refusal `journal-full` when it could not be stored
   */
  async applyToEnded(ended: Flight, transition: Transition): Promise<Flight> {
    const at = this.#clock.now();
    const { flight, change } = apply(ended, transition, at);
    await this.#journal.saveFlight(flight, change === null ? undefined : { kind: change, at });
    if (change !== null) this.changes.notify({ kind: change, flight });
    return flight;
  }

  /** Whether the flight's document is on disk as it is in memory. */
  isStored(live: LiveFlight): boolean {
    return this.#stored.get(live) === live.flight;
  }

  /** Returns the flight as it is on disk: what is answered must outlive a crash. */
  storedOf(live: LiveFlight): Flight {
    return this.#stored.get(live) ?? live.flight;
  }

  /** Notifies listeners of a new position, or that the newest one is to be delivered again. */
  noteMoved(live: LiveFlight): void {
    this.changes.notify({ kind: 'moved', flight: live.flight, live });
  }

  #replace(live: LiveFlight, flight: Flight): void {
    this.#forgetNames(live);
    live.become(flight);
    this.#index(live);
  }

  remove(live: LiveFlight): void {
    const { id, pilot } = live.flight;
    this.#byId.delete(id);
    this.#forgetNames(live);
    const rest = (this.#byPilot.get(pilot.id) ?? []).filter((each) => each !== live);
    if (rest.length === 0) this.#byPilot.delete(pilot.id);
    else this.#byPilot.set(pilot.id, rest);
  }

  byId(flightId: string): LiveFlight | undefined {
    return this.#byId.get(flightId);
  }

  byPirepId(pirepId: string): LiveFlight | undefined {
    return this.#byPirepId.get(pirepId);
  }

  ofPilot(pilotId: string): readonly LiveFlight[] {
    return this.#byPilot.get(pilotId) ?? [];
  }

  /** Returns the pilot's flight that is `open` or `suspended`. */
  openOf(pilotId: string): LiveFlight | undefined {
    const flights = this.#byPilot.get(pilotId);
    if (flights === undefined) return undefined;
    for (const live of flights) if (live.isUnderWay) return live;
    return undefined;
  }

  [Symbol.iterator](): IterableIterator<LiveFlight> {
    return this.#byId.values();
  }

  #forgetNames(live: LiveFlight): void {
    const { pirepId, formerPirepIds } = live.flight;
    for (const name of [pirepId, ...formerPirepIds])
      if (name !== null && this.#byPirepId.get(name) === live) this.#byPirepId.delete(name);
  }

  #index(live: LiveFlight): void {
    const { id, pirepId, formerPirepIds } = live.flight;
    // It may have been removed while a transition was being stored.
    if (this.#byId.get(id) !== live) return;
    if (pirepId !== null) this.#byPirepId.set(pirepId, live);
    for (const former of formerPirepIds) this.#byPirepId.set(former, live);
  }
}
