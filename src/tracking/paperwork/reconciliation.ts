import type { LiveFlight } from '../flight/live-flight.ts';
import type { PaperworkCore } from './core.ts';
import { endAsCancelled } from './ending.ts';
import { renewPirep } from './pirep-opening.ts';

/**
 * Finds out what happened to a PIREP for which the host no longer accepts reports. If it was cancelled there, the flight
 * ends as cancelled; if it was lost, it is opened again. Returns whether the flight continues. Concurrent calls share one run.
 */
export async function reconcile(core: PaperworkCore, live: LiveFlight): Promise<boolean> {
  return live.lane.run('reconcile', () => findOut(core, live));
}

async function findOut(core: PaperworkCore, live: LiveFlight): Promise<boolean> {
  const found = await core.platform.findPirep(live.hostFlight());
  if (!live.isUnderWay) return false;
  if (found === null) {
    await renewPirep(core, live);
    return true;
  }
  if (found.state === 'open') return true;
  const isCancelled = found.state === 'cancelled';
  const reason = isCancelled ? 'The crew center cancelled the PIREP.' : 'The PIREP was filed at the crew center.';
  await endAsCancelled(core.flights, live, reason);
  return false;
}
