import type { Change, Changes } from '../tracking/changes.ts';
import type { FlightView } from '../tracking/flight-view.ts';
import type { SeenFlight } from '../tracking/running.ts';

/** A flight as another server gets it. */
export interface BoardFlight {
  readonly view: FlightView;
  readonly fold: SeenFlight['fold'];
  readonly knownPhase: SeenFlight['knownPhase'];
}

/** What changed since a peer asked last. */
export interface BoardNews {
  /** Names this start of the server; numbers of another start mean nothing. */
  readonly start: string;
  readonly number: number;
  /** All flights, because the peer asked for the first time, or too long ago. */
  readonly isAll: boolean;
  readonly flights: readonly BoardFlight[];
  /** Ids of flights that are over. */
  readonly gone: readonly string[];
}

/** Maximum number of ended flights remembered. */
const maxGone = 20_000;

/** The flights of this server for its peers: each gets what changed since it asked last. */
export class FlightBoard implements Disposable {
  readonly #flights: Iterable<SeenFlight>;
  readonly #start: string;
  readonly #listening: Disposable;
  /** The number of each flight's last change. */
  readonly #changed = new Map<string, number>();
  readonly #gone = new Map<string, number>();
  #number = 0;
  /** Flights that ended up to this number may be forgotten. */
  #forgotten = 0;

  /** @param start - differs at each start of the server */
  constructor(flights: Iterable<SeenFlight>, changes: Changes, start: string) {
    this.#flights = flights;
    this.#start = start;
    for (const { flight } of flights) this.#changed.set(flight.id, 0);
    this.#listening = changes.listen((change) => this.#note(change));
  }

  /** @param since - what the peer got last; null the first time */
  news(since: { readonly start: string; readonly number: number } | null): BoardNews {
    this.#noteTaken();
    const isAll = since === null || since.start !== this.#start || since.number < this.#forgotten;
    const after = isAll ? -1 : since.number;
    const flights: BoardFlight[] = [];
    const here = new Set<string>();
    for (const live of this.#flights) {
      here.add(live.flight.id);
      if ((this.#changed.get(live.flight.id) ?? 0) <= after) continue;
      flights.push({ view: live.view(), fold: live.fold, knownPhase: live.knownPhase });
    }
    this.#forgetEnded(here);
    const gone = [...this.#gone].filter(([, number]) => number > after).map(([id]) => id);
    return { start: this.#start, number: this.#number, isAll, flights, gone: isAll ? [] : gone };
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  #note({ flight }: Pick<Change, 'flight'>): void {
    this.#number += 1;
    this.#gone.delete(flight.id);
    this.#changed.set(flight.id, this.#number);
  }

  /** A flight of a partition that was taken over is here without a change. */
  #noteTaken(): void {
    for (const { flight } of this.#flights) if (!this.#changed.has(flight.id)) this.#note({ flight });
  }

  /** A flight leaves the core after its last change, so it is looked for when somebody asks. */
  #forgetEnded(here: ReadonlySet<string>): void {
    for (const id of this.#changed.keys()) {
      if (here.has(id)) continue;
      this.#changed.delete(id);
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
