import type { Flight } from '../../../src/tracking/model.ts';
import type { Scene } from '../scene.ts';
import { firstOf, type Invariant } from './invariant.ts';

export const endIsStored: Invariant = {
  name: 'end-is-stored',
  sentence: 'A finish or a cancellation that was acknowledged is on the disk.',
  onAnswer(world, _exchange, _answer, promised) {
    if (promised?.kind !== 'finish' && promised?.kind !== 'cancel') return null;
    const flight = world.models.disk.flights().findLast((each) => namesOf(each).includes(promised.name));
    if (flight === undefined)
      return `a ${promised.kind} of ${promised.name} was acknowledged, which is not on the disk`;
    if (flight.state !== 'open' && flight.state !== 'suspended') return null;
    return `a ${promised.kind} of flight ${flight.id} was acknowledged, and on the disk it is ${flight.state}`;
  },
};

/** All by which contracts may name a flight. */
export function namesOf({ id, pirepId, formerPirepIds, receipt }: Flight): readonly (string | null)[] {
  return [id, pirepId, ...formerPirepIds, receipt?.pirepId ?? null];
}

export const oneFlightUnderWay: Invariant = {
  name: 'one-flight-under-way',
  sentence: 'A pilot has at most one flight under way.',
  onAnswer(world) {
    const seen = new Set<string>();
    for (const { flight } of world.server?.tracking?.flights ?? []) {
      if (flight.state !== 'open' && flight.state !== 'suspended') continue;
      if (seen.has(flight.pilot.id)) return `pilot ${flight.pilot.id} has two flights under way, one is ${flight.id}`;
      seen.add(flight.pilot.id);
    }
    return null;
  },
};

export const oneAtATime: Invariant = {
  name: 'one-at-a-time',
  sentence: 'The crew center is asked one thing at a time about the paperwork of a flight.',
  afterStep(world) {
    const [first] = world.models.crew.host.overlaps;
    return first === undefined ? null : `at the same time: ${first}`;
  },
};

export const endedForAReason: Invariant = {
  name: 'ended-for-a-reason',
  sentence: 'No flight ends, and none is set aside, without a reason that is true.',
  atEnd(world) {
    return firstOf(world.models.disk.flights().map((flight) => untrueReasonOf(world, flight)));
  },
};

function untrueReasonOf(world: Scene, flight: Flight): string | null {
  const { id, state, reason, setAside } = flight;
  const { host } = world.models.crew;
  const isIn = (pireps: ReadonlySet<string>) => namesOf(flight).some((each) => each !== null && pireps.has(each));
  const isByStaff = isIn(host.cancelledByStaff);
  const isGone = setAside?.includes('no longer has') === true && (isByStaff || isIn(host.deletedByStaff));
  if (setAside !== null && !isGone) return `flight ${id} was set aside: ${setAside}`;
  if (reason?.startsWith('The crew center cancelled') === true && !isByStaff)
    return `flight ${id} ended as cancelled by the crew center, which did not do it`;
  if (state !== 'abandoned' || reason?.startsWith('No report for') !== true) return null;
  const silentMs = (flight.endedAt ?? 0) - (world.models.disk.lastReceivedAt(flight.number) ?? 0);
  return silentMs < world.keeper.shortestSilenceMs ? `flight ${id} was abandoned ${silentMs} ms after a report` : null;
}

export const crewCenterIsTold: Invariant = {
  name: 'crew-center-is-told',
  sentence: 'What has ended here has ended at the crew center.',
  atEnd(world) {
    const flights = world.models.disk.flights();
    const open = world.models.crew.pireps().filter(({ state }) => state === 'open');
    return firstOf(
      open.map(({ pirepId, flightId }) => {
        const flight = flights.find((each) => each.id === flightId);
        if (flight === undefined) return `PIREP ${pirepId} is open at the crew center, and of no flight`;
        if (world.models.crew.host.refused.has(`cancelPirep of ${flight.id}`)) return null;
        const isOver = flight.state === 'cancelled' || flight.state === 'abandoned' || flight.state === 'filed';
        return isOver && flight.setAside === null && !isTakenOver(flights, flight, pirepId)
          ? `PIREP ${pirepId} is open at the crew center, and flight ${flight.id} is ${flight.state}`
          : null;
      }),
    );
  },
};

/** Whether another flight goes on with its PIREP. */
function isTakenOver(flights: readonly Flight[], before: Flight, pirepId: string): boolean {
  return flights.some((each) => each.id !== before.id && each.pirepId === pirepId);
}
