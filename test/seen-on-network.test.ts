import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editPilot } from '../src/platform/embedded/pilot-changes.ts';
import { PastJudge } from '../src/server/rules/past-judge.ts';
import type { FeedReading } from '../src/tracking/figures/network-track.ts';
import { type Sighting, seenAs } from '../src/tracking/figures/network-track.ts';
import type { Flight, Judgement } from '../src/tracking/model.ts';
import { detectorsByName } from '../src/tracking/rules/detectors/detectors.ts';
import { createRuleCalls } from '../src/tracking/rules/rule-calls.ts';
import { flownTrack, noFigures } from './flown.ts';
import { World } from './world.ts';

// A flight of half an hour and what the feed of its network shows of the pilot meanwhile.

const vatsimId = '1234567';
const minuteMs = 60_000;
/** An airport by the sea, twenty-four minutes at 420 kt before the other. */
const [start, cancun] = [
  { lat: 21.0365, lon: -83.877 },
  { lat: 21.0365, lon: -86.877 },
];

/** What the feed shows in a minute of the flight: undefined: the pilot is not there; `down`: the feed cannot be read. */
type Showing = (minute: number, own: Sighting) => Sighting | null | undefined | 'down';

interface Story {
  readonly shows: Showing;
  /** What happens to the server in a minute. */
  readonly meanwhile?: (minute: number, world: World) => Promise<void>;
  readonly ids?: Readonly<Record<'vatsim' | 'ivao', string | null>>;
}

async function fly({ shows, meanwhile = async () => undefined, ids = { vatsim: vatsimId, ivao: null } }: Story) {
  let asked = 0;
  let reading: FeedReading | null = null;
  const newest = () => {
    asked += 1;
    return reading;
  };
  await using opened = new AsyncDisposableStack();
  const world = opened.use(await World.with({ feeds: { networks: ['vatsim'], newest } }));
  const unchanged = { name: null, email: null, airline: null, rank: null, homeAirport: null };
  const edit = { ...unchanged, currentAirport: null, standing: null, showName: null, ...ids };
  await editPilot(world.embedded.crewCenter, 'ada@demo-air.example', edit);
  const rules = createRuleCalls({ journal: world.journal, clock: world.clock, detectors: detectorsByName });
  const rule = { id: 'online', detector: 'offline', follows: ['points'], points: 10 };
  const { number } = await rules.saveRuleSet('ada@test', { name: 'Online', rules: [rule] });
  await rules.useRuleSet('ada@test', number);
  const { session, flight } = await world.startFlight();
  const track = flownTrack({ from: start, to: cancun, startAt: world.clock.now(), count: 181 });
  const own = { callsign: flight.plan.callsign ?? '', aircraftType: flight.aircraft?.icao ?? null };
  for (let minute = 0; minute < 30; minute++) {
    const { lat, lon, recordedAt: at } = track[minute * 6] ?? startAt(world);
    const shown = shows(minute, { ...own, at, lat, lon });
    reading = shown === 'down' ? null : { at, seen: new Map(shown === undefined ? [] : [[vatsimId, shown]]) };
    await meanwhile(minute, world);
    await world.clock.advance(minuteMs - (world.clock.now() - at));
    const positions = track.slice(minute * 6, minute * 6 + 6);
    await world.calls.report(session, { name: null, positions, opening: null });
  }
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  const filed = (await world.tracking.operator.readFlight(flight.id))?.flight as Flight;
  opened.move();
  return { world, filed, judgement: filed.receipt?.pirep.judgement as Judgement, asked: () => asked, rules, number };
}

const startAt = (world: World) => ({ ...start, recordedAt: world.clock.now() });

/** Elements that were marked, with their values; elements that were not judged, with the reasons. */
function saidOf({ marks, notJudged }: Judgement) {
  const marked = marks.map(({ element, value }) => [element, value]);
  return { marked, not: notJudged.flatMap((each) => ('reason' in each ? [[each.element, each.reason]] : [])) };
}

const there: Showing = (_minute, own) => own;

const stories: readonly (readonly [string, Story, readonly string[]])[] = [
  ['was there all the time', { shows: there }, []],
  ['was there but for a minute', { shows: (minute, own) => (minute === 15 ? undefined : own) }, []],
  ['was away for the second half', { shows: (minute, own) => (minute < 15 ? own : undefined) }, ['share']],
  ['was never there', { shows: () => undefined }, ['share']],
  ['flew as another', { shows: (_minute, own) => ({ ...own, callsign: 'XYZ123' }) }, ['callsign']],
  ['was elsewhere', { shows: (_minute, own) => ({ ...own, lat: own.lat + 1 }) }, ['place']],
  ['flew another type', { shows: (_minute, own) => ({ ...own, aircraftType: 'C172' }) }, ['type']],
  ['filed no plan there', { shows: (_minute, own) => ({ ...own, aircraftType: null }) }, []],
  [
    'is shown where the network lost the connection',
    { shows: (_minute, own) => own && { ...own, at: 1_000 } },
    ['share'],
  ],
];

for (const [what, story, elements] of stories)
  test(`a pilot who ${what}: ${elements.join(', ') || 'no mark'}`, async () => {
    const { world, judgement } = await fly(story);
    await using _world = world;
    assert.deepEqual(
      saidOf(judgement).marked.map(([element]) => element),
      elements,
    );
    assert.equal(judgement.score, 100 - 10 * elements.length);
  });

const unread: readonly (readonly [string, Showing])[] = [
  ['is down', () => 'down'],
  ['is down for most of the flight, and the pilot away for the rest', (minute) => (minute < 22 ? 'down' : undefined)],
  ['says of the pilot what cannot be read', () => null],
];

for (const [what, shows] of unread)
  test(`a feed that ${what} judges nobody`, async () => {
    const { world, judgement } = await fly({ shows });
    await using _world = world;
    assert.deepEqual([judgement.score, saidOf(judgement).marked], [100, []]);
    assert.ok(judgement.notJudged.length > 0);
  });

test('a restart in the middle loses nothing: what was read is stored with the flight, one reading a minute', async () => {
  const { world, filed, judgement } = await fly({
    shows: (minute, own) => (minute < 15 ? own : undefined),
    async meanwhile(minute, open) {
      if (minute === 10 || minute === 20) await open.restart();
    },
  });
  await using _world = world;
  const [[element, value] = []] = saidOf(judgement).marked;
  assert.equal(element, 'share');
  assert.ok(Number(value) > 45 && Number(value) < 60, String(value));
  const [track] = filed.onNetworks ?? [];
  assert.ok(track !== undefined && track.seen.length >= 14 && track.seen.length <= 15, String(track?.seen.length));
  assert.equal(track.read.length, 1);
});

test('a past flight is tried with what was read then', async () => {
  const { world, filed, judgement, rules, number } = await fly({
    shows: (_minute, own) => ({ ...own, callsign: 'XYZ1' }),
  });
  await using _world = world;
  const set = await rules.readRuleSet(number);
  await using judge = new PastJudge({ set, navigationData: null });
  const chunks = await world.journal.readChunks(filed.number);
  const [again] = await judge.judge([{ flight: filed, chunks, facts: { rank: null, subfleets: [] } }]);
  assert.deepEqual(again && saidOf(again), saidOf(judgement));
  assert.deepEqual(saidOf(judgement).marked, [['callsign', null]]);
});

test('a pilot without an id is not looked up, and no feed is read', async () => {
  const { world, judgement, filed, asked } = await fly({ shows: there, ids: { vatsim: '', ivao: '7654321' } });
  await using _world = world;
  assert.deepEqual([asked(), filed.onNetworks, judgement.score, seenAs(filed)], [0, undefined, 100, null]);
});

test('everybody sees as what the flight was seen; an erased pilot leaves no trace of it', async () => {
  const { world, filed } = await fly({ shows: (_minute, own) => ({ ...own, callsign: 'XYZ123' }) });
  await using _world = world;
  assert.deepEqual(seenAs(filed), { network: 'vatsim', callsign: 'XYZ123' });
  await world.erasePilot('DMO0001');
  const kept = await world.journal.readFlight({ flightId: filed.id });
  assert.equal(kept?.onNetworks, undefined);
  const row = world.embedded.crewCenter.get('SELECT vatsim_id FROM users WHERE id = ?', Number(filed.pilot.id));
  assert.equal(row?.vatsim_id, '');
});
