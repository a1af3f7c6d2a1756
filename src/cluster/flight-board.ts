import type { Change, Changes } from '../tracking/flight/changes.ts';
import type { Flight } from '../tracking/model.ts';
import type { SeenFlight } from '../tracking/running.ts';
import { type BoardFlight, type Moves, movesOf, viewedOf } from './flight-rows.ts';

/** What changed since a peer asked last. */
export interface BoardNews {
  /** Names this start of the server; numbers of another start mean nothing. */
  readonly start: string;
  readonly number: number;
  /** All flights, because the peer asked for the first time, or too long ago. */
  readonly isAll: boolean;
  /** Those that are new to the peer, or of which more has changed than where they are. */
  readonly flights: readonly BoardFlight[];
  /** Those that only moved. */
  readonly moves: Moves;
  /** Ids of flights that are over. */
  readonly gone: readonly string[];
}

/** What is noted of a flight. */
interface Noted {
  /** The number of its last change. */
  number: number;
  /** The number of the last change of its facts that was seen, and those facts. */
  factsNumber: number;
  facts: string;
  flight: Flight | null;
}

/** Maximum number of ended flights remembered. */
const maxGone = 20_000;

/** The flights of this server for its peers: each gets what changed since it asked last. */
export class FlightBoard implements Disposable {
  readonly #flights: Iterable<SeenFlight>;
  readonly #start: string;
  readonly #listening: Disposable;
  readonly #noted = new Map<string, Noted>();
  readonly #gone = new Map<string, number>();
  #number = 0;
  /** Flights that ended up to this number may be forgotten. */
  #forgotten = 0;

  /** @param start - differs at each start of the server */
  constructor(flights: Iterable<SeenFlight>, changes: Changes, start: string) {
    this.#flights = flights;
    this.#start = start;
    for (const { flight } of flights) this.#noted.set(flight.id, notedAt(0));
    this.#listening = changes.listen((change) => this.#note(change));
  }

  /** @param since - what the peer got last; null the first time */
  news(since: { readonly start: string; readonly number: number } | null): BoardNews {
    this.#noteTaken();
    const isAll = since === null || since.start !== this.#start || since.number < this.#forgotten;
    const after = isAll ? -1 : since.number;
    const flights: BoardFlight[] = [];
    const moved: BoardFlight[] = [];
    const here = new Set<string>();
    for (const live of this.#flights) {
      here.add(live.flight.id);
      const noted = this.#noted.get(live.flight.id);
      if (noted === undefined || noted.number <= after) continue;
      const { facts, ...flight } = viewedOf(live);
      this.#compare(noted, live.flight, facts);
      (noted.factsNumber > after ? flights : moved).push(flight);
    }
    this.#forgetEnded(here);
    const gone = [...this.#gone].filter(([, number]) => number > after).map(([id]) => id);
    return { start: this.#start, number: this.#number, isAll, flights, moves: movesOf(moved), gone: isAll ? [] : gone };
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  #note({ flight: { id } }: Pick<Change, 'flight'>): void {
    this.#number += 1;
    if (this.#gone.size > 0) this.#gone.delete(id);
    const noted = this.#noted.get(id);
    if (noted === undefined) this.#noted.set(id, notedAt(this.#number));
    else noted.number = this.#number;
  }

  /** The document of a flight is another object after each change of it. */
  #compare(noted: Noted, flight: Flight, facts: string): void {
    if (noted.flight === flight && noted.facts === facts) return;
    noted.factsNumber = noted.number;
    noted.flight = flight;
    noted.facts = facts;
  }

  /** A flight of a partition that was taken over is here without a change. */
  #noteTaken(): void {
    for (const { flight } of this.#flights) if (!this.#noted.has(flight.id)) this.#note({ flight });
  }

  /** A flight leaves the core after its last change, so it is looked for when somebody asks. */
  #forgetEnded(here: ReadonlySet<string>): void {
    for (const id of this.#noted.keys()) {
      if (here.has(id)) continue;
      this.#noted.delete(id);
      this.#number += 1;
      this.#gone.set(id, this.#number);
    }
    for (const [id, number] of this.#gone) {
      if (this.#gone.size <= maxGone) return;
      this.#gone.delete(id);
      this.#forgotten = number;
    }
  }
}

function notedAt(number: number): Noted {
  return { number, factsNumber: number, facts: '', flight: null };
}
