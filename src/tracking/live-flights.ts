import type { LiveFlight } from './live-flight.ts';
import type { Flight } from './model.ts';

/** Every flight that is under way or whose paperwork is, found by its names and by its pilot. */
export class LiveFlights {
  readonly #byId = new Map<string, LiveFlight>();
  readonly #byPirepId = new Map<string, LiveFlight>();
  readonly #byPilot = new Map<string, LiveFlight[]>();

  add(live: LiveFlight): void {
    this.#byId.set(live.flight.id, live);
    this.#index(live);
    const pilots = this.#byPilot.get(live.flight.pilot.id);
    if (pilots === undefined) this.#byPilot.set(live.flight.pilot.id, [live]);
    else pilots.push(live);
  }

  /** Replaces the flight's document. */
  update(live: LiveFlight, change: Partial<Flight>): Flight {
    this.#forgetNames(live);
    live.flight = { ...live.flight, ...change };
    this.#index(live);
    return live.flight;
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

  /** The one that is `open` or `suspended`. */
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
    const { pirepId, formerPirepIds } = live.flight;
    if (pirepId !== null) this.#byPirepId.set(pirepId, live);
    for (const former of formerPirepIds) this.#byPirepId.set(former, live);
  }
}
