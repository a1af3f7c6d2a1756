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

/** Positions with the client's own id of each; null for one without. */
interface Identified {
  readonly positions: readonly Position[];
  readonly ids: readonly (string | null)[];
  readonly isDatedBySimTime?: boolean;
}

/** @param named - those that an id of the client's own tells from all others of the flight */
type Store<Result> = (fresh: readonly Position[], named: ReadonlySet<Position>) => Promise<Result>;

/** Recognises positions to which the client gave ids: one with a known id of its flight is a repeat, whatever else it holds. */
export class IdentifiedPositions<Result extends Counted> {
  readonly #journal: Pick<Journal, 'readReports'>;
  readonly #originals: () => Promise<void>;
  readonly #idsOf = new WeakMap<LiveFlight, ClientIds>();
  readonly #lastOf = new WeakMap<LiveFlight, Promise<Result>>();

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
    const inTurn = () => this.#inTurn(live, request, store);
    const before = this.#lastOf.get(live);
    const result = before === undefined ? inTurn() : before.then(inTurn, inTurn);
    this.#lastOf.set(live, result);
    return result;
  }

  #inTurn(live: LiveFlight, request: Identified, store: Store<Result>): Promise<Result> {
    const positions = datedOf(live, request);
    const known = this.#idsOf.get(live);
    return known === undefined
      ? this.#findKnown(live, { positions, ids: request.ids }).then((found) =>
          this.#store(found, request, positions, store),
        )
      : this.#store(known, request, positions, store);
  }

  /** Not an async function: while many positions wait for the disk, each keeps little. */
  #store(known: ClientIds, { ids }: Identified, positions: readonly Position[], store: Store<Result>): Promise<Result> {
    const places: number[] = [];
    const fresh: Position[] = [];
    const named = new Set<Position>();
    for (const [index, position] of positions.entries()) {
      const id = ids[index] ?? null;
      if (!known.add(id)) continue;
      places.push(index);
      fresh.push(position);
      if (id !== null) named.add(position);
    }
    const forget = (indices: readonly number[]) => {
      for (const index of indices) known.forget(ids[index] ?? null);
    };
    const repeats = positions.length - fresh.length;
    const fail = (error: unknown): never => {
      forget(places);
      throw error;
    };
    const count = (result: Result): Result => {
      if (repeats === 0 && result.refused.length === 0) return result;
      const refused = result.refused.map((each) => ({ ...each, index: places[each.index] ?? each.index }));
      forget(refused.map(({ index }) => index));
      return { ...result, refused, duplicate: result.duplicate + repeats };
    };
    try {
      const stored = repeats === 0 ? store(fresh, named) : this.#originals().then(() => store(fresh, named));
      return stored.then(count, fail);
    } catch (error) {
      return fail(error);
    }
  }

  /** The ids of a flight; those of its first call after a restart whose positions are stored are known. */
  async #findKnown(live: LiveFlight, { positions, ids }: Identified): Promise<ClientIds> {
    const named = positions.filter((_, index) => (ids[index] ?? null) !== null);
    const stored = live.positionCount === 0 ? null : await findStored(this.#journal, live.flight.number, named);
    const known = new ClientIds();
    positions.forEach((position, index) => {
      if (stored?.has(position)) known.add(ids[index] ?? null);
    });
    this.#idsOf.set(live, known);
    return known;
  }
}

function datedOf(live: LiveFlight, { positions, isDatedBySimTime = false }: Identified): readonly Position[] {
  if (!isDatedBySimTime || positions.length < 2) return positions;
  return dateBySimTime(positions, { newest: live.lastPosition, startedAt: live.flight.startedAt });
}

/** Maximum number of ids remembered of a flight; the oldest are forgotten first. */
const maxIds = 20_000;

/**
 * The ids that a client gave to its positions, to recognise repeats of those without a time of their own. In memory: after
 * a restart a repeat is recognised by its time alone, of which the contract makes the id a part.
 */
class ClientIds {
  readonly #ids = new Set<string>();

  /** Returns false for an id that is known; null is never known. */
  add(id: string | null): boolean {
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
  forget(id: string | null): void {
    if (id !== null) this.#ids.delete(id);
  }
}
