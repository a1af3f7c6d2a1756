import type { LiveFlight } from './live-flight.ts';
import type { Parts } from './parts.ts';
import { isRefusal } from './refusals.ts';

/** Packs what every live flight reported since its last sealing, when that is enough or long enough ago. */
export async function sealFlights(parts: Parts): Promise<void> {
  for (const live of [...parts.flights]) {
    if (live.hasLost) await refold(parts, live);
    if (!live.hasLost && isDue(parts, live)) await seal(parts, live);
  }
}

const mostTries = 5;

/**
 * After a full disk: the flight was shown with reports that were never stored, and adds up anew from those that were. Not
 * while another report is on its way, for whether that is stored is not known yet.
 */
async function refold(parts: Parts, live: LiveFlight): Promise<void> {
  const { journal } = parts;
  const { number } = live.flight;
  for (let tries = 0; tries < mostTries; tries++) {
    const { lastNumber } = live;
    try {
      await journal.barrier();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return;
    }
    const sealed = journal.readSealed(number);
    const tail = await journal.readReports(number, { after: sealed?.lastNumber ?? 0 });
    if (live.lastNumber === lastNumber) return live.refold(sealed, tail);
  }
}

function isDue(parts: Parts, live: LiveFlight): boolean {
  const { sealEvery, sealAfterMs } = parts.options;
  return (
    live.unsealedCount >= sealEvery || (live.unsealedCount > 0 && parts.clock.now() - live.sealedAt >= sealAfterMs)
  );
}

async function seal(parts: Parts, live: LiveFlight): Promise<void> {
  const count = live.unsealedCount;
  live.unsealedCount = 0;
  live.sealedAt = parts.clock.now();
  const sealing = parts.journal.sealFlight(live.flight.number, structuredClone(live.fold));
  try {
    await Promise.all([sealing, live.positions.sealWith(sealing), live.events.sealWith(sealing)]);
  } catch (error) {
    live.unsealedCount += count;
    if (!isRefusal(error)) throw error;
  }
}
