import type { ReportResult, Session } from '../calls.ts';
import type { Position } from '../model.ts';

import type { LiveFlight } from './live-flight.ts';
import type { ReportStore } from './report-store.ts';

/** Stores positions to which the client gave ids: one with a known id of its flight is a repeat, whatever else it holds. */
export class IdentifiedPositions {
  readonly #store: Pick<ReportStore, 'positions' | 'settle'>;
  readonly #idsOf = new WeakMap<LiveFlight, ClientIds>();
  readonly #lastOf = new WeakMap<LiveFlight, Promise<ReportResult>>();

  constructor(store: Pick<ReportStore, 'positions' | 'settle'>) {
    this.#store = store;
  }

  /**
   * One call of a flight at a time: a repeat is acknowledged only after its original is on disk, and stored if that failed.
   * @param ids - of each position; null for one without
   */
  positions(
    live: LiveFlight,
    session: Session,
    positions: readonly Position[],
    ids: readonly (string | null)[],
  ): Promise<ReportResult> {
    const inTurn = () => this.#inTurn(live, session, positions, ids);
    const before = this.#lastOf.get(live);
    const result = before === undefined ? inTurn() : before.then(inTurn, inTurn);
    this.#lastOf.set(live, result);
    return result;
  }

  async #inTurn(
    live: LiveFlight,
    session: Session,
    positions: readonly Position[],
    ids: readonly (string | null)[],
  ): Promise<ReportResult> {
    const known = this.#idsOf.get(live) ?? new ClientIds();
    this.#idsOf.set(live, known);
    const places = positions.flatMap((_, index) => (known.add(ids[index] ?? null) ? [index] : []));
    const forget = (indices: readonly number[]) => {
      for (const index of indices) known.forget(ids[index] ?? null);
    };
    try {
      const fresh = places.map((index) => positions[index] as Position);
      const repeats = positions.length - fresh.length;
      if (repeats > 0) await this.#store.settle();
      const result = await this.#store.positions(live, session, fresh);
      const refused = result.refused.map((each) => ({ ...each, index: places[each.index] ?? each.index }));
      forget(refused.map(({ index }) => index));
      return { ...result, refused, duplicate: result.duplicate + repeats };
    } catch (error) {
      forget(places);
      throw error;
    }
  }
}

/** Maximum number of ids remembered of a flight; the oldest are forgotten first. */
const maxIds = 20_000;

/**
 * The ids that a client gave to its positions, to recognise repeats of those without a time of their own. In memory: after
 * a restart a repeat is recognised by its time alone, of which the contract makes the id a part.
 */
export class ClientIds {
  readonly #ids = new Set<string>();

  /** Returns false for an id that is known; null is never known. */
  add(id: string | null): boolean {
    if (id === null) return true;
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > maxIds && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }

  /** Undoes an `add` whose position could not be stored. */
  forget(id: string | null): void {
    if (id !== null) this.#ids.delete(id);
  }
}
