import type { HostPirep } from '../../platform/port.ts';
import { completeFigures } from '../figures/early-figures.ts';
import { noteAir } from '../flight/airborne.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { Pirep, ReportedFigures } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { PaperworkCore } from './core.ts';
import { deliverAircraftNow } from './host-aircraft.ts';
import { renewPirep } from './pirep-opening.ts';

/** Stores that the flight is to be filed, and under which rules. From now on it accepts no reports. */
export async function intendToFile(core: PaperworkCore, live: LiveFlight, said: ReportedFigures): Promise<void> {
  const { flights, judging } = core;
  const air = noteAir(flights, live, true);
  const figures = completeFigures(live.flight.said, said);
  await Promise.all([flights.apply(live, { kind: 'finishing', figures, rules: judging.inForce() }), air]);
}

/** Delivers what the crew center lacks of the flight: a pending change of the aircraft, then its undelivered reports. */
export async function deliverRest(core: PaperworkCore, live: LiveFlight): Promise<void> {
  try {
    await deliverAircraftNow(core, live);
    await core.track.deliver(live);
  } catch (error) {
    if (!isRefusal(error, 'flight-not-found')) {
      // Cancelled or filed there: filing finds out which.
      if (!isRefusal(error, 'flight-ended')) throw error;
      return;
    }
    await renewPirep(core, live);
    await core.track.deliver(live);
  }
}

/** Files the PIREP at the crew center. One that the host has lost is opened again, and gets the whole track again. */
export async function fileAtHost(core: PaperworkCore, live: LiveFlight, pirep: Pirep): Promise<HostPirep> {
  try {
    return await core.platform.filePirep(live.hostFlight(), pirep);
  } catch (error) {
    if (!isRefusal(error, 'flight-not-found')) throw error;
    await renewPirep(core, live);
    await core.track.deliver(live);
    return core.platform.filePirep(live.hostFlight(), pirep);
  }
}

/**
 * Finds out which steps of filing the crew center did not complete because it was interrupted. They are shown to the
 * operator; when the operator retries, the crew center repeats the safe ones, and the flight is complete.
 */
export async function checkAtPlatform({ platform, flights }: PaperworkCore, live: LiveFlight): Promise<void> {
  return live.lane.run('check', async () => {
    const { intent, receipt } = live.flight;
    if (intent?.kind !== 'check' || receipt === null || live.flight.setAside !== null) return;
    const { pirep } = receipt;
    const undone = (await platform.checkFiled?.(live.hostFlight(), { repeat: intent.repeat, pirep })) ?? null;
    await flights.apply(live, { kind: 'checked', undone });
  });
}
