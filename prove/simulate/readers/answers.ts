import type { Desk } from '../../../src/platform/desk.ts';
import { deskCalls } from '../../../src/platform/port-table.ts';
import { firstOf, type Invariant } from '../invariants/invariant.ts';
import { namesOf } from '../invariants/paperwork.ts';
import { type KnownRoute, routeOf } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { nameOf } from '../sortie.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';

const isDesk: ReadonlySet<string> = new Set<keyof Desk>(deskCalls);

/** Counts each call of each contract that was answered in a way that can be judged. */
export const callsAreRead: Invariant = {
  name: 'not-offered-is-refused',
  sentence: 'What the crew center does not offer is refused with its reason.',
  onAnswer(world, exchange, answer) {
    const route = routeIn(world, exchange);
    if (route === null) return null;
    const isDone = answer.status >= 200 && answer.status < 300;
    const isRefused =
      answer.status === 501 || (answer.status === 400 && answer.text.includes('has nothing to look up'));
    if (isDone || (isDesk.has(route.call) && isRefused)) world.counters.count(`read: ${route.contract} ${route.call}`);
    if (isOffered(world, route.call)) return null;
    // Lists of what a client may choose from are ours where the crew center has none.
    if (!isDone || !isDesk.has(route.call) || isKnownHere.test(exchange.request.path)) return null;
    return `${exchange.request.path} was answered ${answer.status}, which the crew center does not offer`;
  },
};

/** Whether the model's desk takes this call. */
function isOffered(world: Scene, call: string): boolean {
  return offeredCalls.has(call) && (call !== 'chooseAircraft' || world.generation === 7);
}

const offeredCalls: ReadonlySet<string> = new Set<keyof Desk>([
  ...(['book', 'unbook', 'chooseAircraft', 'listPireps', 'readPirep', 'latestPirep'] as const),
  ...(['listAirports', 'listFleet', 'listAirlines'] as const),
]);

/** Served from the bids, or the same everywhere. */
const isKnownHere =
  /\/(?:flight_types|aircraft|subfleets)$|\/user$|\/user\/bids$|\/users\/|\/airports|\/flights\/|\/fleet|\/subfleet|\/airlines|\/news/;

export const bidsAreOwn: Invariant = {
  name: 'bids-are-own',
  sentence: 'No pilot sees a bid of another.',
  onAnswer(world, exchange, answer) {
    const { call } = routeIn(world, exchange) ?? {};
    if ((call !== 'listBids' && call !== 'latestBid') || answer.status !== 200) return null;
    const pilotId = world.pilotIdOf(exchange.client);
    const owners = world.models.crew.host.bidOwners;
    const ids = bidIdsIn(readJson(answer.text));
    if (ids.length > 0) world.counters.count('bids looked at', ids.length);
    return firstOf(
      ids.map((id) => {
        const owner = owners.get(id);
        return owner === pilotId
          ? null
          : `${exchange.request.path} showed pilot ${pilotId} bid ${id}, which is of pilot ${owner}`;
      }),
    );
  },
};

function bidIdsIn(answer: unknown): readonly string[] {
  const list = [answer, member(answer, 'bids'), member(answer, 'data')].find(Array.isArray) as
    | readonly unknown[]
    | undefined;
  const one = member(answer, 'bid');
  const items = list ?? (typeof one === 'object' && one !== null ? [one] : []);
  return items.flatMap((each) => {
    const id = member(each, 'bidID') ?? member(each, 'id');
    return id === undefined || id === null ? [] : [String(id)];
  });
}

export const saidIsStored: Invariant = {
  name: 'said-is-stored',
  sentence: 'Another aircraft, and what is said of the PIREP, is on the disk when it is acknowledged.',
  onAnswer(world, exchange, answer) {
    const { call } = routeIn(world, exchange) ?? {};
    if (answer.status !== 200 || exchange.request.method === 'GET') return null;
    if (call === 'describe') return describedProblem(world, exchange, answer);
    return call === 'changeAircraft' ? aircraftProblem(world, exchange, answer) : null;
  },
};

function describedProblem(world: Scene, { number, request, sent }: Exchange, { text }: WireAnswer): string | null {
  const fields = member(sent, 'fields');
  const [, pirepId = ''] = /\/pireps\/([^/]+)/.exec(request.path) ?? [];
  if (typeof fields !== 'object' || fields === null) return null;
  const flight = world.models.disk.flights().findLast((each) => namesOf(each).includes(pirepId));
  if (flight === undefined || flight.receipt !== null) return null;
  world.counters.count('fields said');
  // Of two that say one field at once the other may come later: then the answer says what that one said.
  const isSaidByOther = (name: string, stored: string | undefined) =>
    stored !== undefined &&
    member(member(readJson(text), 'data'), name) === stored &&
    world.network.past.some(
      (other) =>
        other.number !== number &&
        other.request.path === request.path &&
        member(member(other.sent, 'fields'), name) === stored,
    );
  const missing = Object.entries(fields).find(([name, value]) => {
    const stored = flight.said?.fields?.[name];
    return stored !== value && !isSaidByOther(name, stored);
  });
  return missing === undefined
    ? null
    : `field ${missing[0]} of ${pirepId} was acknowledged, and the disk has ${flight.said?.fields?.[missing[0]]}`;
}

/** A request may wait this long in the network, so one that was sent before may be served after. */
const underWayMs = 120_000;

function aircraftProblem(world: Scene, exchange: Exchange, { text }: WireAnswer): string | null {
  const { number, client, sent, sentAt } = exchange;
  const flightId = String(member(member(readJson(text), 'flight'), 'flight_id') ?? member(readJson(text), 'flight_id'));
  const wanted = String(member(sent, 'aircraft'));
  const flight = world.models.disk.flights().find(({ id }) => id === flightId);
  world.counters.count('aircraft changed');
  const has = flight?.aircraft ?? null;
  // Of two devices that name different ones the other may come later: then the answer says which.
  const isNamedByOther = (id: string) =>
    world.network.past.some(
      (other) =>
        other.number !== number &&
        world.pilotIdOf(other.client) === world.pilotIdOf(client) &&
        other.sentAt >= sentAt - underWayMs &&
        [member(other.sent, 'aircraft'), member(other.sent, 'aircraft_id')].map(String).includes(id),
    );
  const said = member(member(readJson(text), 'aircraft'), 'id');
  return has !== null && (has.id === wanted || has.icao === wanted || (said === has.id && isNamedByOther(has.id)))
    ? null
    : `flight ${flightId} was to fly with ${wanted}, and the disk has ${has?.id}`;
}

export const reportsAreReadBack: Invariant = {
  name: 'reports-are-read-back',
  sentence: 'Who reads a flight gets every position that was acknowledged before.',
  onAnswer(world, exchange, answer) {
    const { call } = routeIn(world, exchange) ?? {};
    const [, pirepId = ''] = /\/pireps\/([^/]+)\/acars\/position$/.exec(exchange.request.path) ?? [];
    if (call !== 'readReports' || answer.status !== 200 || pirepId === '') return null;
    const flight = world.models.disk.flights().findLast((each) => namesOf(each).includes(pirepId));
    if (flight === undefined) return null;
    const data = member(readJson(answer.text), 'data');
    const read = new Set(
      (Array.isArray(data) ? data : []).map((each) =>
        nameOf({ lat: Number(member(each, 'lat')), lon: Number(member(each, 'lon')) }),
      ),
    );
    world.counters.count('positions read back', read.size);
    const { sealed, raw } = world.models.disk.tables.reports.get(flight.number) ?? { sealed: [], raw: [] };
    const missing = [...sealed, ...raw].find(
      (each) =>
        each.kind === 'position' &&
        each.position.receivedAt < exchange.sentAt - skewMs &&
        world.ledger.isAcknowledged(each.position) &&
        !read.has(nameOf(each.position)),
    );
    return missing?.kind === 'position' ? `${pirepId} was read without ${nameOf(missing.position)}` : null;
  },
};

export const liveIsUnderWay: Invariant = {
  name: 'live-is-under-way',
  sentence: 'Among the flights that are shown as under way is none that was over for some seconds.',
  onAnswer(world, exchange, answer) {
    const { call } = routeIn(world, exchange) ?? {};
    if (call !== 'listLive' || answer.status !== 200) return null;
    const data = member(readJson(answer.text), 'data');
    const ids = (Array.isArray(data) ? data : []).map((each) => String(member(each, 'id')));
    world.counters.count('flights looked at as under way', ids.length);
    const flights = world.models.disk.flights();
    return firstOf(
      ids.map((id) => {
        const flight = flights.findLast((each) => namesOf(each).includes(id));
        const endedAt = flight?.endedAt ?? null;
        if (flight === undefined || endedAt === null || flight.state === 'open') return null;
        const ms = exchange.sentAt - endedAt;
        return ms > mirrorMs(world) + skewMs
          ? `flight ${flight.id} is ${flight.state} for ${Math.round(ms)} ms, and shown as under way`
          : null;
      }),
    );
  },
};

/** A clock may be set wrong by so much. */
const skewMs = 12_000;
/** Other servers tell of their flights each second; one that does not answer is waited for. */
const mirrorMs = (world: Scene) => (world.keeper.isTroubled === undefined ? 1_000 : 60_000);

function routeIn(world: Scene, { request: { method, path } }: Exchange): KnownRoute | null {
  return routeOf(world.generation, method, path);
}
