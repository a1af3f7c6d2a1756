import { flownTrack, noFigures } from '../../test/flown.ts';
import { startOf, type World } from '../../test/world.ts';
import type { Known } from '../fuzz/protocol.ts';
import { tablesOf } from './tables.ts';

/** Somebody with a flight under way, a filed one, bids and a comment; and a stranger who knows all their ids. */
export interface Owner {
  readonly tokens: Readonly<Record<'owner' | 'stranger', string>>;
  /** Empty in a version without API keys. */
  readonly keys: Readonly<Record<'owner' | 'stranger', string>>;
  /** What is the owner's alone: texts that no stranger may be told. */
  readonly canaries: readonly string[];
  /** The owner's ids, in the form in which requests are filled. */
  readonly known: Known;
  /** Everything of the owner's, as text. */
  state(): Promise<string>;
}

const canaries = ['canary-of-the-notes', 'canary-of-the-log', 'canary-of-an-event', 'ada@demo-air.example'];
const places = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 21.04, lon: -86.87 } };

export async function openOwner(world: World): Promise<Owner> {
  const tables = tablesOf(world);
  const [owner, stranger] = await Promise.all(['ada', 'ben'].map((name) => signIn(world, tables, name)));
  const session = world.calls.authenticate(owner ?? null);
  await flyAndFile(world, session);
  await takeOff(world, session);
  const flights = await world.journal.listFlights({ pilotId: session.pilot.id });
  const keys = { owner: tables.keyOf('ada') ?? '', stranger: tables.keyOf('ben') ?? '' };
  const pireps = [...flights.flatMap(({ pirepId }) => pirepId ?? []), ...tables.pirepsOf('ada')];
  return {
    tokens: { owner: owner ?? '', stranger: stranger ?? '' },
    keys,
    canaries: keys.owner === '' ? canaries : [...canaries, keys.owner],
    known: {
      tokens: [],
      pilotKeys: [],
      programKey: '',
      operator: { cookie: '', formToken: '' },
      pilot: { cookie: '', formToken: '' },
      ids: {
        flight: flights.map(({ id }) => id),
        pirep: [...new Set(pireps)],
        bid: tables.bidsOf('ada'),
        schedule: tables.schedules(),
        aircraft: [],
        airport: ['LSZH'],
        pilot: ['1', 'DMO0001'],
        webhook: [],
        key: [],
        member: [],
      },
    },
    async state() {
      const stored = await world.journal.listFlights({ pilotId: session.pilot.id });
      const reports = await Promise.all(
        stored.map(async ({ number }) => (await world.journal.readReports(number)).length),
      );
      return JSON.stringify([stored, reports, tables.rowsOf('ada')]);
    },
  };
}

async function signIn(world: World, { password }: ReturnType<typeof tablesOf>, name: string): Promise<string> {
  const credential = { kind: 'password', login: `${name}@demo-air.example`, password } as const;
  return (await world.calls.login({ credential, address: '192.0.2.1' })).token.reveal();
}

type Session = Parameters<World['calls']['finish']>[0];

async function takeOff(world: World, session: Session): Promise<void> {
  const [next] = await world.calls.listBids(session);
  if (next === undefined) throw new Error('the owner has another bid');
  await world.calls.start(session, startOf(next.id));
  const track = flownTrack({ ...places, startAt: world.clock.now() - 500_000, count: 10 });
  await world.calls.report(session, { name: null, positions: track, opening: null });
}

async function flyAndFile(world: World, session: Session): Promise<void> {
  const [bid] = await world.calls.listBids(session);
  if (bid === undefined) throw new Error('the owner has a bid');
  await world.calls.start(session, startOf(bid.id));
  const track = flownTrack({ ...places, startAt: world.clock.now(), count: 30 });
  await world.clock.advance(600_000);
  await world.calls.report(session, { name: null, positions: track, opening: null });
  const figures = { ...noFigures, notes: 'canary-of-the-notes', log: ['canary-of-the-log'] };
  await world.calls.finish(session, { name: null, figures, opening: null });
}
