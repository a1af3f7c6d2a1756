import type { Flight, Judgement } from '../../../src/tracking/model.ts';
import { ruleNotes } from '../../../src/tracking/rules/rule-book.ts';
import { inForceBetween, ruleHistory } from '../contents/rule-history.ts';
import { finishesOf, noteFinishes } from '../contents/said-at-end.ts';
import { perWorld } from '../readers/per-world.ts';
import type { Scene } from '../scene.ts';
import { firstOf, type Invariant } from './invariant.ts';
import { namesOf } from './paperwork.ts';

/** What was said of each flight, and the documents that were looked at. */
const known = perWorld(() => ({ said: new Map<string, Judgement>(), looked: new WeakSet<Flight>() }));

export const judgedOnce: Invariant = {
  name: 'judged-once',
  sentence: 'A flight is judged once, and what was said of it stays unless staff have it judged again.',
  afterStep: (world, label) => (label === 'crew' && ruleHistory(world).sets.size > 0 ? lookAtDisk(world) : null),
  onStart: lookAtDisk,
  atEnd: lookAtDisk,
};

function lookAtDisk(world: Scene): string | null {
  return firstOf(world.models.disk.flights().map((flight) => changeOf(world, flight)));
}

function changeOf(world: Scene, flight: Flight): string | null {
  const { looked, said } = known(world);
  if (looked.has(flight)) return null;
  looked.add(flight);
  const { id, state } = flight;
  if (state !== 'filing' && state !== 'filed') return null;
  const [before, now] = [said.get(id), judgementOf(flight)];
  if (now !== undefined) said.set(id, now);
  if (before === undefined || JSON.stringify(before) === JSON.stringify(now)) return null;
  if (now === undefined) return `flight ${id} was judged by rule set ${before.set}, and is not any more`;
  const isAsked =
    ruleHistory(world)
      .again.get(id)
      ?.some(({ set }) => set === now.set) === true;
  if (isAsked && state === 'filed') return null;
  return `flight ${id} was judged twice: by set ${before.set} with ${before.score}, by set ${now.set} with ${now.score}`;
}

function judgementOf({ receipt, intent }: Flight): Judgement | undefined {
  if (receipt !== null) return receipt.pirep.judgement;
  return intent?.kind === 'finish' ? intent.judgement : undefined;
}

export const judgedBySetInForce: Invariant = {
  name: 'judged-by-the-set-in-force',
  sentence: 'A flight is judged by the rules that were in force when its finish was called; by none where none were.',
  onAnswer(world, exchange, _answer, promised) {
    noteFinishes(world, exchange);
    if (promised?.kind !== 'finish') return null;
    const flight = world.models.disk.flights().findLast((each) => namesOf(each).includes(promised.name));
    return flight === undefined ? null : otherSetOf(world, flight);
  },
  atEnd: (world) => firstOf(world.models.disk.flights().map((flight) => otherSetOf(world, flight))),
};

function otherSetOf(world: Scene, flight: Flight): string | null {
  const { id, pilot, state, receipt, intent } = flight;
  const acknowledged = acknowledgedFinish(world, flight);
  const isByOthers = world.endedByOthers.has(id) || ruleHistory(world).again.has(id);
  if ((state !== 'filing' && state !== 'filed') || isByOthers) return null;
  const set = receipt?.pirep.judgement?.set ?? (intent?.kind === 'finish' ? (intent.rules ?? null) : null);
  const names = new Set([...namesOf(flight), flight.bidId]);
  const sent = finishesOf(world, pilot.id)
    .filter((each) => each.names.length === 0 || each.names.some((name) => names.has(name)))
    .map(({ sentAt }) => sentAt);
  const possible = inForceBetween(world, Math.min(acknowledged, ...sent), acknowledged);
  world.counters.count(possible.size === 1 ? 'finishes with one set in force' : 'finishes while the rules changed');
  if (possible.has(set)) return null;
  return `flight ${id} is judged by rule set ${set}; in force when its finish was called: ${[...possible].join(', ')}`;
}

/** When its finish was confirmed: now, where that is what is being answered. */
function acknowledgedFinish(world: Scene, flight: Flight): number {
  const names = namesOf(flight);
  const own = [...world.ledger.finishes.values()].filter(
    ({ name, flightId }) => flightId === flight.id || names.includes(name),
  );
  return Math.min(world.time.now, ...own.map(({ at }) => at));
}

export const rulesStay: Invariant = {
  name: 'rules-stay',
  sentence:
    'Rules that were saved are on the disk as they were saved, and those in force are those that staff put in force.',
  onStart: rulesLost,
  atEnd: rulesLost,
};

function rulesLost(world: Scene): string | null {
  const { journal } = world.server ?? {};
  const { sets, changing } = ruleHistory(world);
  if (journal == null || sets.size === 0) return null;
  for (const [number, set] of sets)
    if (journal.readNote(ruleNotes.set(number)) !== JSON.stringify(set))
      return `rule set ${number} is not as it was saved`;
  if (changing !== null && changing === world.server) return null;
  const inForce =
    (JSON.parse(journal.readNote(ruleNotes.inForce) ?? 'null') as { number: number } | null)?.number ?? null;
  const possible = inForceBetween(world, world.time.now, world.time.now);
  return possible.has(inForce)
    ? null
    : `rule set ${inForce} is in force, and staff have chosen ${[...possible].join(', ')}`;
}
