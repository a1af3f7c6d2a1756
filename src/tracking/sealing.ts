import type { LiveFlight } from './live-flight.ts';
import type { Parts } from './parts.ts';
import { isRefusal } from './refusals.ts';

/** Packs what every live flight reported since its last sealing, when that is enough or long enough ago. */
export async function sealFlights(parts: Parts): Promise<void> {
  for (const live of [...parts.flights]) if (isDue(parts, live)) await seal(parts, live);
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
