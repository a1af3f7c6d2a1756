import { judgementComment } from '../../../src/platform/judgement-text.ts';
import type { Flight, Judgement, Receipt } from '../../../src/tracking/model.ts';
import { ruleHistory } from '../contents/rule-history.ts';
import { stateBy } from '../model-crew-center/decisions.ts';
import type { HostDecision, StoredPirep } from '../model-crew-center/host.ts';
import type { Scene } from '../scene.ts';
import { firstOf, type Invariant } from './invariant.ts';

export const judgedThere: Invariant = {
  name: 'judged-there',
  sentence: 'The PIREP at the crew center has the score, the comment and the state that the receipt says.',
  atEnd: (world) => firstOf(world.models.disk.flights().map((flight) => problemOf(world, flight))),
};

function problemOf(world: Scene, flight: Flight): string | null {
  const { receipt, state, id } = flight;
  const judgement = receipt?.pirep.judgement;
  const pirep = world.models.crew.host.pireps.get(receipt?.pirepId ?? '');
  if (state !== 'filed' || receipt === null || judgement === undefined || pirep === undefined) return null;
  const isAgain = ruleHistory(world).again.has(id);
  const wrong = firstOf([
    isAgain && !world.models.crew.host.capabilities.pirepAtStart ? null : otherWordsOf(pirep, judgement),
    otherStateOf(world, flight, { pirep, receipt, judgement }),
  ]);
  world.counters.count('judgements looked at at the crew center');
  return wrong === null ? null : `PIREP ${pirep.id} of flight ${id}: ${wrong}`;
}

function otherWordsOf({ score, comment }: StoredPirep, judgement: Judgement): string | null {
  if (score !== judgement.score) return `its score is ${score} there, and ${judgement.score} in the receipt`;
  const expected = judgementComment(judgement);
  return comment === expected ? null : `its comment is ${comment} there, and should be ${expected}`;
}

function otherStateOf(
  world: Scene,
  { id, pilot }: Flight,
  {
    pirep,
    receipt,
    judgement,
  }: { readonly pirep: StoredPirep; readonly receipt: Receipt; readonly judgement: Judgement },
): string | null {
  const { host } = world.models.crew;
  const last = host.decisions.findLast(({ pirepId }) => pirepId === pirep.id);
  if (last?.by === 'staff' || host.decisions.some(({ pirepId, by }) => pirepId === pirep.id && by === 'staff'))
    return null;
  if (pirep.state !== receipt.pirepState) return `it is ${pirep.state} there, and ${receipt.pirepState} in the receipt`;
  // A phpVMS 5 takes nothing back: what was decided first stays, and the rest is left to the staff.
  const isSaid = host.capabilities.pirepAtStart;
  const expected = stateBy(judgement.state);
  // Between two tries of one act another rank may have changed what the rules say: what the first try did is left as it is.
  const isByRank = ruleHistory(world).again.has(id) && (ruleHistory(world).ranks.get(pilot.id)?.size ?? 0) > 1;
  return !isSaid || isByRank || pirep.state === expected ? null : `it is ${pirep.state}, and should be ${expected}`;
}

export const decidedOnce: Invariant = {
  name: 'decided-once',
  sentence: 'A PIREP is accepted or rejected once, its hours count once, and what staff decide of it stays.',
  afterStep: (world, label) => (label === 'crew' ? decidedWrongly(world) : null),
  atEnd: (world) => decidedWrongly(world) ?? otherHoursOf(world),
};

function decidedWrongly(world: Scene): string | null {
  const { decisions } = world.models.crew.host;
  const twice = decisions.find(({ from, to }) => from === to);
  if (twice !== undefined) return `PIREP ${twice.pirepId} was ${twice.to} twice`;
  const undone = decisions.find(
    (each, index) =>
      each.by === 'rules' &&
      decisions.slice(0, index).some((before) => before.by === 'staff' && isUndoneBy(world, before, each)),
  );
  if (undone === undefined) return null;
  return `PIREP ${undone.pirepId} is ${undone.to} by the rules, although staff had decided`;
}

/** A server's clock is wrong by ten seconds at most. */
const skewMs = 15_000;

/** What staff decided before the receipt was made, or before the rules last judged it, is theirs to change. */
function isUndoneBy(world: Scene, before: HostDecision, { pirepId, at }: HostDecision): boolean {
  if (before.pirepId !== pirepId) return false;
  const flight = world.models.disk.flights().find(({ receipt }) => receipt?.pirepId === pirepId);
  if (flight === undefined || (flight.receipt?.filedAt ?? 0) + skewMs >= before.at) return false;
  const again = ruleHistory(world).again.get(flight.id) ?? [];
  return !again.some(({ doneAt }) => doneAt !== null && doneAt >= before.at && doneAt <= at);
}

function otherHoursOf(world: Scene): string | null {
  const { host } = world.models.crew;
  return firstOf(
    [...host.pilots.keys()].map((id) => {
      const accepted = host.pirepsOf(id).filter(({ state }) => state === 'accepted');
      const flown = accepted.reduce((sum, { figures }) => sum + (figures.flightTimeMin ?? 0), 0);
      const counted = host.minutes.get(id) ?? 0;
      return flown === counted ? null : `pilot ${id} has ${counted} minutes, and flew ${flown} in accepted PIREPs`;
    }),
  );
}
