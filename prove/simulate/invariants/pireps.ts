import { ruleHistory } from '../contents/rule-history.ts';
import { isFiled } from '../evidence.ts';
import { firstOf, type Invariant } from './invariant.ts';
import { namesOf } from './paperwork.ts';

export const onePirep: Invariant = {
  name: 'one-pirep',
  sentence: 'A flight has at most one PIREP.',
  afterStep(world, label) {
    const { crew } = world.models;
    if (label !== 'crew') return null;
    const filedOf = new Map<string, string>();
    for (const pirep of crew.pireps()) {
      if (pirep.flightId === null || !isFiled(pirep)) continue;
      const other = filedOf.get(pirep.flightId);
      if (other !== undefined) return `flight ${pirep.flightId} is filed as ${other} and as ${pirep.pirepId}`;
      filedOf.set(pirep.flightId, pirep.pirepId);
    }
    return null;
  },
};

export const onePirepABid: Invariant = {
  name: 'one-pirep-a-bid',
  sentence: 'A bid is flown and filed once.',
  afterStep(world, label) {
    if (label !== 'crew') return null;
    const filedOf = new Map<string, string>();
    for (const pirep of world.models.crew.pireps()) {
      if (pirep.bidId === null || !isFiled(pirep)) continue;
      const other = filedOf.get(pirep.bidId);
      if (other !== undefined) return `bid ${pirep.bidId} is filed as ${other} and as ${pirep.pirepId}`;
      filedOf.set(pirep.bidId, pirep.pirepId);
    }
    return null;
  },
};

export const finishedIsFiled: Invariant = {
  name: 'finished-is-filed',
  sentence: 'A flight whose finish was acknowledged has exactly one PIREP once the world is well.',
  atEnd(world) {
    const flights = world.models.disk.flights();
    const filed = new Set(
      world.models.crew
        .pireps()
        .filter(isFiled)
        .map(({ pirepId }) => pirepId),
    );
    return firstOf(
      [...world.ledger.finishes.values()].map(({ name, flightId }) => {
        const flight = flights.findLast((each) => each.id === flightId || namesOf(each).includes(name));
        if (flight === undefined) return `the finish of ${name} was acknowledged, and the flight is gone`;
        if (flight.setAside !== null || world.isLostByStaff(flight)) return null;
        if (flight.state !== 'filed') return `the finish of ${flight.id} was acknowledged, and it is ${flight.state}`;
        return flight.receipt !== null && filed.has(flight.receipt.pirepId)
          ? null
          : `flight ${flight.id} is filed, and the crew center has no PIREP ${flight.receipt?.pirepId}`;
      }),
    );
  },
};

export const receiptStays: Invariant = {
  name: 'receipt-stays',
  sentence: 'The receipt of a flight is always the same.',
  onAnswer(world, _exchange, _answer, promised) {
    if (promised?.kind !== 'finish' || promised.receipt === null) return null;
    const known = world.ledger.finishes.get(promised.name)?.receipt ?? null;
    if (known === null || known === promised.receipt) return null;
    // What staff have judged again says something else from then on.
    if (ruleHistory(world).again.has(promised.flightId ?? '')) return null;
    // Of a PIREP that was named in advance, and deleted by hand before it was filed.
    if (world.models.crew.host.deletedByStaff.has(known)) return null;
    return `the receipt of ${promised.name} was ${known} and is ${promised.receipt}`;
  },
};
