import { erasedPilot } from '../../../src/journal/anonymous.ts';
import type { Flight } from '../../../src/tracking/model.ts';
import { ruleHistory } from '../contents/rule-history.ts';
import { toldWrongly } from '../contents/told-flight.ts';
import { firstOf, type Invariant } from '../invariants/invariant.ts';
import { type ChangeOnDisk, flightIn } from '../model-journal/tables.ts';
import type { Scene } from '../scene.ts';
import { endpoints, type Received } from '../webhooks/receivers.ts';
import { member, readJson } from '../wire.ts';
import { perWorld } from './per-world.ts';

/** What each kind of change is for other programs, written down apart from the code that is judged. */
const typesOf: Readonly<Record<string, string>> = {
  started: 'flight.started',
  resumed: 'flight.resumed',
  'took-off': 'flight.takeoff',
  landed: 'flight.landed',
  suspended: 'flight.suspended',
  filed: 'pirep.filed',
  cancelled: 'flight.cancelled',
  abandoned: 'flight.cancelled',
  'set-aside': 'filing.stuck',
};

/** What the staff of the crew center decides of a PIREP. */
const reviews: ReadonlySet<string> = new Set(['pirep.accepted', 'pirep.rejected']);

/** An event that is to be delivered. */
interface Due {
  readonly number: number;
  /** By its type, flight and time. */
  readonly key: string;
  readonly type: string;
  readonly flight: number;
  readonly change: ChangeOnDisk;
}

interface Known {
  /** How many deliveries were looked at. */
  looked: number;
  /** The id under which each event came first, and its text. */
  readonly ids: Map<string, string>;
  readonly bodies: Map<string, string>;
  /** Events that each endpoint took, by their keys. */
  readonly taken: Map<string, Set<string>>;
}

const known = perWorld<Known>(() => ({
  looked: 0,
  ids: new Map(),
  bodies: new Map(),
  taken: new Map(endpoints.map(({ id }) => [id, new Set()])),
}));

export const webhooksTell: Invariant = {
  name: 'webhooks-tell',
  sentence: 'Each event of a flight is delivered at least once, in order, under one id, and tells what is stored.',
  afterStep(world) {
    const here = known(world);
    const { received } = world.models.webhooks.receivers;
    if (received.length === here.looked) return null;
    const fresh = received.slice(here.looked);
    here.looked = received.length;
    const due = dueOf(world);
    return firstOf(fresh.map((each) => problemOf(world, each, due)));
  },
  atEnd: (world) => untoldOf(world)[0] ?? null,
};

/** What is not delivered yet, as sentences. */
export function untoldOf(world: Scene): readonly string[] {
  return untold(world).map(({ endpoint, key }) => `${endpoint} was not told of ${key}`);
}

/** Numbers of the flights of which something waits to be delivered. */
export function untoldFlights(world: Scene): ReadonlySet<number> {
  return new Set(untold(world).map(({ flight }) => flight));
}

function untold(world: Scene): readonly (Due & { readonly endpoint: string })[] {
  if (world.server?.webhooks === undefined) return [];
  const due = dueOf(world);
  return endpoints.flatMap(({ id, events }) => {
    const taken = known(world).taken.get(id);
    const isMeant = (type: string) => events.length === 0 || (events as readonly string[]).includes(type);
    const missing = due.filter(({ key, type }) => isMeant(type) && taken?.has(key) !== true);
    return missing.map((each) => ({ ...each, endpoint: id }));
  });
}

function dueOf(world: Scene): readonly Due[] {
  const { changes, flights } = world.models.disk.tables;
  return changes.flatMap((change) => {
    const { number, kind, at, flight } = change;
    const type = typesOf[kind];
    const id = flights.get(flight)?.id;
    return type === undefined || id === undefined ? [] : [{ number, key: `${type} ${id} ${at}`, type, flight, change }];
  });
}

function problemOf(
  world: Scene,
  { endpoint, id, body, isSigned, isTaken }: Received,
  due: readonly Due[],
): string | null {
  const { ids, bodies, taken } = known(world);
  const event = readJson(body);
  const told = member(member(event, 'data'), 'flight');
  const [type, at] = [String(member(event, 'type')), Date.parse(String(member(event, 'timestamp')))];
  const key = `${type} ${member(told, 'flight_id')} ${at}`;
  const where = `${key}, delivered to ${endpoint} as ${id},`;
  world.counters.count('events delivered');
  if (!isSigned) return `${where} is not signed by its key`;
  if (member(event, 'version') !== 1) return `${where} is of version ${member(event, 'version')}`;
  const before = ids.get(key);
  if (before !== undefined && before !== id) return `${where} came as ${before} before`;
  ids.set(key, id);
  const first = bodies.get(id);
  bodies.set(id, body);
  // An erased pilot is left out of what still waits; an erasure that a power cut undid was not confirmed.
  const isErasure = isErased(told) || first?.includes(`"ident":"${erasedPilot.ident}"`) === true;
  const isSame = first === body || (first !== undefined && reviews.has(type) && isSameReview(world, first, body));
  if (first !== undefined && !isSame && !isErasure) return `${where} said something else before: ${first}`;
  const problem = reviews.has(type)
    ? reviewProblem(world, type, told)
    : changeProblem(world, { endpoint, key }, told, due);
  if (taken.get(endpoint)?.has(key) === true) world.counters.count('events delivered again');
  if (isTaken) taken.get(endpoint)?.add(key);
  return problem === null ? null : `${where} ${problem}`;
}

/**
 * When staff decided nobody says: after a power cut it is noticed again, at another time, with what the flight is judged
 * then, where staff had it judged by that set.
 */
function isSameReview(world: Scene, first: string, again: string): boolean {
  const { flight, set } = reviewIn(again);
  const isAsked = ruleHistory(world)
    .again.get(flight)
    ?.some((each) => each.set === set);
  if (!isAsked) return reviewIn(first).text === reviewIn(again).text;
  return reviewIn(first).withoutJudgement === reviewIn(again).withoutJudgement;
}

function reviewIn(body: string) {
  const event = readJson(body);
  const told = member(member(event, 'data'), 'flight');
  const textWithout = (names: readonly string[]) =>
    JSON.stringify(event, (name, value) => (names.includes(name) ? undefined : value));
  return {
    flight: String(member(told, 'flight_id')),
    set: member(member(member(told, 'receipt'), 'judgement'), 'rules'),
    text: textWithout(['timestamp']),
    withoutJudgement: textWithout(['timestamp', 'judgement', 'score']),
  };
}

/** Whether it is what is stored of its change, and comes after all before it. */
function changeProblem(
  world: Scene,
  { endpoint, key }: { readonly endpoint: string; readonly key: string },
  told: unknown,
  due: readonly Due[],
): string | null {
  const own = due.find((each) => each.key === key);
  if (own === undefined) return 'is of no change on the disk';
  const taken = known(world).taken.get(endpoint) ?? new Set();
  const { events } = endpoints.find(({ id }) => id === endpoint) ?? { events: [] };
  const isMeant = ({ type }: Due) => events.length === 0 || (events as readonly string[]).includes(type);
  if (!isMeant(own)) return 'was not wanted';
  const earlier = due.find(
    (each) => each.flight === own.flight && each.number < own.number && isMeant(each) && !taken.has(each.key),
  );
  if (earlier !== undefined) return `came before ${earlier.key}, which happened earlier`;
  const stored = flightIn(own.change);
  return pilotProblem(world, told, stored) ?? toldProblem(toldWrongly(told, stored));
}

const toldProblem = (wrong: string | null) => (wrong === null ? null : `tells ${wrong}`);

const isErased = (told: unknown) => member(member(told, 'pilot'), 'ident') === erasedPilot.ident;

function pilotProblem(world: Scene, told: unknown, { id, pilot }: Flight): string | null {
  const said = member(told, 'pilot');
  if (member(said, 'id') !== pilot.id) return `tells of pilot ${member(said, 'id')}, and is of ${pilot.id}`;
  const isErasedNow = world.erasures.get(pilot.id)?.has(id) === true;
  if (isErasedNow) world.counters.count('events of erased pilots delivered');
  if (isErasedNow && !isErased(told)) return `names a pilot who was erased before`;
  const ident = world.models.crew.host.pilots.get(pilot.id)?.ident;
  const mayBeErased = world.erasures.has(pilot.id);
  return member(said, 'ident') === ident || (mayBeErased && isErased(told))
    ? null
    : `names ${member(said, 'ident')} in the place of ${ident}`;
}

/** Found out afterwards, of a PIREP that was reviewed so; the rules may have taken it back since. */
function reviewProblem(world: Scene, type: string, told: unknown): string | null {
  const { pireps, decisions } = world.models.crew.host;
  const pirep = pireps.get(String(member(member(told, 'receipt'), 'pirep_id')));
  world.counters.count('reviews told');
  const wasSo = decisions.some(({ pirepId, to }) => pirepId === pirep?.id && `pirep.${to}` === type);
  return wasSo || `pirep.${pirep?.state}` === type ? null : `is of a PIREP that is ${pirep?.state}`;
}
