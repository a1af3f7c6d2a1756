import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { encodeView } from '../../src/contracts/flight-wire.ts';
import { encodePirep } from '../../src/contracts/phpvms7-core/pireps/resource.ts';
import { fiveFileName } from '../../src/platform/embedded/five/five.ts';
import { discordSource } from '../../src/server/discord-source.ts';
import { arrivalOf } from '../../src/tracking/figures/arrival.ts';
import type { FlightView } from '../../src/tracking/figures/flight-view.ts';
import type { Position, ReportedFigures } from '../../src/tracking/model.ts';
import { Aircraft } from '../../src/web/browser/map/aircraft.js';
import { endsOf } from '../../src/web/browser/map/chosen/pills.js';
import { progressOf } from '../../src/web/browser/map/progress.js';
import { figures, say } from '../../src/web/browser/visitor/visitor.js';
import { flightPicture } from '../../src/web/picture/flight-picture.ts';
import { knownFigures } from '../../src/web/picture/known-figures.ts';
import { flightPost } from '../../src/webhooks/discord/post.ts';
import { encodeFlightPayload } from '../../src/webhooks/flight-payload.ts';
import { flownTrack, noFigures } from '../flown.ts';
import { WebWorld } from '../web-world.ts';
import type { WorldChanges } from '../world.ts';

const zurich = { lat: 47.458, lon: 8.548 };
const frankfurt = { lat: 50.033, lon: 8.57 };

/**
 * A flight from LSZH to MMUN that landed at EDDF: on its stand there, then filed.
 * @param before - is done to the world before it is flown
 */
async function landed(changes: WorldChanges = {}, before: (web: WebWorld) => void = () => undefined) {
  const web = await WebWorld.open({}, changes);
  before(web);
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const track = flownTrack({ from: zurich, to: frankfurt, startAt: world.clock.now(), count: 300 });
  await world.clock.advance(3_000_000);
  await world.calls.report(session, { name: null, positions: track.slice(0, -1), opening: null });
  await world.clock.advance(2_000);
  await world.calls.report(session, { name: null, positions: track.slice(-1), opening: null });
  // Touchdowns are looked for, and maps are sent what changed, once a second; lists are kept for a few.
  await world.clock.advance(10_000);
  const { secret } = await world.server.tracker.apiKeys.create('test', keyRights);
  return {
    web,
    id: flight.id,
    key: { authorization: `Bearer ${secret.reveal()}` },
    read: async () => {
      const view = await world.tracking.operator.readFlight(flight.id);
      if (view === null) throw new Error('it is kept');
      return view;
    },
    async file(figures: ReportedFigures = noFigures) {
      const filed = await world.calls.finish(session, { name: null, figures, opening: null });
      if (filed.state !== 'filed') throw new Error('not filed');
      await world.clock.advance(10_000);
    },
  };
}

const keyRights = { name: 'Test', scopes: ['flights', 'pireps'], days: null } as const;
type Landed = Awaited<ReturnType<typeof landed>>;

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const page = async ({ web, key }: Landed, path: string) => (await web.get(`/tracker/${path}`, key)).body;
const pageOf = (flown: Landed) => page(flown, `flights/${flown.id}`);
const part = (body: string, pattern: RegExp) => plain(pattern.exec(body)?.[0] ?? 'no such part');
const news = async (flown: Landed) =>
  JSON.parse(await page(flown, `flights/${flown.id}/update.json?version=old&after=0&count=0`)).news;
const onMap = async (flown: Landed) => JSON.parse(await page(flown, 'live/snapshot')).flights[0];
const json = async (flown: Landed, path: string) => JSON.parse(await page(flown, `api/v1/${path}`));
const pictureOf = async (flown: Landed) => {
  const view = await flown.read();
  return flightPicture(view, { track: [], figures: knownFigures(view, null) }, { name: 'Demo', color: null });
};

/** What a door says of where the flight ended, and the words that it must say there. */
type Door = readonly [says: (flown: Landed) => Promise<string>, must: RegExp];

/** Doors that are open before and after the flight is filed. */
const always: Readonly<Record<string, Door>> = {
  'title of its page': [async (flown) => /<title>[^<]*/.exec(await pageOf(flown))?.[0] ?? '', /DMO204 LSZH – EDDF/],
  'title for other sites': [pageOf, /property="og:title" content="DMO204 LSZH – EDDF"/],
  'description for other sites': [pageOf, /property="og:description" content="[^"]*\(LSZH\) – [^"]*EDDF/],
  'head of its page': [
    async (flown) => part(await pageOf(flown), /<ol class="ends"[\s\S]*?<\/ol>/),
    /Zurich.*LSZH.*Frankfurt am Main.*EDDF/,
  ],
  'badge of its page': [
    async (flown) => part(await pageOf(flown), /<p id="badges"[\s\S]*?<\/p>/),
    /Diverted to EDDF, planned MMUN/,
  ],
  'badge in German': [(flown) => page(flown, `flights/${flown.id}?lang=de`), /Ausgewichen nach EDDF, geplant MMUN/],
  'badge in French': [(flown) => page(flown, `flights/${flown.id}?lang=fr`), /Dérouté vers EDDF, prévu MMUN/],
  'map of its page': [pageOf, /data-landed="[^"]*EDDF/],
  'state that is read out': [async (flown) => (await news(flown)).status, /Diverted to EDDF, planned MMUN/],
  'head of its page, renewed': [async (flown) => plain((await news(flown)).parts.way), /LSZH.*EDDF/],
  'file of its track': [(flown) => page(flown, `flights/${flown.id}/track.gpx`), /DMO204 LSZH–EDDF/],
  'list below the map': [async (flown) => plain(await page(flown, '')), /DMO204 LSZH (→|–) EDDF/],
  'home page': [async (flown) => plain(await page(flown, 'home')), /DMO204 LSZH – EDDF/],
  'board where it landed': [async (flown) => plain(await page(flown, 'airports/EDDF')), /DMO204 Diverted from MMUN/],
  'board where it was to land': [async (flown) => plain(await page(flown, 'airports/MMUN')), /DMO204 Diverted to EDDF/],
  'flight in the API': [
    async (flown) => {
      const { flight } = await json(flown, `flights/${flown.id}`);
      return `${flight.arrival.icao} ${flight.diversion?.icao}`;
    },
    /^MMUN EDDF$/,
  ],
  'flights by airport in the API': [
    async (flown) => {
      const lists = ['EDDF', 'MMUN'].map(async (icao) => (await json(flown, `flights?arrival=${icao}`)).flights.length);
      return (await Promise.all(lists)).join();
    },
    /^1,0$/,
  ],
  'flight as its client reads it': [
    async (flown) => {
      const { arrival, diversion } = encodeView(await flown.read());
      return `${arrival.icao} ${diversion?.icao}`;
    },
    /^MMUN EDDF$/,
  ],
  'PIREP in phpVMS’s words': [
    async (flown) => {
      const { arr_airport_id: id, arr_airport: airport } = encodePirep(await flown.read());
      return `${id} ${airport.icao}`;
    },
    /^EDDF EDDF$/,
  ],
  picture: [
    async (flown) => {
      const { arrival, state } = await pictureOf(flown);
      return `${arrival.icao} ${state}`;
    },
    /^EDDF Diverted, planned MMUN$/,
  ],
  'post in Discord': [
    async (flown) => {
      const { title, fields } = await postOf(flown.web, await flown.read());
      return `${title}; ${fields?.find(({ name }) => name === 'Diverted from')?.value}`;
    },
    /^DMO204 · LSZH → EDDF; .*(Cancun|MMUN)/,
  ],
  'event for other programs': [
    async (flown) => encodeFlightPayload((await flown.read()).flight).diversion?.icao ?? '',
    /^EDDF$/,
  ],
};

/** Doors that are open while it is under way. */
const underWay: Readonly<Record<string, Door>> = {
  'live map': [
    async (flown) => {
      const { arrival, divertedFrom, planned } = await onMap(flown);
      return `${arrival.icao} ${divertedFrom} ${planned[1]}`;
    },
    /^EDDF MMUN null$/,
  ],
  'card and label of the map': [
    async (flown) => {
      const aircraft = new Aircraft(await onMap(flown), 0);
      const { to } = endsOf(aircraft, progressOf(aircraft), flown.web.world.clock.now(), { say, figures });
      return `${to.code} ${to.note}`;
    },
    /^EDDF Diverted from MMUN$/,
  ],
  'live flights in the API': [
    async (flown) => {
      const [flight] = (await json(flown, 'live')).flights;
      return `${flight.arrival.icao} ${flight.diversion?.icao}`;
    },
    /^MMUN EDDF$/,
  ],
  'widget of phpVMS 7': [
    async (flown) => {
      const [{ arr_airport_id: id, arr_airport: airport }] = (await json(flown, 'live/acars')).data;
      return `${id} ${airport.icao}`;
    },
    /^EDDF EDDF$/,
  ],
  'track for it': [
    async (flown) => {
      const id = (await flown.read()).flight.pirepId;
      return (await json(flown, `live/acars/${id}/acars/geojson`)).data.airports.a.icao;
    },
    /^EDDF$/,
  ],
  'widget of phpVMS 5': [
    async (flown) => {
      const [{ arricao, distremaining }] = await json(flown, 'live/acars/data');
      return `${arricao} ${Number(distremaining) < 10}`;
    },
    /^EDDF true$/,
  ],
};

/** Doors that open when it is filed. */
const filed: Readonly<Record<string, Door>> = {
  'PIREPs in the API': [async (flown) => (await json(flown, 'pireps')).pireps[0].diversion.icao, /^EDDF$/],
};

/** Names the doors that say something else. */
async function strayDoors(flown: Landed, doors: Readonly<Record<string, Door>>): Promise<readonly string[]> {
  const stray: string[] = [];
  for (const [name, [says, must]] of Object.entries(doors)) {
    const said = await says(flown);
    if (!must.test(said)) stray.push(`${name}: ${said.length > 300 ? `nothing like ${must}` : said}`);
  }
  return stray;
}

test('every door says where a flight landed from the landing on, before it is filed as afterwards', async () => {
  const flown = await landed();
  await using _ = flown.web;
  assert.deepEqual(await strayDoors(flown, { ...always, ...underWay }), [], 'before it is filed');
  await flown.file();
  assert.deepEqual(await strayDoors(flown, { ...always, ...filed }), [], 'after it is filed');
});

test('an airport that the crew center does not have is said from the landing on, before it is filed as afterwards', async () => {
  const flown = await landed({}, ({ world }) => {
    world.embedded.crewCenter.database.exec(
      "UPDATE airports SET deleted_at = '2024-01-01' WHERE lat BETWEEN 49.8 AND 50.3 AND lon BETWEEN 8.2 AND 9",
    );
  });
  await using _ = flown.web;
  const { 'PIREP in phpVMS’s words': inItsWords, ...doors } = always;
  assert.deepEqual(await strayDoors(flown, { ...always, ...underWay }), [], 'before it is filed');
  await flown.file();
  const asFiled: Door = [inItsWords?.[0] ?? pageOf, /^MMUN /];
  assert.deepEqual(await strayDoors(flown, { ...doors, ...filed, 'PIREP as it is filed': asFiled }), [], 'filed');
});

test('the planned arrival, when the client names it, is where a flight ended that landed elsewhere', async () => {
  const flown = await landed();
  await using _ = flown.web;
  await flown.file({ ...noFigures, arrival: 'MMUN' });
  assert.equal(arrivalOf((await flown.read()).flight).icao, 'MMUN');
});

test('the map of version 5 shows the airport to which its miles and minutes are', async () => {
  const flown = await landed({ config: { crewCenter: { kind: 'embedded', version: '5' } } });
  await using _ = flown.web;
  const database = new DatabaseSync(join(flown.web.world.directory, fiveFileName), { readOnly: true });
  const row = database.prepare('SELECT depicao, arricao, distremain FROM acarsdata').get();
  database.close();
  assert.deepEqual(
    { ...row, distremain: Number(row?.distremain) < 10 },
    { depicao: 'LSZH', arricao: 'EDDF', distremain: true },
  );
});

test('staff and pilot see where it landed, before it is filed as afterwards', async () => {
  const flown = await landed();
  await using _ = flown.web;
  const [staff, pilot] = [await flown.web.signIn(), await flown.web.signInPilot()];
  const read = async (path: string, { cookie }: { readonly cookie: string }) =>
    plain((await flown.web.get(path, { cookie })).body);
  assert.match(await read('/tracker/operator/in-progress', staff), /DMO204 ?LSZH → EDDF/);
  assert.match(await read('/tracker/my', pilot), /LSZH (→|–) EDDF/);
  await flown.file();
  assert.match(await read(`/tracker/my/flights/${flown.id}`, pilot), /LSZH.*EDDF/);
});

test('it is as it was planned while it flies, and again where it takes off from where it had diverted to', async () => {
  const web = await WebWorld.open();
  await using _ = web;
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const icao = async () => {
    const view = await world.tracking.operator.readFlight(flight.id);
    return view === null ? null : arrivalOf(view.flight).icao;
  };
  const startAt = world.clock.now();
  const track = flownTrack({ from: zurich, to: frankfurt, startAt, count: 300 });
  await world.clock.advance(3_000_000);
  const report = async (positions: readonly Position[]) => {
    await world.calls.report(session, { name: null, positions, opening: null });
    await world.clock.advance(2_000);
  };
  await report(track.slice(0, 250));
  assert.equal(await icao(), 'MMUN', 'in the air');
  await report(track.slice(250));
  assert.equal(await icao(), 'EDDF', 'landed');
  await world.restart();
  assert.equal(await icao(), 'EDDF', 'after a restart');
  const onward = flownTrack({ from: frankfurt, to: zurich, startAt: startAt + 3_010_000, count: 300 }).slice(0, 100);
  await world.clock.advance(1_010_000);
  await report(onward.map((each, index) => ({ ...each, seq: 301 + index })));
  assert.equal(await icao(), 'MMUN', 'in the air again');
});

test('the distance at touchdown is that from the airport where it landed, before it is filed as afterwards', async () => {
  const flown = await landed();
  await using _ = flown.web;
  const look = async () => {
    const row = /reference point of EDDF<\/th>[\s\S]*?<\/tr>/.exec(await pageOf(flown))?.[0];
    assert.ok(Number(/([\d.]+) nm/.exec(row ?? '')?.[1]) < 10, plain(row ?? 'no such row'));
  };
  await look();
  await flown.file();
  await look();
});

async function postOf({ world }: WebWorld, { flight }: FlightView) {
  const { tracking } = world;
  const source = discordSource({
    tracking,
    pictures: { read: () => Promise.reject(new Error('no picture is asked for')) },
    publicNames: { isNamed: () => false },
    log: world.server.tracker.log,
  });
  const facts = await source.readFlight(flight.id);
  if (facts === null) throw new Error('it is kept');
  const event = { type: 'pirep.filed', at: 0, flightId: flight.id } as const;
  const options = { picture: false, pilot: false, site: null };
  return flightPost(facts, event, { options, airline: source.airline(), hasPicture: false }).embeds[0];
}

/** What reads the planned arrival because the plan is meant. */
const readers = {
  'src/contracts/flight-wire.ts': 'beside where it landed',
  'src/contracts/known-places.ts': 'bids',
  'src/contracts/plan-wire.ts': 'bids and schedules',
  'src/contracts/phpvms7-core/pireps/resource.ts': 'beside where it landed',
  'src/contracts/phpvms7-core/rows/flight.ts': 'the schedule',
  'src/contracts/smartcars3/flight-row.ts': 'bids and schedules',
  'src/contracts/stratos/flight-row.ts': 'bids and schedules',
  'src/platform/embedded/admin/bids-page.ts': 'bids',
  'src/platform/embedded/admin/pilot-acts.ts': 'bids',
  'src/platform/embedded/admin/views/bids.eta': 'bids and schedules',
  'src/platform/embedded/admin/views/schedules.eta': 'schedules',
  'src/platform/embedded/desk/charter.ts': 'a bid',
  'src/platform/embedded/filing.ts': 'the diversion alone',
  'src/platform/embedded/five/desk/charter.ts': 'a bid',
  'src/platform/embedded/five/filing.ts': 'beside the diversion',
  'src/platform/embedded/opening.ts': 'a PIREP that is opened',
  'src/platform/phpvms5/desk/charter.ts': 'a bid',
  'src/platform/phpvms5/filing-form.ts': 'beside the diversion',
  'src/platform/phpvms7/desk/charters.ts': 'a bid',
  'src/platform/phpvms7/pirep-fields.ts': 'a PIREP that is opened, and the diversion alone',
  'src/platform/phpvms7/pireps.ts': 'a PIREP that is opened',
  'src/server/host-setup/test-flight.ts': 'a bid',
  'src/server/rules/surroundings.ts': 'the planned route',
  'src/web/airport/board.ts': 'where it was to land',
  'src/web/api/flight-wire.ts': 'beside the diversion',
  'src/web/flight/attributes.eta': 'beside where it landed',
  'src/web/flight/happenings.ts': 'beside where it landed',
  'src/web/flight/way-ends.ts': 'beside where it landed',
  'src/web/map/departures.ts': 'flights that are still to depart',
  'src/web/my/book/book.eta': 'bids',
  'src/web/my/book/offer.eta': 'schedules',
  'src/web/operator/lists.ts': 'words by which it is found, beside where it landed',
  'src/web/operator/review/queue.ts': 'words by which it is found, beside where it landed',
  'src/web/operator/review/review-data.ts': 'beside where it landed',
  'src/web/route/routes.ts': 'the planned route',
} as const;

test('no page, post, interface or log reads the planned arrival of a flight that may have landed elsewhere', () => {
  const root = join(import.meta.dirname, '../..');
  const paths = globSync('src/{web,webhooks,server,contracts,platform,tracking/delivery}/**/*.{ts,eta}', { cwd: root });
  const found = paths.filter((path) => {
    if (path.endsWith('.test.ts') || path.startsWith('src/platform/suite/')) return false;
    const text = readFileSync(join(root, path), 'utf8');
    return /\bplan\.arrival\b(?!')|\barrival\b[^{}=]*\} = (\w+\.)*plan\b|\.diversion\?\.icao \?\?|diversion \?\?/.test(
      text,
    );
  });
  assert.deepEqual(found.sort(), Object.keys(readers).sort());
});
