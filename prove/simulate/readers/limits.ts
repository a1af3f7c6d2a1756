import { legacy } from '../../../src/client/wires/legacy.ts';
import { firstOf, type Invariant } from '../invariants/invariant.ts';
import { routeOf } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { credentialsIn, type Exchange, type WireAnswer } from '../wire.ts';
import { setBackSince } from './newest-positions.ts';
import { perWorld } from './per-world.ts';
import { startedAt } from './trouble.ts';
import type { Visit } from './visitor.ts';

/** When what was done for each session arrived; those of a former process are forgotten. */
const served = perWorld(() => ({ since: 0, times: new Map<string, number[]>() }));

/** So many of the newest are looked at. */
const maxKept = 60;

const tooMany = /More than \d+ calls a second/;

export const limitsHold: Invariant = {
  name: 'limits-hold',
  sentence: 'Who asks more often than the stated limit is refused, and nobody else.',
  onAnswer(world, exchange, answer) {
    answeredAt(world).set(exchange.number, world.time.now);
    const limits = world.server?.tracking?.calls.status().limits;
    if (limits === undefined) return null;
    const { requestsPerSecond: perSecond, requestBurst: burst } = limits;
    return answer.status === 429 && tooMany.test(answer.text)
      ? refusedProblem(world, exchange, { perSecond, burst })
      : servedProblem(world, exchange, answer, { perSecond, burst });
  },
};

interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** How many calls a full allowance and this time are good for. */
const worth = ({ perSecond, burst }: Rate, ms: number) => burst + (Math.max(0, ms) / 1_000) * perSecond;

/**
 * All requests of the pilot are counted, whatever became of them: there are more of them than of one session. A request is counted when it
 * is known whose it is, at some time between its arrival and its answer: those by a key that the crew center has to look at first
 * all at once when it answers.
 */
function refusedProblem(world: Scene, { client, request }: Exchange, rate: Rate): string | null {
  world.counters.count('calls refused for their number');
  const pilotId = world.pilotIdOf(client);
  const { now } = world.time;
  const answered = answeredAt(world);
  // What a former process did not answer waits no longer.
  const mayWait = (at: number) => now - at < longestWaitMs && at >= startedAt(world);
  const own = world.network.arrivals
    .filter((each) => world.pilotIdOf(each.client) === pilotId)
    .map(({ at, number }) => ({ at, until: mayWait(at) ? (answered.get(number) ?? now) : at }));
  const isTooOften = [...own.map(({ at }) => at), ...own.map(({ until }) => until)].some((since) => {
    const counted = own.filter(({ at, until }) => at >= since || until >= since).length;
    // Time by which a clock was set back is worth nothing.
    return counted >= worth(rate, now - since - setBackSince(world, since)) - 1;
  });
  if (isTooOften) return null;
  const second = own.filter(({ at }) => at > now - 1_000).length;
  return `${request.path} of pilot ${pilotId} was refused for ${rate.perSecond} calls a second, after ${second} in the last one`;
}

/** When each request was answered last, by its number. */
const answeredAt = perWorld<Map<number, number>>(() => new Map());

/** A request waits for the crew center as long as this, milliseconds. */
const longestWaitMs = 120_000;

function servedProblem(world: Scene, exchange: Exchange, { status }: WireAnswer, rate: Rate): string | null {
  const { request, arrivedAt } = exchange;
  const route = routeOf(world.generation, request.method, request.path);
  // A clock that is set forward gives more than its time.
  const isJudged = !world.plan.mischief.includes('server-clock') && status === 200 && route?.access === 'session';
  if (arrivedAt === undefined || !isJudged) return null;
  const here = served(world);
  if (here.since !== startedAt(world)) Object.assign(here, { since: startedAt(world), times: new Map() });
  // A key opens another session when the operator has ended it.
  const { doneAt = Number.NEGATIVE_INFINITY } = world.sessionsEnd.get(world.pilotIdOf(exchange.client)) ?? {};
  return firstOf(
    Object.values(credentialsIn(request)).map((token) => {
      const own = [...(here.times.get(token) ?? []), arrivedAt].filter((at) => at > doneAt);
      const times = own.sort((a, b) => a - b).slice(-maxKept);
      here.times.set(token, times);
      world.counters.count('calls counted against the limit');
      // Those that waited for the crew center may have been counted as late as now.
      const { now } = world.time;
      const many = times.findIndex((at, index) => times.length - index > worth(rate, now - at) + 1);
      return many < 0
        ? null
        : `${times.length - many} calls of one session were done in ${now - (times[many] ?? 0)} ms`;
    }),
  );
}

const ownFlight = { method: 'GET', path: '/api/tracker/flight' } as const;

/** A program that asks much more often than it may. */
export const asksTooOften: Visit = {
  name: 'asks too often',
  generations: [7, 5],
  async run(visitor) {
    const { world } = visitor;
    const token = visitor.token();
    const { requestBurst = Number.POSITIVE_INFINITY } = world.server?.tracking?.calls.status().limits ?? {};
    // Where many are allowed, so many would be nothing else.
    if (token === null || requestBurst > 20) return;
    const call = world.generation === 7 ? ownFlight : legacy.bid;
    await Promise.all(Array.from({ length: requestBurst + 6 }, () => visitor.ask(call, token)));
  },
};
