import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { AuditTrail } from './audit-trail.ts';
import { deliverByHalves } from './halving.ts';
import { toLiveRow } from './host-rows.ts';

/** Maximum number of flights per call. */
const batchSize = 500;

/** Delivers the newest position of flights, for the crew center's own map. */
export class LiveRows {
  readonly #platform: Pick<Platform, 'deliverLive'>;
  readonly #journal: Pick<Journal, 'barrier'>;
  readonly #audit: AuditTrail;
  /** Flights with a logged refusal: it is logged once per flight, because further rows may be refused too. */
  readonly #logged = new WeakSet<LiveFlight>();

  constructor(platform: Pick<Platform, 'deliverLive'>, journal: Pick<Journal, 'barrier'>, audit: AuditTrail) {
    this.#platform = platform;
    this.#journal = journal;
    this.#audit = audit;
  }

  /**
   * Delivers what is stored: the newest position may still wait for its commit, and its row would stay at the crew center
   * although the journal never had it, beside that of the same position sent again. A refused row does not prevent the others.
   * Returns the flights of which the newest position could not be stored: they come again once their reports are counted again.
   */
  async deliver(flights: readonly LiveFlight[]): Promise<readonly LiveFlight[]> {
    const lost: LiveFlight[] = [];
    for (let at = 0; at < flights.length; at += batchSize) {
      const batch = flights.slice(at, at + batchSize);
      const byId = new Map(batch.map((live) => [live.flight.id, live]));
      const rows = batch.map(toLiveRow);
      // What could not be stored was taken back from its flight before this settles.
      if (batch.some(({ unstored }) => !unstored.isEmpty)) await this.#journal.barrier().catch(() => undefined);
      lost.push(...batch.filter(({ hasLost }) => hasLost));
      const stored = rows.filter(({ flight }) => byId.get(flight.id)?.hasLost === false);
      if (stored.length === 0) continue;
      await deliverByHalves(
        stored,
        (some) => this.#platform.deliverLive(some),
        ({ flight }, reason) => this.#noteRefused(byId.get(flight.id), reason),
      );
    }
    return lost;
  }

  async #noteRefused(live: LiveFlight | undefined, detail: string): Promise<void> {
    if (live === undefined || this.#logged.has(live)) return;
    this.#logged.add(live);
    await this.#audit.write('server', 'live-row-refused', live.flight.id, detail);
  }
}
