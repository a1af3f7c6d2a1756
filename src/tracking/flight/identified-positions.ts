import type { Journal } from '../../journal/journal.ts';
import type { Position, RefusedReport } from '../model.ts';
import type { LiveFlight } from './live-flight.ts';
import { dateBySimTime } from './sim-time-dates.ts';
import { findStored } from './stored-before.ts';

/** What became of the positions of one call. */
interface Counted {
  readonly duplicate: number;
  readonly refused: readonly RefusedReport[];
}

/** A text that the client gave, or a number that its contract made of what the position says. */
type ClientId = string | number;

/** Positions with the id of each; null for one without. */
interface Identified {
  readonly positions: readonly Position[];
  readonly ids: readonly (ClientId | null)[];
  readonly isDatedBySimTime?: boolean;
}

/** @param isNamed - whether an id tells the one at this place from all others of the flight */
type Store<Result> = (fresh: readonly Position[], isNamed: (index: number) => boolean) => Promise<Result>;

/** Recognises positions that have ids: one with a known id of its flight is a repeat, whatever else it holds. */
export class IdentifiedPositions<Result extends Counted> {
  readonly #journal: Pick<Journal, 'readReports'>;
  readonly #originals: () => Promise<void>;
  readonly #knownOf = new WeakMap<LiveFlight, Known<Result>>();

  /** @param originals settles when everything that was reported so far is on disk */
  constructor(journal: Pick<Journal, 'readReports'>, originals: () => Promise<void>) {
    this.#journal = journal;
    this.#originals = originals;
  }

  /**
   * Stores those that are no repeats. One call of a flight at a time: a repeat is acknowledged only after its original is on
   * disk, and stored if that failed.
   */
  store(live: LiveFlight, request: Identified, store: Store<Result>): Promise<Result> {
    const known = this.#know(live);
    const inTurn = () => this.#inTurn(live, known, request, store);
    const { last } = known;
    known.waiting += 1;
    const result = last === null ? inTurn() : last.then(inTurn, inTurn);
    known.last = result;
    return result;
  }

  #know(live: LiveFlight): Known<Result> {
    let known = this.#knownOf.get(live);
    if (known === undefined) {
      known = { ids: null, last: null, waiting: 0 };
      this.#knownOf.set(live, known);
    }
    return known;
  }

  #inTurn(live: LiveFlight, known: Known<Result>, request: Identified, store: Store<Result>): Promise<Result> {
    const turn = { ids: request.ids, positions: datedOf(live, request), store };
    if (known.ids !== null) return this.#store(known, known.ids, turn);
    return this.#findStored(live, turn).then(
      (found) => {
        known.ids = found;
        return this.#store(known, found, turn);
      },
      (error: unknown) => {
        end(known);
        throw error;
      },
    );
  }

  /** Not an async function: while many positions wait for the disk, each keeps little. */
  #store(known: Known<Result>, all: ClientIds, { ids, positions, store }: TurnOf<Result>): Promise<Result> {
    const places = all.addAll(ids, positions.length);
    const fresh = places === null ? positions : places.map((place) => positions[place] as Position);
    const repeats = positions.length - fresh.length;
    const placeOf = (index: number) => (places === null ? index : (places[index] ?? index));
    const idOf = (index: number) => ids[placeOf(index)] ?? null;
    const isNamed = (index: number) => idOf(index) !== null;
    const fail = (error: unknown): never => {
      end(known);
      for (let index = 0; index < fresh.length; index++) all.forget(idOf(index));
      throw error;
    };
    const count = (result: Result): Result => {
      end(known);
      if (repeats === 0 && result.refused.length === 0) return result;
      for (const { index } of result.refused) all.forget(idOf(index));
      const refused = result.refused.map((each) => ({ ...each, index: placeOf(each.index) }));
      return { ...result, refused, duplicate: result.duplicate + repeats };
    };
    try {
      const stored = repeats === 0 ? store(fresh, isNamed) : this.#originals().then(() => store(fresh, isNamed));
      return stored.then(count, fail);
    } catch (error) {
      return fail(error);
    }
  }

  /** The ids of the first call after a restart of those of its positions that are stored. */
  async #findStored(live: LiveFlight, { positions, ids }: TurnOf<Result>): Promise<ClientIds> {
    const named = positions.filter((_, index) => (ids[index] ?? null) !== null);
    const stored = live.positionCount === 0 ? null : await findStored(this.#journal, live.flight.number, named);
    const known = new ClientIds();
    positions.forEach((position, index) => {
      if (stored?.has(position)) known.add(ids[index] ?? null);
    });
    return known;
  }
}

/** What is known of a flight. */
interface Known<Result> {
  /** Null until its first call has found which of its positions are stored. */
  ids: ClientIds | null;
  /** The last call that is under way; null when none is: what it brought would be kept until the next one otherwise. */
  last: Promise<Result> | null;
  /** How many calls are under way. */
  waiting: number;
}

/** One call in its turn. */
interface TurnOf<Result> extends Pick<Identified, 'positions' | 'ids'> {
  readonly store: Store<Result>;
}

function end(known: Known<unknown>): void {
  known.waiting -= 1;
  if (known.waiting === 0) known.last = null;
}

function datedOf(live: LiveFlight, { positions, isDatedBySimTime = false }: Identified): readonly Position[] {
  if (!isDatedBySimTime || positions.length < 2) return positions;
  return dateBySimTime(positions, { newest: live.lastPosition, startedAt: live.flight.startedAt });
}

/** Maximum number of ids remembered of a flight; the oldest are forgotten first. */
const maxIds = 20_000;

/**
 * The ids of a flight's positions, given by the client or made of what they say, to recognise repeats of those without a time of their own. In memory: after
 * a restart a repeat is recognised by its time alone, of which the contract makes a client's own id a part.
 */
class ClientIds {
  readonly #ids = new Set<ClientId>();

  /** Adds so many ids. Returns the places of those that were not known; null when none was. */
  addAll(ids: readonly (ClientId | null)[], count: number): readonly number[] | null {
    let places: number[] | null = null;
    for (let place = 0; place < count; place++) {
      if (this.add(ids[place] ?? null)) places?.push(place);
      else places ??= Array.from({ length: place }, (_, before) => before);
    }
    return places;
  }

  /** Returns false for an id that is known; null is never known. */
  add(id: ClientId | null): boolean {
    if (id === null) return true;
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > maxIds) this.#forgetOldest();
    return true;
  }

  #forgetOldest(): void {
    const [oldest] = this.#ids;
    if (oldest !== undefined) this.#ids.delete(oldest);
  }

  /** Undoes an `add` whose position could not be stored. */
  forget(id: ClientId | null): void {
    if (id !== null) this.#ids.delete(id);
  }
}
