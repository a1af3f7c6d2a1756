import type { Flight, FlightState } from '../../../src/tracking/model.ts';
import { perWorld } from '../readers/per-world.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import type { Invariant } from './invariant.ts';

/** What a call does with a flight. */
type Deed = 'report' | 'cancel' | 'finish';
/** States that never end. */
type Ended = Extract<FlightState, 'filed' | 'cancelled' | 'abandoned'>;
/** Whether it is done, or the code by which it is refused. */
type Expected = 'done' | 'flight-filed' | 'flight-ended';

/** What each call of a flight that has ended is answered, written down apart from the code that it judges. */
const table: Readonly<Record<Deed, Readonly<Record<Ended, Expected>>>> = {
  report: { filed: 'flight-filed', cancelled: 'flight-ended', abandoned: 'flight-ended' },
  cancel: { filed: 'flight-filed', cancelled: 'done', abandoned: 'done' },
  finish: { filed: 'done', cancelled: 'flight-ended', abandoned: 'flight-ended' },
};

const deeds: readonly (readonly [RegExp, Deed])[] = [
  [/^\/api\/tracker\/(?:position|event)$|^\/acars\/position\.php$/, 'report'],
  [/^\/api\/tracker\/cancel$/, 'cancel'],
  [/^\/api\/tracker\/finish$|^\/acars\/submit_log\.php$/, 'finish'],
];

/** Codes that say of a flight under way that it is not. */
const denials = ['flight-ended', 'flight-filed', 'flight-filing', 'no-open-flight', 'flight-not-found'];

interface Seen {
  readonly state: FlightState;
  readonly since: number;
}

const seen = perWorld<Map<string, Seen>>(() => new Map());
/** When a pilot's clients, or somebody for them, last asked for anything by which a flight ends. */
const endings = perWorld<Map<string, number>>(() => new Map());

/** The request up to which endings are known. */
const lastNoted = perWorld(() => ({ number: 0 }));

export const statesDecide: Invariant = {
  name: 'states-decide',
  sentence: 'What a call is answered depends on the state of its flight.',
  onAnswer(world, exchange, answer) {
    const flights = world.models.disk.flights();
    for (const { id, state } of flights)
      if (seen(world).get(id)?.state !== state) seen(world).set(id, { state, since: world.time.now });
    noteEnding(world, exchange);
    const path = exchange.request.path.replace(/\?.*$/, '');
    const [, deed] = deeds.find(([pattern]) => pattern.test(path)) ?? [];
    // A script of phpVMS 5 that names a flight that has ended, and its bid, may open another: its answer says which.
    const named = path.startsWith('/acars/') ? member(readJson(answer.text), 'flight_id') : undefined;
    const flight = flights.find(({ id }) => id === (named ?? member(exchange.sent, 'flight_id')));
    if (deed === undefined || flight === undefined) return null;
    if (flight.pilot.id !== world.pilotIdOf(exchange.client)) return null;
    world.counters.count(`answers judged by the state ${flight.state}`);
    return storedProblem(deed, flight, answer) ?? problemOf(world, deed, flight, exchange, answer);
  },
};

/** What was done is on the disk when it is answered. */
function storedProblem(deed: Deed, flight: Flight, { status, text }: WireAnswer): string | null {
  const { id, state, intent, receipt } = flight;
  if (status !== 200 && status !== 202) return null;
  if (deed === 'cancel' && state !== 'cancelled' && state !== 'abandoned' && intent?.kind !== 'cancel')
    return `a cancellation of flight ${id} was answered ${status}, and on the disk it is ${state}`;
  const said = member(member(readJson(text), 'receipt'), 'pirep_id');
  if (deed === 'finish' && said !== undefined && (state !== 'filed' || receipt?.pirepId !== said))
    return `a receipt of flight ${id} was given, and on the disk it is ${state} as ${receipt?.pirepId}`;
  return null;
}

function problemOf(
  world: Scene,
  deed: Deed,
  { id, state, pilot, pirepId }: Flight,
  { sentAt, sent }: Exchange,
  { status, text }: WireAnswer,
): string | null {
  const since = seen(world).get(id)?.since ?? Number.POSITIVE_INFINITY;
  const code = member(member(readJson(text), 'error'), 'code');
  // It may have changed while the request was under way; and no state decides of a request that nobody could look at.
  if (since >= sentAt || status === 401 || status === 403 || status === 429 || status >= 500) return null;
  if (state === 'filed' || state === 'cancelled' || state === 'abandoned') {
    const expected = table[deed][state];
    const isRight = expected === 'done' ? status === 200 : code === expected || isAnew(deed, state, sent, code);
    return isRight ? null : `a ${deed} of flight ${id}, which is ${state}, was answered ${status} ${code ?? ''}`;
  }
  if (state !== 'open' || typeof code !== 'string' || !denials.includes(code)) return null;
  // What ends it may be done and not on the disk yet.
  const isEnding = (endings(world).get(pilot.id) ?? 0) >= since || world.isShared(pilot.id);
  const isEndedByStaff = pirepId !== null && world.models.crew.host.pireps.get(pirepId)?.state !== 'open';
  if (isEnding || isEndedByStaff || world.endedByOthers.has(id)) {
    world.counters.count('excused: a flight refused that somebody ends');
    return null;
  }
  return `a ${deed} of flight ${id}, which is open, was refused as ${code}`;
}

/** Why a script of phpVMS 5 cannot fly a bid anew. */
const notAnew: Readonly<Record<Deed, readonly unknown[]>> = {
  report: ['bid-not-found'],
  cancel: [],
  // It files the bid from its figures, and without a flight time it cannot.
  finish: ['bid-not-found', 'invalid'],
};

/** What names the bid of an abandoned flight too flies it anew, unless that bid is gone, or says too little to be filed. */
function isAnew(deed: Deed, state: Ended, sent: unknown, code: unknown): boolean {
  const namesBid = member(sent, 'bid_id') !== undefined;
  return state === 'abandoned' && notAnew[deed].includes(code) && namesBid;
}

const ending = /\/(?:finish|cancel|start|file|prefile|complete)$|\/submit_log\.php$/;

function noteEnding(world: Scene, { client, request: { path, method } }: Exchange): void {
  const { past } = world.network;
  const noted = lastNoted(world);
  for (const each of past) if (each.number > noted.number) keep(world, each.client, each.request.path, each.sentAt);
  noted.number = past.at(-1)?.number ?? noted.number;
  if (method !== 'GET') keep(world, client, path, world.time.now);
}

function keep(world: Scene, client: string, path: string, at: number): void {
  if (ending.test(path.replace(/\?.*$/, ''))) endings(world).set(world.pilotIdOf(client), at);
}
