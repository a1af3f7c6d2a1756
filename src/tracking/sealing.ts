import type { LiveFlight } from './live-flight.ts';
import type { Parts } from './parts.ts';
import { isRefusal } from './refusals.ts';

const maxTries = 5;

interface Sealed {
  /** `reportCount` of the flight at its last sealing. */
  readonly count: number;
  readonly at: number;
}

/** Packs what every live flight reported since its last sealing, when that is enough or long enough ago. */
export class Sealing {
  readonly #parts: Parts;
  readonly #sealed = new WeakMap<LiveFlight, Sealed>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async round(): Promise<void> {
    for (const live of [...this.#parts.flights]) {
      if (live.hasLost) await this.#addUpAgain(live);
      if (!live.hasLost && this.#isDue(live)) await this.#seal(live);
    }
  }

  async #addUpAgain(live: LiveFlight): Promise<void> {
    await refold(this.#parts, live);
    if (!live.hasLost) this.#sealed.set(live, { count: 0, at: this.#lastOf(live).at });
  }

  #isDue(live: LiveFlight): boolean {
    const { clock, options } = this.#parts;
    const { count, at } = this.#lastOf(live);
    const unsealed = live.reportCount - count;
    return unsealed >= options.sealEvery || (unsealed > 0 && clock.now() - at >= options.sealAfterMs);
  }

  #lastOf(live: LiveFlight): Sealed {
    return this.#sealed.get(live) ?? { count: 0, at: live.flight.startedAt };
  }

  async #seal(live: LiveFlight): Promise<void> {
    const { journal, clock } = this.#parts;
    const before = this.#lastOf(live);
    const now: Sealed = { count: live.reportCount, at: clock.now() };
    this.#sealed.set(live, now);
    const sealing = journal.sealFlight(live.flight.number, structuredClone(live.fold));
    try {
      await Promise.all([sealing, live.positions.sealWith(sealing), live.events.sealWith(sealing)]);
    } catch (error) {
      this.#sealed.set(live, { count: before.count, at: now.at });
      if (!isRefusal(error)) throw error;
    }
  }
}

/**
 * After a full disk: the flight was shown with reports that were never stored, and is added up again from those that
 * were. Not while another report is on its way, for whether that is stored is not known yet.
 */
export async function refold(parts: Parts, live: LiveFlight): Promise<void> {
  const { journal } = parts;
  const { number } = live.flight;
  for (let tries = 0; tries < maxTries; tries++) {
    const { lastNumber } = live;
    try {
      await journal.barrier();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return;
    }
    const sealed = journal.readSealed(number);
    const tail = await journal.readReports(number, { after: sealed?.lastNumber ?? 0 });
    if (live.lastNumber !== lastNumber) continue;
    live.refold(sealed, tail);
    return;
  }
}
