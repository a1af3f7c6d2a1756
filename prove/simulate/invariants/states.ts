import type { Flight, FlightState } from '../../../src/tracking/model.ts';
import { perWorld } from '../readers/per-world.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import { endingAskedAt, noteEndings } from './endings.ts';
import type { Invariant } from './invariant.ts';
import { namesOf } from './paperwork.ts';
import { type Deed, deedOf, type Ended, type Expected, type StateContract } from './state-answers.ts';

/** Codes that say of a flight under way that it is not. */
const denials = ['flight-ended', 'flight-filed', 'flight-filing', 'no-open-flight', 'flight-not-found'];

interface Seen {
  readonly state: FlightState;
  readonly pirepId: string | null;
  readonly since: number;
  /** Since when it is in this state, whatever its PIREP. */
  readonly stateSince: number;
}

const unseen = { since: Number.POSITIVE_INFINITY, stateSince: Number.POSITIVE_INFINITY };

const seen = perWorld<Map<string, Seen>>(() => new Map());

export const statesDecide: Invariant = {
  name: 'states-decide',
  sentence: 'What a call is answered depends on the state of its flight.',
  onAnswer(world, exchange, answer) {
    const flights = world.models.disk.flights();
    for (const { id, state, pirepId } of flights) {
      const before = seen(world).get(id);
      const since = world.time.now;
      const stateSince = before?.state === state ? before.stateSince : since;
      if (before?.state !== state || before.pirepId !== pirepId)
        seen(world).set(id, { state, pirepId, since, stateSince });
    }
    noteEndings(world, exchange);
    const called = deedOf(exchange);
    if (called === null) return null;
    const [flight, ...others] = flights.filter((each) =>
      called.isNamed(each, exchange, readJson(answer.text), world.generation),
    );
    // A PIREP that another flight goes on with names both.
    if (flight === undefined || others.length > 0 || flight.pilot.id !== world.pilotIdOf(exchange.client)) return null;
    world.counters.count(`answers judged by the state ${flight.state}`);
    world.counters.count(`answers judged by a state, ${contractIn(exchange)}`);
    return storedProblem(called.deed, flight, answer) ?? problemOf(world, called, flight, exchange, answer);
  },
};

function contractIn({ request: { path } }: Exchange): string {
  if (path.includes('/smartcars')) return 'smartCARS 3';
  return path.startsWith('/api/pireps/') ? "phpVMS 7's own API" : 'ours';
}

/** What was done is on the disk when it is answered. */
function storedProblem(deed: Deed, flight: Flight, { status, text }: WireAnswer): string | null {
  const { id, state, intent, receipt } = flight;
  if (status !== 200 && status !== 202) return null;
  if (deed === 'cancel' && state !== 'cancelled' && state !== 'abandoned' && intent?.kind !== 'cancel')
    return `a cancellation of flight ${id} was answered ${status}, and on the disk it is ${state}`;
  const answer = readJson(text);
  const said = member(member(answer, 'receipt'), 'pirep_id');
  if (deed === 'finish' && said !== undefined && (state !== 'filed' || receipt?.pirepId !== said))
    return `a receipt of flight ${id} was given, and on the disk it is ${state} as ${receipt?.pirepId}`;
  const named = member(answer, 'pirepID') ?? member(member(answer, 'data'), 'id');
  // What smartCARS names with the bid of an abandoned flight is another one.
  return deed === 'finish' && state !== 'abandoned' && named !== undefined && !namesOf(flight).includes(String(named))
    ? `a finish of flight ${id} was answered as PIREP ${named}, and on the disk it is ${receipt?.pirepId}`
    : null;
}

function problemOf(
  world: Scene,
  { deed, table, codeOf }: StateContract & { readonly deed: Deed },
  { id, state, pilot, pirepId, bidId }: Flight,
  { sentAt, sent }: Exchange,
  answer: WireAnswer,
): string | null {
  const { status } = answer;
  const { since, stateSince } = seen(world).get(id) ?? unseen;
  const code = codeOf(answer);
  // It may have changed while the request was under way; and no state decides of a request that nobody could look at.
  if (since >= sentAt || status === 401 || status === 403 || status === 429 || status >= 500) return null;
  if (state === 'filed' || state === 'cancelled' || state === 'abandoned') {
    const isFlownAgain =
      bidId !== null &&
      world.models.disk.flights().some((each) => each.id !== id && each.pilot.id === pilot.id && each.bidId === bidId);
    const isRight =
      isAsExpected(table[deed][state], answer, code) || isAnew(deed, state, { sent, code, status, isFlownAgain });
    return isRight ? null : `a ${deed} of flight ${id}, which is ${state}, was answered ${status} ${code ?? ''}`;
  }
  if (state !== 'open' || typeof code !== 'string' || !denials.includes(code)) return null;
  // What ends it may be done and not on the disk yet.
  const isEnding = endingAskedAt(world, pilot.id) >= stateSince || world.isShared(pilot.id);
  const isEndedByStaff = pirepId !== null && world.models.crew.host.pireps.get(pirepId)?.state !== 'open';
  if (isEnding || isEndedByStaff || world.endedByOthers.has(id)) {
    world.counters.count('excused: a flight refused that somebody ends');
    return null;
  }
  return `a ${deed} of flight ${id}, which is open, was refused as ${code}`;
}

function isAsExpected(expected: Expected, { status, text }: WireAnswer, code: unknown): boolean {
  if (expected === 'nothing-taken') return status === 200 && member(readJson(text), 'count') === 0;
  return expected === 'done' ? status === 200 : code === expected;
}

/** Why a script of phpVMS 5 cannot fly a bid anew. */
const notAnew: Readonly<Record<Deed, readonly unknown[]>> = {
  report: ['bid-not-found'],
  cancel: [],
  // It files the bid from its figures, and without a flight time it cannot.
  finish: ['bid-not-found', 'invalid'],
};

interface AnsweredState {
  readonly sent: unknown;
  readonly code: unknown;
  readonly status: number;
  /** Whether the pilot has another flight of the same bid. */
  readonly isFlownAgain: boolean;
}

/** What names the bid of an abandoned flight too flies it anew, unless that bid is gone, or says too little to be filed. */
function isAnew(deed: Deed, state: Ended, { sent, code, status, isFlownAgain }: AnsweredState): boolean {
  if (state !== 'abandoned') return false;
  // smartCARS names its bid with each call, or means the one of the abandoned flight; another flight of it may be in any state.
  const isOfBid = member(sent, 'bidID') !== undefined || (member(sent, 'uuid') !== undefined && isFlownAgain);
  if (isOfBid) return status === 200 || status === 404 || status === 409;
  return notAnew[deed].includes(code) && member(sent, 'bid_id') !== undefined;
}
