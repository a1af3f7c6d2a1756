import { systemClock } from '../../src/lib/clock.ts';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import type { Pirep } from '../../src/tracking/model.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { until } from '../../test/until.ts';
import type { Host } from './host.ts';
import { Steps } from './steps.ts';

/**
 * A server is stopped at step `at` of its filing, as by SIGSTOP: what it was about to send waits, and it reads nothing. Another
 * one takes its flight over and files it. Then the first goes on. Returns the steps of a filing, and what is wrong with its end.
 * @param at - from 1; null: it is not stopped
 * @param weaken - what is wrong with both adapters on purpose
 */
export async function tellLate(
  host: Host,
  at: number | null,
  weaken: (platform: Platform) => Platform = (platform) => platform,
): Promise<{ readonly steps: readonly string[]; readonly wrong: string | null }> {
  await host.reset();
  const steps = new Steps(at === null ? null : { at, when: 'before', effect: 'pause' }, () => undefined);
  const former = await host.openAdapter(steps, systemClock);
  const next = await host.openAdapter(new Steps(null, () => undefined), systemClock);
  const [one, other] = [weaken(former.platform), weaken(next.platform)];
  try {
    const flight = await beginFlight(host, one);
    steps.arm();
    const late = settled(one.filePirep(flight, pirep));
    await Promise.race([late, steps.stopped]);
    let isFiled = false;
    const filed = settled(other.filePirep(flight, pirep)).finally(() => {
      isFiled = true;
    });
    // It may have to wait for a lock that the stopped one holds.
    await until(async () => isFiled || (await host.isLockAwaited?.()) === true, { withinMs: 30_000 });
    steps.goOn();
    await Promise.all([late, filed]);
    await fileAgain(other, flight);
    const { open, filed: count, effects } = await host.count();
    const isRight = count === 1 && open === 0 && effects === 1;
    return { steps: steps.names, wrong: isRight ? null : `${count} filed, ${open} open, ${effects} told of` };
  } catch (error) {
    return { steps: steps.names, wrong: error instanceof Error ? error.message : String(error) };
  } finally {
    steps.goOn();
    await former.close();
    await next.close();
  }
}

async function beginFlight(host: Host, platform: Platform): Promise<HostFlight> {
  const pilotId = await platform.findPilotId(host.login);
  const bid = pilotId === null ? undefined : (await platform.listBids(pilotId)).find(({ id }) => id === host.bidId);
  if (pilotId === null || bid === undefined) throw new Error('the pilot has a bid');
  const aircraft = bid.plan.aircraft ?? bid.aircraftChoices[0] ?? null;
  const opening: HostFlight = {
    id: 'lateflight000001',
    pirepId: 'latepirep0000001',
    pilotId,
    bidId: bid.id,
    plan: bid.plan,
    aircraft,
    startedAt: Date.now() - 3_600_000,
  };
  return { ...opening, pirepId: (await platform.openPirep(opening)).pirepId };
}

/** Nobody minds a refusal: the core asks again. Anything else is a bug, and is thrown. */
async function settled(filing: Promise<unknown>): Promise<void> {
  await filing.catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}

/** As the core does, until it is filed. */
async function fileAgain(platform: Platform, flight: HostFlight): Promise<void> {
  await until(
    async () => {
      try {
        await platform.filePirep(flight, pirep);
        return true;
      } catch (error) {
        if (!isRefusal(error, 'crew-center-unavailable')) throw error;
        return false;
      }
    },
    { withinMs: 30_000 },
  );
}

const at = Date.now() - 3_600_000;
const pirep: Pirep = {
  flightTimeMin: 55,
  distanceNm: 160,
  fuelUsedLb: 5_000,
  blockFuelLb: null,
  landingRateFpm: -180,
  blockOffAt: at,
  takeoffAt: null,
  landingAt: null,
  blockOnAt: at + 3_300_000,
  route: null,
  notes: null,
  log: [{ at, text: 'block-off' }],
  fields: {},
  score: null,
  load: null,
  diversion: null,
  basis: { flightTimeMin: 'computed', distanceNm: 'computed' },
  positionCount: 20,
};
