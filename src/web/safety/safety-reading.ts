import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import { RuleBook } from '../../tracking/rules/rule-book.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import type { Records } from '../records.ts';
import { SafetyFigures } from './figures.ts';
import { FlownFigures } from './flown-figures.ts';

/** Months that are counted, this one included. */
export const months = 12;
/** How long figures are kept. */
const keptMs = 10 * 60_000;
/** So few that the thread is not kept from other work: a filed flight has the log of its client. */
const pageLimit = 20;
/** The newest ones; older flights are left out beyond it. */
const maxFlights = 50_000;
/** A page waits for no more flights than these: it shows them, and says that the others are being read. */
const awaitedFlights = 2_000;
/** Flights are read by when they began: after so many pages without one of these months there are no more. */
const maxEmptyPages = 10;

export interface SafetyNeeds {
  readonly tracking: { readonly operator: Pick<Tracking['operator'], 'pageFlights'> };
  readonly records: Pick<Records, 'readNote'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The flights of the last months, counted. */
export interface Counted {
  readonly figures: SafetyFigures;
  /** The same flights as their pilots see them. */
  readonly flown: FlownFigures;
  /** The first day that is counted: an instant, UTC. */
  readonly since: number;
  readonly readAt: number;
  /** False while older flights are still being read. */
  isWhole: boolean;
}

interface Run {
  readonly counted: Counted;
  /** Resolves when enough has been read for a page. */
  readonly enough: Promise<void>;
}

/** Counts judged flights from the journal in the background, a page at a time, and keeps the figures for some minutes. */
export class SafetyReading {
  readonly #needs: SafetyNeeds;
  #kept: Counted | null = null;
  #run: Run | null = null;
  #isClosed = false;

  constructor(needs: SafetyNeeds) {
    this.#needs = needs;
  }

  /**
   * Returns figures that are a few minutes old at most; older ones while many flights are being read. The first time they may not be
   * whole. @throws what reading flights throws
   */
  async read(): Promise<Counted> {
    const kept = this.#kept;
    if (kept !== null && this.#needs.clock.now() - kept.readAt < keptMs) return kept;
    this.#run ??= this.#begin();
    const { counted, enough } = this.#run;
    await enough;
    return counted.isWhole ? counted : (this.#kept ?? counted);
  }

  /** Stops reading. */
  close(): void {
    this.#isClosed = true;
  }

  #begin(): Run {
    const book = new RuleBook(this.#needs.records);
    const readAt = this.#needs.clock.now();
    const figures = new SafetyFigures((number) => book.find(number)?.rules ?? null);
    const flown = new FlownFigures();
    const counted: Counted = { figures, flown, since: monthsBefore(readAt, months - 1), readAt, isWhole: false };
    const { promise: enough, resolve, reject } = Promise.withResolvers<void>();
    void this.#count(counted, resolve).then(
      () => {
        this.#kept = counted;
        this.#run = null;
        resolve();
      },
      (error: unknown) => {
        this.#run = null;
        this.#needs.onError(error);
        reject(error);
      },
    );
    return { counted, enough };
  }

  async #count(counted: Counted, onEnough: () => void): Promise<void> {
    const request = { states: ['filed'], endedSince: counted.since, limit: pageLimit } as const;
    let emptyPages = 0;
    let read = 0;
    for (let before: number | null = Number.POSITIVE_INFINITY; before !== null && read < maxFlights; ) {
      const page = await this.#pageOf(request, before);
      for (const { flight } of page.flights) {
        counted.figures.add(flight);
        counted.flown.add(flight);
      }
      read += page.flights.length;
      emptyPages = page.flights.length === 0 ? emptyPages + 1 : 0;
      before = emptyPages < maxEmptyPages && !this.#isClosed ? page.next : null;
      if (read >= awaitedFlights) onEnough();
      await setImmediate();
    }
    counted.isWhole = true;
  }

  #pageOf(request: Parameters<Tracking['operator']['pageFlights']>[0], before: number) {
    return this.#needs.tracking.operator.pageFlights(Number.isFinite(before) ? { ...request, before } : request);
  }
}

/** Returns the beginning of the month that lies so many months before, UTC. */
function monthsBefore(at: number, count: number): number {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - count, 1);
}
