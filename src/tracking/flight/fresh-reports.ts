import type { FlightEvent, Position, RefusedReport } from '../model.ts';
import { Echoes } from './echoes.ts';
import type { LiveFlight } from './live-flight.ts';
import { type EventAllowance, type Quotas, sizeOf, spend } from './quota.ts';

/** The reports of one call, separated. */
export interface Fresh<T> {
  readonly fresh: readonly T[];
  readonly duplicate: number;
  readonly refused: readonly RefusedReport[];
  /** The remaining quota of events, once the new ones are stored. */
  readonly allowance: EventAllowance | null;
}

/** The limits that `findFresh` applies. */
export interface AdmissionLimits {
  /** Maximum time that a `recordedAt` may be ahead of the server's clock, in milliseconds. */
  readonly aheadMs: number;
  readonly quotas: Quotas;
}

export interface Admission {
  readonly now: number;
  readonly limits: AdmissionLimits;
  /** The remaining quota of the flight's events; null before the first. */
  readonly allowance: EventAllowance | null;
  /** Whether the report at this index has an id of the client's own that is new to the flight; one that is dated is compared all the same. */
  readonly isNamed?: ((index: number) => boolean) | undefined;
}

/**
 * Splits reports into those to store, repeats (also within the batch), and those refused: from the future or beyond the
 * flight's quota.
 */
export function findFresh<T extends Position | FlightEvent>(
  live: LiveFlight,
  reports: readonly T[],
  { now, limits, allowance, isNamed }: Admission,
): Fresh<T> {
  const latest = now + limits.aheadMs;
  const room = new Room(live.fold, limits.quotas, allowance);
  const seen = reports.length > 1 ? new Seen() : null;
  const fresh: T[] = [];
  const refused: RefusedReport[] = [];
  let duplicate = 0;
  for (let index = 0; index < reports.length; index++) {
    const each = reports[index] as T;
    const known = 'kind' in each ? live.events : live.positions;
    if (each.recordedAt > latest) refused.push({ index, fields: fromFuture, isExcess: false });
    else if ((each.isDated || isNamed?.(index) !== true) && (known.isRepeat(each) || seen?.has(each) === true))
      duplicate += 1;
    else {
      const excess = known.hasRoomFor(each.seq) ? room.take(each) : tooManyGaps;
      if (excess !== null) refused.push({ index, fields: excess, isExcess: true });
      else {
        seen?.add(each);
        fresh.push(each);
      }
    }
  }
  return { fresh, duplicate, refused, allowance: room.allowance };
}

const fromFuture = { recordedAt: 'is more than 5 minutes ahead of the server; adjust the clock with server_time' };
const tooManyGaps = { seq: 'leaves too many gaps within this flight; number reports consecutively' };

/** The remaining quota of a flight. */
class Room {
  readonly #quotas: Quotas;
  #reports: number;
  #bytes: number;
  allowance: EventAllowance | null;

  constructor(fold: LiveFlight['fold'], quotas: Quotas, allowance: EventAllowance | null) {
    this.#quotas = quotas;
    this.#reports = quotas.reportsPerFlight - fold.positionCount - fold.eventCount;
    this.#bytes = quotas.bytesPerFlight - fold.reportBytes;
    this.allowance = allowance;
  }

  /** Takes this report from the quota; returns the problem if the quota is exhausted. */
  take(report: Position | FlightEvent): RefusedReport['fields'] | null {
    const { reportsPerFlight, bytesPerFlight, eventsPerMinute } = this.#quotas;
    const bytes = sizeOf(report);
    if (this.#reports < 1) return { quota: `this flight has stored its ${reportsPerFlight} reports` };
    if (this.#bytes < bytes) return { quota: `this flight has stored its ${bytesPerFlight} bytes of reports` };
    if ('kind' in report) {
      const allowance = spend(this.allowance, report.recordedAt, this.#quotas);
      if (allowance === null) return { quota: `this flight has more than ${eventsPerMinute} events a minute` };
      this.allowance = allowance;
    }
    this.#reports -= 1;
    this.#bytes -= bytes;
    return null;
  }
}

/** The reports of the batch so far. */
class Seen {
  readonly #seqs = new Set<number>();
  readonly #datedSeqs = new Set<string>();
  readonly #times = new Set<number>();
  readonly #echoes = new Echoes();

  has(report: Position | FlightEvent): boolean {
    const { seq, recordedAt, isDated } = report;
    if (seq === null) return isDated ? this.#times.has(recordedAt) : this.#echoes.has(report);
    return isDated ? this.#datedSeqs.has(`${seq} ${recordedAt}`) : this.#seqs.has(seq);
  }

  add(report: Position | FlightEvent): void {
    const { seq, recordedAt, isDated } = report;
    if (seq === null) {
      if (isDated) this.#times.add(recordedAt);
      else this.#echoes.add(report);
      return;
    }
    this.#seqs.add(seq);
    this.#datedSeqs.add(`${seq} ${recordedAt}`);
  }
}
