import { firstOf, type Invariant } from '../invariants/invariant.ts';
import type { HostBid } from '../model-crew-center/host.ts';
import { type KnownRoute, routeOf } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import { perWorld } from './per-world.ts';
import { sentSince } from './sent-since.ts';

export const bookedIsBooked: Invariant = {
  name: 'booked-is-booked',
  sentence: "A bid that was made, changed or removed is so at the crew center, and it is the pilot's own.",
  onAnswer(world, exchange, answer) {
    const call = routeIn(world, exchange)?.call;
    noteAsked(world);
    if (answer.status !== 200 || exchange.request.method === 'GET') return null;
    if (call === 'unbook') return unbookedProblem(world, exchange);
    if (call === 'book') booked(world).add(bidIn(answer) ?? '');
    return call === 'book' || call === 'chooseAircraft' ? bidProblem(world, exchange, answer) : null;
  },
};

function bidProblem(world: Scene, exchange: Exchange, answer: WireAnswer): string | null {
  const { host } = world.models.crew;
  const { request, sent, sentAt, client } = exchange;
  const asked = namedIn(exchange);
  const bidId = bidIn(answer);
  const pilotId = world.pilotIdOf(client);
  const who = `${request.method} ${request.path} of pilot ${pilotId}`;
  if (bidId === null) return `${who} was answered 200 without a bid`;
  world.counters.count('bids made or changed');
  const owner = host.bidOwners.get(bidId);
  if (owner !== pilotId) return `${who} was answered with bid ${bidId}, which is of pilot ${owner}`;
  const bid = host.bids.get(bidId);
  if (bid === undefined) {
    const gone = host.bidsGone.get(bidId);
    return gone !== undefined && gone.at >= sentAt ? null : `${who} was answered with bid ${bidId}, which is not there`;
  }
  if (asked.scheduleId !== null && bid.plan.scheduleId !== asked.scheduleId)
    return `${who} was to book ${asked.scheduleId}, and bid ${bidId} is of ${bid.plan.scheduleId}`;
  const isChange = asked.scheduleId === null;
  return isChange && asked.aircraftId !== null ? aircraftProblem(world, exchange, bid, asked.aircraftId, sent) : null;
}

/** Of two programs that choose at once the other may come later. */
function aircraftProblem(
  world: Scene,
  { client }: Exchange,
  bid: HostBid,
  wanted: string,
  sent: unknown,
): string | null {
  const has = bid.plan.aircraft?.id ?? null;
  const pilotId = world.pilotIdOf(client);
  const isByOther = world.network.past.some(
    (other) =>
      other.sent !== sent &&
      world.pilotIdOf(other.client) === pilotId &&
      namedIn(other).bidId === bid.id &&
      namedIn(other).aircraftId === has,
  );
  return has === wanted || isByOther ? null : `bid ${bid.id} was to have aircraft ${wanted}, and has ${has}`;
}

function unbookedProblem(world: Scene, exchange: Exchange): string | null {
  const { host } = world.models.crew;
  const pilotId = world.pilotIdOf(exchange.client);
  const { bidId } = namedIn(exchange);
  const owner = host.bidOwners.get(bidId ?? '') ?? pilotId;
  world.counters.count('bids removed');
  if (owner !== pilotId) return `pilot ${pilotId} removed bid ${bidId} of pilot ${owner}`;
  return host.bids.has(bidId ?? '') ? `bid ${bidId} was removed, and is there` : null;
}

/** Whose programs asked for the removal of which bids. */
const unbooked = perWorld<Set<string>>(() => new Set());
/** Bids that a program was answered when it booked. */
const booked = perWorld<Set<string>>(() => new Set());
/** When each pilot's programs asked for a start. */
const started = perWorld<Map<string, number[]>>(() => new Map());
/** A start that waits for a slow crew center makes its bid by then, milliseconds. */
const slowestStartMs = 60_000;
const fresh = sentSince();

function noteAsked(world: Scene): void {
  for (const exchange of fresh(world)) {
    const call = routeIn(world, exchange)?.call;
    const pilotId = world.pilotIdOf(exchange.client);
    if (call === 'unbook') unbooked(world).add(`${pilotId} ${namedIn(exchange).bidId}`);
    if (call === 'start') started(world).set(pilotId, [...(started(world).get(pilotId) ?? []), exchange.sentAt]);
  }
}

/** A start without a bid makes one, which is taken back when nothing is flown. */
function isTakenBack(world: Scene, bidId: string, owner: string): boolean {
  const { host } = world.models.crew;
  const isFlown = world.models.disk.flights().some((flight) => flight.bidId === bidId && flight.state === 'open');
  const madeAt = host.bidsGone.get(bidId)?.madeAt ?? 0;
  const starts = started(world).get(owner) ?? [];
  const isMadeForStart = starts.some((at) => at <= madeAt && madeAt - at < slowestStartMs);
  if (!isMadeForStart || isFlown || booked(world).has(bidId)) return false;
  world.counters.count('bids taken back');
  return true;
}

/** How many of the bids that went were looked at. */
const looked = perWorld(() => ({ count: 0 }));

export const bidsGoForAReason: Invariant = {
  name: 'bids-go-for-a-reason',
  sentence: 'A bid is there until its pilot removes it, its own flight is filed, or the staff takes it away.',
  afterStep(world) {
    const { bidsGone } = world.models.crew.host;
    const here = looked(world);
    if (bidsGone.size === here.count) return null;
    noteAsked(world);
    const gone = [...bidsGone].slice(here.count);
    here.count = bidsGone.size;
    return firstOf(gone.map(([bidId, { because }]) => reasonProblem(world, bidId, because)));
  },
  atEnd: (world) => twiceBooked(world),
};

function reasonProblem(world: Scene, bidId: string, because: string): string | null {
  const { host } = world.models.crew;
  const owner = host.bidOwners.get(bidId) ?? '';
  world.counters.count('bids gone');
  if (because === 'unbooked')
    return unbooked(world).has(`${owner} ${bidId}`) || isTakenBack(world, bidId, owner)
      ? null
      : `bid ${bidId} of pilot ${owner} was removed, which the pilot never asked for`;
  const isFiled = [...host.pireps.values()].some(
    (pirep) => pirep.bidId === bidId && pirep.pilotId === owner && pirep.filedAt !== null,
  );
  return because !== 'filed' || isFiled ? null : `bid ${bidId} of pilot ${owner} was removed, and no PIREP is of it`;
}

function twiceBooked(world: Scene): string | null {
  const seen = new Set<string>();
  for (const { pilotId, plan } of world.models.crew.host.bids.values()) {
    const name = `${pilotId} ${plan.scheduleId}`;
    if (seen.has(name)) return `pilot ${pilotId} has two bids on ${plan.scheduleId}`;
    seen.add(name);
  }
  return null;
}

export const bidsAreListed: Invariant = {
  name: 'bids-are-listed',
  sentence: 'Who asks for the bids gets all of them, and none that was removed before.',
  onAnswer(world, exchange, answer) {
    const route = routeIn(world, exchange);
    const listed = listIn(readJson(answer.text));
    if (route?.call !== 'listBids' || answer.status !== 200 || listed === null) return null;
    // While a crew center is away, the contract of its own API answers with what Tracker knows.
    const isOwnKnowledge = route.contract === 'phpvms7-core' && world.models.crew.troubleUntil >= exchange.sentAt;
    if (isOwnKnowledge) return null;
    const { host } = world.models.crew;
    const pilotId = world.pilotIdOf(exchange.client);
    const ids = new Set(listed);
    world.counters.count('lists of bids compared');
    const missing = [...host.bids.values()].find(
      ({ id, pilotId: owner, madeAt }) => owner === pilotId && madeAt < exchange.sentAt && !ids.has(id),
    );
    if (missing !== undefined) return `${exchange.request.path} of pilot ${pilotId} lacks bid ${missing.id}`;
    const stale = listed.find((id) => (host.bidsGone.get(id)?.at ?? Number.POSITIVE_INFINITY) < exchange.sentAt);
    return stale === undefined
      ? null
      : `${exchange.request.path} of pilot ${pilotId} shows bid ${stale}, which is gone`;
  },
};

/** Ids of the bids of a list; null for what is none. */
function listIn(answer: unknown): readonly string[] | null {
  const list = [answer, member(answer, 'bids'), member(answer, 'data')].find(Array.isArray) as
    | readonly unknown[]
    | undefined;
  return list?.map((each) => String(member(each, 'bidID') ?? member(each, 'id'))) ?? null;
}

/** The bid that an answer names. */
export function bidIn({ text }: WireAnswer): string | null {
  const answer = readJson(text);
  const id = member(member(answer, 'bid'), 'id') ?? member(answer, 'bidID') ?? member(member(answer, 'data'), 'id');
  return id === undefined || id === null ? null : String(id);
}

interface Named {
  readonly bidId: string | null;
  readonly scheduleId: string | null;
  readonly aircraftId: string | null;
}

/** What a request for a bid names, in each contract's words. */
function namedIn({ request, sent }: Exchange): Named {
  const text = (...names: readonly string[]) => {
    const found = names.map((name) => member(sent, name)).find((value) => value !== undefined && value !== null);
    return found === undefined ? null : String(found);
  };
  const [, inPath] = /\/bids\/([^/?]+)/.exec(request.path) ?? [];
  return {
    bidId: inPath ?? text('bidID', 'bid_id'),
    scheduleId: text('schedule_id', 'flightID', 'flight_id'),
    aircraftId: text('aircraft', 'aircraftID', 'aircraft_id'),
  };
}

function routeIn(world: Scene, { request: { method, path } }: Exchange): KnownRoute | null {
  return routeOf(world.generation, method, path);
}
