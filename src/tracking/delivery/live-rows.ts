import type { Platform } from '../../platform/port.ts';
import type { AuditTrail } from '../audit-trail.ts';
import type { LiveFlight } from '../live-flight.ts';
import { deliverByHalves } from './halving.ts';
import { toLiveRow } from './host-rows.ts';

/** Maximum number of flights per call. */
const batchSize = 500;

/** Delivers the newest position of flights, for the crew center's own map. */
export class LiveRows {
  readonly #platform: Pick<Platform, 'deliverLive'>;
  readonly #audit: AuditTrail;
  /** Flights with a logged refusal: it is logged once per flight, because further rows may be refused too. */
  readonly #logged = new WeakSet<LiveFlight>();

  constructor(platform: Pick<Platform, 'deliverLive'>, audit: AuditTrail) {
    this.#platform = platform;
    this.#audit = audit;
  }

  /** A refused row does not prevent the others. */
  async deliver(flights: readonly LiveFlight[]): Promise<void> {
    for (let at = 0; at < flights.length; at += batchSize) {
      const batch = flights.slice(at, at + batchSize);
      const byId = new Map(batch.map((live) => [live.flight.id, live]));
      await deliverByHalves(
        batch.map(toLiveRow),
        (some) => this.#platform.deliverLive(some),
        ({ flight }, reason) => this.#noteRefused(byId.get(flight.id), reason),
      );
    }
  }

  async #noteRefused(live: LiveFlight | undefined, detail: string): Promise<void> {
    if (live === undefined || this.#logged.has(live)) return;
    this.#logged.add(live);
    await this.#audit.write('server', 'live-row-refused', live.flight.id, detail);
  }
}
