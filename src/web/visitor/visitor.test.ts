import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { preferredLanguage } from './languages.ts';
import { pathBelow } from './routes.ts';
import { visitorOf } from './visitor.ts';

test('the language is the best of those that the browser accepts', () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-CH, en;q=0.8', 'de'],
    ['ja, fr-CA;q=0.5, de;q=0.7', 'de'],
    ['fr;q=0, en', 'en'],
    ['pt-BR', 'en'],
    ['*', 'en'],
    ['constructor', 'en'],
    ['DE;Q=0.9', 'de'],
  ];
  for (const [header, lang] of cases) assert.equal(preferredLanguage(header), lang, String(header));
});

test('the address comes before the cookie, the cookie before the browser, and nonsense is the default', () => {
  const visit = (query: Record<string, unknown>, cookie = '') =>
    visitorOf({ query, headers: { 'accept-language': 'fr', cookie } });
  const cookie = 'a=b; tracker_view=lang=de&units=m-kmh-km-kg&zone=Europe%2FZurich';
  assert.deepEqual(pick(visit({})), ['fr', 'ft-kt-nm-lb', 'UTC']);
  assert.deepEqual(pick(visit({}, cookie)), ['de', 'm-kmh-km-kg', 'Europe/Zurich']);
  assert.deepEqual(pick(visit({ lang: 'en', units: 'ft-kt-nm-kg', zone: 'UTC' }, cookie)), [
    'en',
    'ft-kt-nm-kg',
    'UTC',
  ]);
  for (const bad of ['x', '', '__proto__', '<script>', ['de'], { a: 1 }, 'x'.repeat(5_000)]) {
    assert.deepEqual(pick(visit({ lang: bad, units: bad, zone: bad })), ['fr', 'ft-kt-nm-lb', 'UTC'], String(bad));
  }
});

test('figures are written in the units and the time zone that were chosen', () => {
  const visit = (lang: string, units: string, zone: string) =>
    visitorOf({ query: { lang, units, zone }, headers: {} }).figures;
  const at = Date.UTC(2024, 3, 6, 14, 5, 33);
  const plain = visit('en', '', '');
  const german = visit('de', 'm-kmh-km-kg', 'Europe/Zurich');
  assert.deepEqual(
    [plain.altitude(35_012), plain.altitude(4_321), plain.speed(450.4), plain.distance(4_812), plain.weight(12_000)],
    ['FL350', '4,320 ft', '450 kt', '4,812 nm', '12,000 lb'],
  );
  assert.deepEqual(
    [
      german.altitude(35_000),
      german.speed(450),
      german.distance(1_000),
      german.weight(10_000),
      german.vertical(-1_500),
    ],
    ['10.670 m', '833 km/h', '1.852 km', '4.536 kg', '▼ 7,6 m/s'],
  );
  assert.deepEqual([plain.clock(at), plain.exactClock(at), plain.day(at)], ['14:05Z', '14:05:33Z', '6 April 2024']);
  assert.deepEqual([german.clock(at), german.exactClock(at), german.day(at)], ['16:05', '16:05:33', '6. April 2024']);
  assert.deepEqual(
    [plain.duration(52), plain.duration(665), plain.ago(3), german.ago(7_200)],
    ['52 min', '11 h 05 min', 'just now', 'vor 2 h'],
  );
  assert.deepEqual(
    [german.phase('cruise'), german.phase('holding-short'), german.phase('')],
    ['Reiseflug', 'Holding short', '–'],
  );
  assert.deepEqual([plain.altitude(null), plain.clock(null), plain.heading(359.7)], ['–', '–', '000°']);
});

test('the choice is kept in a cookie, and leads back to the page without what the address said', async () => {
  await using web = await WebWorld.open();
  const form = {
    lang: 'de',
    altitude: 'm',
    speed: 'kmh',
    distance: 'km',
    weight: 'kg',
    zone: 'Etc/GMT+5',
    to: '?flight=x&lang=fr',
  };
  const answer = await web.post('/tracker/view', form);
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, './?flight=x']);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const { body } = await web.get('/tracker/', { cookie, 'accept-language': 'fr' });
  assert.match(body, /<html lang="de" data-units="m-kmh-km-kg" data-zone="Etc\/GMT\+5">/);
  assert.match(body, /Gerade fliegt niemand/);
  assert.match((await web.get('/tracker/', { 'accept-language': 'fr' })).body, /Personne ne vole en ce moment/);
  const stranger = await web.post('/tracker/view', form, { 'sec-fetch-site': 'cross-site' });
  assert.equal(stranger.statusCode, 403, 'a form of another site changes nothing');
});

test('the choice leads to no other site', () => {
  for (const to of [
    '//evil.example',
    'https://evil.example',
    '/etc',
    '..',
    'a/../b',
    'a\\b',
    'javascript:1',
    'x'.repeat(3_000),
  ])
    assert.equal(pathBelow(to), '', to);
  for (const to of ['', 'flights/AbC1', '?flight=a', 'flights/a?share=x-y']) assert.equal(pathBelow(to), to);
});

function pick({ lang, units, zone }: ReturnType<typeof visitorOf>) {
  return [lang, Object.values(units).join('-'), zone];
}
