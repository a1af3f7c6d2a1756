import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { coordinatesOf } from './coordinates.ts';
import { filedRoute } from './filed-route.ts';
import { NavigationData } from './navigation-data.ts';

const from = { lat: 47.45, lon: 8.55 };
const to = { lat: 40.64, lon: -73.78 };

/** Laid out as X-Plane's files of version 1100 and later; the places are made. */
const files = {
  'earth_fix.dat': `I
1101 Version - made for a test
  48.000000  7.000000  ALPHA ENRT LF 4600000
  48.500000  5.000000  BRAVO ENRT LF 4600000
  -33.00000  151.00000 BRAVO ENRT YS 4600000
  49.000000  3.000000  CHARL ENRT LF 4600000
  49.500000  1.000000  DELTA ENRT EG 4600000
  xx         1.0       ECHO  ENRT EG 4600000
  50.0       0.0       <b>   ENRT EG 4600000
99
`,
  'earth_nav.dat': `I
1150 Version - made for a test
 2  38.087 -77.324 0 396 50 0.0 APH ENRT K6 A P HILL NDB
 3  51.000  -5.000 300 11330 130 -1.0 LND ENRT EG LANDS END VOR/DME
 4  51.000  -5.000 300 11330 18 90.0 ILS EGHI EG 20 ILS-cat-I
99
`,
  'earth_awy.dat': `I
1100 Version - made for a test
 ALPHA LF 11 BRAVO LF 11 N 1 245 460 UL613-UT9
 BRAVO LF 11 CHARL LF 11 N 1 245 460 UL613
 CHARL LF 11 DELTA EG 11 N 1 245 460 UL613
99
`,
};

async function dataOf(contents: Readonly<Record<string, string>>): Promise<NavigationData> {
  const folder = folderWith(contents);
  try {
    return await NavigationData.read(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function folderWith(contents: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-navigation-'));
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text);
  return folder;
}

test('coordinates are read in the forms of flight plans', () => {
  const cases: readonly (readonly [string, readonly [number, number] | null])[] = [
    ['50N040W', [50, -40]],
    ['5030N04000W', [50.5, -40]],
    ['503000N0401530W', [50.5, -40.258_333]],
    ['50N/040W', [50, -40]],
    ['S33E151', [-33, 151]],
    ['N5030W04030', [50.5, -40.5]],
    ['5240N', [52, -40]],
    ['52N40', [52, -140]],
    ['3351S', [-33, 51]],
    ['91N040W', null],
    ['50N190W', null],
    ['UL613', null],
    ['DCT', null],
    ['', null],
  ];
  for (const [word, place] of cases) {
    const found = coordinatesOf(word);
    const rounded = found === null ? null : [found.lat, found.lon].map((each) => Math.round(each * 1e6) / 1e6);
    assert.deepEqual(rounded, place, word);
  }
});

test('waypoints and airways are found, the nearest of a name, and what is unknown is left out', async () => {
  const data = await dataOf(files);
  assert.equal(data.fixCount, 7);
  const names = (text: string) => filedRoute(text, from, to, data).points.map(({ ident }) => ident);
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      'ALPHA1A ALPHA UL613 DELTA DCT LND 50N020W 5040N KENNEDY',
      ['ALPHA', 'BRAVO', 'CHARL', 'DELTA', 'LND', '50N020W', '5040N'],
    ],
    ['alpha/N0450F350 dct bravo', ['ALPHA', 'BRAVO']],
    ['ALPHA UT9 DELTA', ['ALPHA', 'DELTA']],
    ['UL613 DELTA', ['DELTA']],
    ['BRAVO ILS <b> ECHO %s', ['BRAVO']],
    ['', []],
  ];
  for (const [text, found] of cases) assert.deepEqual(names(text), found, text);
  const unknown = (text: string) =>
    filedRoute(text, from, to, data)
      .points.filter(({ isAfterUnknown }) => isAfterUnknown)
      .map(({ ident }) => ident);
  assert.deepEqual(unknown('N0450F350 ALPHA DCT BRAVO/N0450F370 UL613 DELTA'), [], 'all of it is known');
  assert.deepEqual(unknown('DEGES2W ALPHA NATA DELTA'), ['ALPHA', 'DELTA'], 'a procedure and a track');
  assert.deepEqual(unknown('ALPHA UL613 LND'), ['LND'], 'an airway that does not lead there');
  assert.equal(filedRoute('BRAVO', from, to, data).points[0]?.lat, 48.5, 'not the one in Australia');
  assert.equal(filedRoute('BRAVO', from, to, data).basis, 'waypoints');
  assert.equal(filedRoute('ALPHA 50N020W', from, to, null).basis, 'coordinates');
  assert.equal(filedRoute('ALPHA S33E151', from, to, null).basis, 'great-circle', 'too far from the way');
  const huge = filedRoute(`${'ALPHA BRAVO '.repeat(5_000)}`, from, to, data);
  assert.ok(huge.points.length <= 600);
});

test('the route of a flight is served to those who may see the flight; without navigation data by its coordinates', async () => {
  const folder = folderWith(files);
  await using web = await WebWorld.open({ navigationData: folder, publicHours: 0 });
  web.world.embedded.crewCenter.database.exec(`UPDATE flights SET route = 'ALPHA UL613 DELTA 50N020W'`);
  const { session, flight } = await web.world.startFlight();
  const read = () => web.get(`/tracker/flights/${flight.id}/route.json`);
  const filed = (await read()).json();
  assert.deepEqual([filed.basis, filed.points.length, filed.points[0].ident], ['waypoints', 5, 'ALPHA']);
  await web.world.calls.cancel(session, { name: null, reason: 'test' });
  assert.equal((await read()).statusCode, 404);
  assert.equal((await web.get('/tracker/flights/nobody/route.json')).statusCode, 404);
  rmSync(folder, { recursive: true });
  await using without = await WebWorld.open({ navigationData: folder });
  without.world.embedded.crewCenter.database.exec(`UPDATE flights SET route = 'ALPHA UL613 DELTA 50N020W'`);
  const other = await without.world.startFlight();
  const route = (await without.get(`/tracker/flights/${other.flight.id}/route.json`)).json();
  assert.deepEqual([route.basis, route.points.length], ['coordinates', 1]);
});
