import type { Clock } from '../../../lib/clock.ts';
import { ShortCache } from '../../../lib/short-cache.ts';
import type { Desk } from '../../../platform/desk.ts';
import { offered } from '../../desk.ts';
import type { FleetAircraft, ListedAirport } from '../../desk-model.ts';

const keptMs = 60_000;
/** Pilots whose lists are kept: a crew center may have thousands of airports. */
const maxPilots = 32;

/** Airports and fleet as pilots see them: long lists, which a client asks for at every start and with every booking. */
export class PilotLists {
  readonly #desk: Desk;
  readonly #airports: ShortCache<readonly ListedAirport[]>;
  readonly #fleet: ShortCache<readonly FleetAircraft[]>;
  #newest: readonly ListedAirport[] = [];

  constructor(desk: Desk, clock: Clock) {
    this.#desk = desk;
    this.#airports = new ShortCache(clock, keptMs, maxPilots);
    this.#fleet = new ShortCache(clock, keptMs, maxPilots);
  }

  airports(pilotId: string): Promise<readonly ListedAirport[]> {
    return this.#airports.get(pilotId, async () => this.#share(await offered(this.#desk, 'listAirports')(pilotId)));
  }

  fleet(pilotId: string): Promise<readonly FleetAircraft[]> {
    return this.#fleet.get(pilotId, () => offered(this.#desk, 'listFleet')(pilotId));
  }

  /** Returns the list with the entries of the one before where they are the same: nearly all are, for every pilot. */
  #share(airports: readonly ListedAirport[]): readonly ListedAirport[] {
    const before = this.#newest;
    this.#newest = airports.map((airport, index) =>
      isSame(before[index], airport) ? (before[index] ?? airport) : airport,
    );
    return this.#newest;
  }

  /** A bid has changed: the airports are those of the bids too, and an aircraft may be taken. */
  forget(pilotId: string): void {
    this.#airports.forget(pilotId);
    this.#fleet.forget(pilotId);
  }
}

function isSame(one: ListedAirport | undefined, other: ListedAirport): boolean {
  if (one === undefined) return false;
  return (Object.keys(other) as (keyof ListedAirport)[]).every((name) => one[name] === other[name]);
}
