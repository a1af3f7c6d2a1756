import type { FlightEvent } from '../../../src/tracking/model.ts';
import { aheadMs } from '../invariants/acknowledged.ts';
import { firstOf, type Invariant } from '../invariants/invariant.ts';
import { namesOf } from '../invariants/paperwork.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import { perWorld } from './per-world.ts';
import { sentSince } from './sent-since.ts';

/** An event as a client sent it: its text tells whose it is, and which. */
interface SentEvent {
  readonly text: string;
  readonly seq: number | null;
  readonly recordedAt: number;
}

/** An event whose arrival a server confirmed. */
interface KnownEvent extends SentEvent {
  readonly client: string;
  readonly pilotId: string;
  /** The flight, or where the contract does not name it its PIREP. */
  readonly flight: string;
  readonly firstSentAt: number;
  readonly confirmedAt: number;
}

interface Known {
  readonly confirmed: Map<string, KnownEvent>;
  /** When each was sent first, and under how many times of its client's. */
  readonly sent: Map<string, { readonly at: number; readonly times: Set<number> }>;
}

const known = perWorld<Known>(() => ({ confirmed: new Map(), sent: new Map() }));

const fresh = sentSince();

export const eventsAreThere: Invariant = {
  name: 'events-are-there',
  sentence: 'A flight event that was acknowledged is on the disk, once, and after those that were acknowledged before.',
  onAnswer(world, exchange, answer) {
    const { confirmed, sent } = noteSent(world);
    const promised = confirmedBy(exchange, answer);
    if (promised === null) return null;
    return firstOf(
      promised.events.map((event) => {
        const firstSentAt = sent.get(event.text)?.at ?? exchange.sentAt;
        const { client } = exchange;
        const pilotId = world.pilotIdOf(client);
        const here = { ...event, client, pilotId, flight: promised.flight, firstSentAt, confirmedAt: world.time.now };
        if (!confirmed.has(event.text)) {
          confirmed.set(event.text, here);
          world.counters.count('events acknowledged');
        }
        return problemOf(world, here);
      }),
    );
  },
  onStart: findAll,
  atEnd: (world) => findAll(world) ?? outOfOrder(world),
};

function findAll(world: Scene): string | null {
  return firstOf([...known(world).confirmed.values()].map((event) => problemOf(world, event)));
}

/** Each request of the moment is still known: an event may be stored by one that was never answered. */
function noteSent(world: Scene): Known {
  const here = known(world);
  for (const exchange of fresh(world)) {
    for (const { text, recordedAt } of eventsIn(exchange)) {
      const before = here.sent.get(text) ?? { at: exchange.sentAt, times: new Set<number>() };
      before.times.add(recordedAt);
      here.sent.set(text, { at: Math.min(before.at, exchange.sentAt), times: before.times });
    }
  }
  return here;
}

const ownPath = /^\/api\/tracker\/event$/;
const corePath = /\/(?:pireps|acars)\/([^/]+)(?:\/acars)?\/(?:logs|events)$/;

function eventsIn({ request: { path, method }, sent }: Exchange): readonly SentEvent[] {
  if (method !== 'POST') return [];
  if (ownPath.test(path)) return listOf(sent, 'events').map((each) => toSent(each, 'message', 'recorded_at'));
  const list = path.endsWith('/logs') ? 'logs' : 'events';
  if (!corePath.test(path)) return [];
  return listOf(sent, list).map((each) => toSent(each, list.slice(0, -1), 'created_at'));
}

/** What this answer confirms; null for nothing. */
function confirmedBy(
  exchange: Exchange,
  { status, text }: WireAnswer,
): { readonly flight: string; readonly events: readonly SentEvent[] } | null {
  const events = eventsIn(exchange);
  if (status !== 200 || events.length === 0) return null;
  const answer = readJson(text);
  const [, pirepId] = corePath.exec(exchange.request.path) ?? [];
  // After `file` it says that it has taken none.
  if (pirepId !== undefined) return member(answer, 'count') === events.length ? { flight: pirepId, events } : null;
  const refused = new Set(listOf(answer, 'refused').map((item) => member(item, 'index')));
  return { flight: String(member(answer, 'flight_id')), events: events.filter((_, index) => !refused.has(index)) };
}

function problemOf(world: Scene, event: KnownEvent): string | null {
  const { text, flight: name } = event;
  const flights = flightsNamed(world, name);
  if (flights.length === 0) return `event "${text}" was acknowledged for ${name}, which is not on the disk`;
  const found = storedEvents(world, flights).filter(({ message }) => message === text);
  if (found.length === 0 && !isTakenForAnother(world, event, flights))
    return `event "${text}" was acknowledged and is not on the disk in flight ${name}`;
  const times = known(world).sent.get(text)?.times.size ?? 1;
  // A client that is far ahead is not believed: without a time and a number each is another one.
  if (event.seq === null && event.recordedAt > event.firstSentAt + aheadMs) return null;
  // Each time under which its client sent it makes another event of it.
  return found.length > times ? `event "${text}" is on the disk ${found.length} times` : null;
}

/** Another device of the account has sent one of the same number, and one of the same millisecond; without a number one of the same time. */
function isTakenForAnother(
  world: Scene,
  { pilotId, seq, recordedAt }: KnownEvent,
  flights: readonly number[],
): boolean {
  const stored = storedEvents(world, flights);
  const isNumberTaken = seq === null || (world.isShared(pilotId) && stored.some((each) => each.seq === seq));
  const isTaken = isNumberTaken && stored.some((each) => each.recordedAt === recordedAt);
  if (isTaken) world.counters.count('events of two devices with one number and time');
  return isTaken;
}

/** Of two events of a client the second was sent when the first was confirmed already. */
function outOfOrder(world: Scene): string | null {
  const order = new Map<string, number>();
  for (const { raw, sealed } of world.models.disk.tables.reports.values())
    for (const report of [...sealed, ...raw])
      if (report.kind === 'event' && report.event.message !== null && !order.has(report.event.message))
        order.set(report.event.message, report.number);
  const confirmed = [...known(world).confirmed.values()];
  for (const [index, later] of confirmed.entries()) {
    const earlier = confirmed
      .slice(0, index)
      .findLast((each) => each.flight === later.flight && each.confirmedAt < later.firstSentAt);
    const [before, after] = [order.get(earlier?.text ?? ''), order.get(later.text)];
    if (earlier !== undefined && before !== undefined && after !== undefined && before > after)
      return `event "${later.text}" was sent after "${earlier.text}" was acknowledged, and stands before it`;
  }
  return null;
}

/** The flights that have this name: a PIREP that was given up may be the next one's. */
function flightsNamed(world: Scene, name: string): readonly number[] {
  const flights = world.models.disk.flights().filter((each) => namesOf(each).includes(name));
  return flights.map(({ number }) => number);
}

function storedEvents(world: Scene, flights: readonly number[]): readonly FlightEvent[] {
  const reports = flights.flatMap((flight) => {
    const { sealed, raw } = world.models.disk.tables.reports.get(flight) ?? { sealed: [], raw: [] };
    return [...sealed, ...raw];
  });
  return reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
}

function toSent(value: unknown, text: string, time: string): SentEvent {
  const seq = member(value, 'seq');
  return {
    text: String(member(value, text)),
    seq: typeof seq === 'number' ? seq : null,
    recordedAt: Date.parse(String(member(value, time))),
  };
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
}
