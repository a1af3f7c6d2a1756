import type { SilenceLimits } from '../options.ts';
import type { PaperworkCore } from '../paperwork/core.ts';
import { endFlight } from '../paperwork/ending.ts';
import type { Suspension } from './suspension.ts';

/** Suspends silent flights, and abandons those that remain silent. */
export async function endSilence(
  core: PaperworkCore,
  suspension: Suspension,
  { suspendAfterMin, abandonAfterH }: SilenceLimits,
  now: number,
): Promise<void> {
  for (const live of [...core.flights]) {
    const silentMs = now - live.lastReportAt;
    if (live.flight.state === 'open' && silentMs >= suspendAfterMin * 60_000) await suspension.suspend(live);
    else if (live.flight.state === 'suspended' && silentMs >= abandonAfterH * 3_600_000) {
      await endFlight(core, live, 'abandoned', `No report for ${abandonAfterH} hours.`);
    } else if (live.flight.state === 'suspended') await suspension.retryAtHost(live);
  }
}
