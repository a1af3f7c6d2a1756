import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { until } from '../../../test/until.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { metarOf, Weather } from './weather.ts';

const metar = 'KJFK 061051Z 32010KT 10SM FEW250 04/M06 A3001 RMK AO2';

test('a report is found in what sources send, as one line of plain text', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    [metar, metar],
    [`2024/04/06 10:51\n${metar}\n`, metar],
    [`METAR ${metar}=\nTAF KJFK …`, `METAR ${metar}`],
    [`SPECI ${metar}`, `SPECI ${metar}`],
    [`[{"rawOb":"${metar}"}]`, metar],
    [`<raw_text>${metar}</raw_text>`, metar],
    ['KLGA 061051Z 32010KT', null],
    ['KJFK', null],
    ['', null],
    ['<html>not found</html>', null],
    [`KJFK 061051Z <script>alert(1)</script>`, 'KJFK 061051Z'],
    [`KJFK 061051Z \u202Ex`, 'KJFK 061051Z'],
  ];
  for (const [text, found] of cases) assert.equal(metarOf(text, 'KJFK'), found, text);
  assert.equal(metarOf(`KJFK 061051Z ${'A'.repeat(5_000)}`, 'KJFK')?.length, 400);
});

test('the source is asked once in ten minutes for an airport, for codes of airports only, and may fail in every way', async () => {
  await using source = await Source.open();
  const clock = new ManualClock(1_000_000);
  const trouble: unknown[] = [];
  const weather = new Weather({ url: `${source.url}/{icao}`, clock, onTrouble: (error) => trouble.push(error) });
  const both = await Promise.all([weather.read('KJFK'), weather.read('KJFK')]);
  assert.deepEqual([both, source.paths], [[metar, metar], ['/KJFK']]);
  await clock.advance(599_000);
  await weather.read('KJFK');
  assert.equal(source.paths.length, 1);
  await clock.advance(2_000);
  await weather.read('KJFK');
  assert.equal(source.paths.length, 2);
  for (const code of ['../x', 'kjfk', 'KJFKX', '', 'K/FK', '%2e%2']) assert.equal(await weather.read(code), null, code);
  assert.equal(source.paths.length, 2);
  for (const code of ['GONE', 'FAIL', 'MOVE', 'HUGE']) assert.equal(await weather.read(code), null, code);
  assert.equal(trouble.length, 2, 'an error and a redirect; a missing report is none');
  await Promise.all(['AAAA', 'BBBB', 'CCCC', 'DDDD', 'EEEE', 'FFFF'].map((code) => weather.read(code)));
  assert.ok(source.maxAtOnce <= 4);
});

test('the weather is served for airports of flights under way alone, and not without a source', async () => {
  await using source = await Source.open();
  await using web = await WebWorld.open({ metarUrl: `${source.url}/{icao}` });
  const read = (icao: string) => web.get(`/tracker/airports/${icao}/metar.json`);
  assert.equal((await read('LSZH')).statusCode, 404);
  const { session, flight } = await web.world.startFlight();
  assert.ok(session.pilot.id.length > 0 && flight.id.length > 0);
  assert.deepEqual((await read('LSZH')).json(), { icao: 'LSZH', metar: 'LSZH 061051Z 32010KT' });
  assert.match(
    (await web.get('/tracker/airports/MMUN')).body,
    /<code dir="ltr" lang="en">MMUN 061051Z 32010KT<\/code>/,
  );
  assert.equal((await read('KJFK')).statusCode, 404);
  assert.match((await web.get('/tracker/')).body, /data-weather/);
  await using plain = await WebWorld.open();
  await plain.world.startFlight();
  assert.equal((await plain.get('/tracker/airports/LSZH/metar.json')).statusCode, 404);
  assert.doesNotMatch((await plain.get('/tracker/')).body, /data-weather/);
});

test('for a map the source is asked for all airports of flights under way, two at once, each once in ten minutes', async () => {
  await using source = await Source.open();
  await using web = await WebWorld.open({ metarUrl: `${source.url}/{icao}` });
  const read = async () => (await web.get('/tracker/weather.json')).json();
  assert.deepEqual(await read(), { reports: {}, nextS: 300 });
  await web.world.startFlight();
  assert.deepEqual(await read(), { reports: {}, nextS: 4 });
  await until(async () => (await read()).nextS === 300);
  const reports = { LSZH: 'LSZH 061051Z 32010KT', MMUN: 'MMUN 061051Z 32010KT' };
  assert.deepEqual([await read(), source.paths.toSorted()], [{ reports, nextS: 300 }, ['/LSZH', '/MMUN']]);
  assert.ok(source.maxAtOnce <= 2);
  assert.match((await web.get('/tracker/')).body, /data-layers="weather"/);
  await using plain = await WebWorld.open();
  assert.equal((await plain.get('/tracker/weather.json')).statusCode, 404);
});

/** A source of weather reports on a port of its own. */
class Source implements AsyncDisposable {
  readonly paths: string[] = [];
  maxAtOnce = 0;
  readonly #server = createServer((request, response) => {
    const path = request.url ?? '';
    this.paths.push(path);
    this.#atOnce += 1;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#atOnce);
    response.on('close', () => (this.#atOnce -= 1));
    if (path === '/GONE') response.writeHead(404).end();
    else if (path === '/FAIL') response.writeHead(500).end('no');
    else if (path === '/MOVE') response.writeHead(302, { location: '/KJFK' }).end();
    else if (path === '/HUGE') response.end('x'.repeat(5_000_000));
    else response.end(path === '/KJFK' ? metar : `${path.slice(1)} 061051Z 32010KT`);
  });
  #atOnce = 0;

  static async open(): Promise<Source> {
    const source = new Source();
    await new Promise<void>((resolve) => source.#server.listen(0, '127.0.0.1', resolve));
    return source;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
