import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flyBesideRunways, noRunway, useRules } from '../../../test/judged-flight.ts';
import { WebWorld } from '../../../test/web-world.ts';
import type { Judgement, RuledMark } from '../../tracking/model.ts';
import { detectors } from '../../tracking/rules/detectors/detectors.ts';
import { languages } from '../visitor/languages.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { judgedOf } from './judged.ts';
import { markSentence, unjudgedSentence } from './mark-sentence.ts';

const at = Date.UTC(2024, 3, 6, 10);
const markup = '<b onclick="alert(1)">no</b>';

function mark(change: Partial<RuledMark> = {}): RuledMark {
  const place = { from: at, to: at, lat: 47, lon: 8 };
  const rule = { rule: 'a', detector: 'taxi-speed', follows: ['points'] as const, points: 5, text: null };
  return { ...place, value: 42.4, limit: 30, ...rule, sentence: 'In English.', ...change };
}

const inLanguage = (lang: string, units = '') => visitorOf({ query: { lang, units }, headers: {} });

/** A judged flight, with a visitor of each kind; its airline's words are markup. */
async function judged() {
  const web = await WebWorld.open();
  const { world } = web;
  await useRules(world, { ...noRunway, follows: ['points', 'review'], points: 15, text: markup });
  const url = `/tracker/flights/${await flyBesideRunways(world)}`;
  const { cookie, csrf } = await web.signIn();
  const page = await web.post(`${url}/share`, { csrf, days: '2' }, { cookie, host: 'va.example' });
  const share = new URL(/value="(http:\/\/va\.example\/[^"]+)"/.exec(page.body)?.[1] ?? '').search;
  return { web, url, cookie, share };
}

test('the public sees nothing of a judgement: not on the page, not in its updates, not on the track, and not its score', async () => {
  const { web, url } = await judged();
  await using _ = web;
  for (const path of ['', '/track.json', '/update.json?version=', '/track.geojson', '/track.csv', '/track.gpx']) {
    const { statusCode, body } = await web.get(url + path);
    assert.equal(statusCode, 200, path);
    assert.doesNotMatch(body, /no-runway|on no known runway|onclick|Ours|To be reviewed|of 100|>85</, path);
  }
});

test('the operator and who has the share link see marks, score and state; the airline’s words stay text', async () => {
  const { web, url, cookie, share } = await judged();
  await using _ = web;
  for (const [query, headers] of [
    ['?', { cookie }],
    [`${share}&`, {}],
  ] as [string, Record<string, string>][]) {
    const { body } = await web.get(`${url}${query}lang=en`, headers);
    assert.match(body, /Landed on no known runway/);
    assert.match(body, /Score 85 of 100/);
    assert.match(body, /To be reviewed/);
    assert.match(body, /−15 points · to review/);
    assert.match(body, /&lt;b onclick=&quot;alert\(1\)&quot;&gt;no/);
    assert.doesNotMatch(body, /<b onclick/);
    const track = (await web.get(`${url}/track.json${query}lang=de`, headers)).json();
    assert.deepEqual(
      track.ruled.map(({ number, level, text }: Record<string, unknown>) => [number, level, text]),
      [[1, 'review', 'Auf keiner bekannten Piste gelandet']],
    );
    const news = (await web.get(`${url}/update.json${query}lang=fr&version=`, headers)).json();
    assert.match(news.news.parts.judgement, /Atterri sur aucune piste connue/);
  }
});

test('a flight that is judged again shows what the other set says, also where its page was read before', async () => {
  const { web, url, cookie } = await judged();
  await using _ = web;
  assert.match((await web.get(url, { cookie })).body, /Score 85 of 100/);
  const number = await useRules(web.world, { ...noRunway, follows: ['points'], points: 40 });
  await web.world.tracking.operator.judgeAgain('ada@test', url.split('/').at(-1) ?? '', number);
  const { body } = await web.get(url, { cookie });
  assert.match(body, /Score 60 of 100/);
  assert.doesNotMatch(body, /To be reviewed/);
});

test('every detector and each of its elements has a name in every language', () => {
  for (const { name, elements = [] } of detectors)
    for (const key of [name, ...elements.map((element) => `${name}-${element}`)])
      for (const [lang, { texts }] of Object.entries(languages))
        assert.ok(Object.hasOwn(texts, `mark.${key}`), `${lang} mark.${key}`);
});

test('a mark is a sentence in the visitor’s language and units', () => {
  const cases: readonly (readonly [RuledMark, string, string, string])[] = [
    [mark(), 'en', '', 'Speed on the taxiway: 42 kt, limit 30 kt'],
    [mark(), 'de', 'm-kmh-km-kg', 'Geschwindigkeit beim Rollen: 79 km/h, Grenze 56 km/h'],
    [mark({ limit: null }), 'fr', '', 'Vitesse de roulage : 42 kt'],
    [mark({ detector: 'crash', value: null, limit: null }), 'en', '', 'Crash'],
    [
      mark({ detector: 'landing', element: 'g', data: { unit: 'g' }, value: 2.134, limit: 1.8 }),
      'de',
      '',
      'Harte Landung, Lastvielfaches: 2,13 g, Grenze 1,8 g',
    ],
    [
      mark({
        detector: 'unstable-approach',
        element: 'sink-rate',
        value: 1_240,
        limit: 1_000,
        data: { unit: 'fpm', gate: '500', runway: '19L' },
      }),
      'en',
      '',
      'Unstable approach, sink rate: 1,240 ft/min, limit 1,000 ft/min, from 500 ft on, runway 19L',
    ],
    [
      mark({
        detector: 'other-aircraft',
        element: 'type',
        value: null,
        limit: null,
        data: { booked: 'B738', flown: 'A320' },
      }),
      'en',
      '',
      'Another type of aircraft: A320 instead of B738',
    ],
    [mark({ detector: 'of-tomorrow' }), 'de', '', 'In English.'],
  ];
  for (const [each, lang, units, sentence] of cases)
    assert.equal(markSentence(each, inLanguage(lang, units)), sentence);
});

test('what could not be judged says why, and a reason without a text is still readable', () => {
  const unjudged = { rule: 'a', detector: 'lights', element: 'landing', reason: 'no-landing-lights' };
  assert.equal(unjudgedSentence(unjudged, inLanguage('en')), 'Landing lights off: landing lights were not reported');
  assert.equal(
    unjudgedSentence({ ...unjudged, reason: 'no-such-text' }, inLanguage('fr')),
    'Phares d’atterrissage éteints : no such text',
  );
});

test('a mark is drawn as the harshest that follows from it', () => {
  const judgement: Judgement = {
    set: 3,
    setName: 'Ours',
    marks: [
      mark(),
      mark({ follows: ['reject'], points: 0 }),
      mark({ follows: ['reason-needed', 'points'] }),
      mark({ follows: ['count'], points: 0 }),
    ],
    notJudged: [],
    score: 90,
    clientScore: 100,
    state: 'reject',
  };
  const { marks, state, set } = judgedOf(judgement, inLanguage('en'), at);
  assert.deepEqual(
    marks.map(({ number, level }) => [number, level]),
    [
      [1, 'points'],
      [2, 'reject'],
      [3, 'review'],
      [4, 'note'],
    ],
  );
  assert.deepEqual(marks[2]?.follows, ['−5 points', 'reason needed']);
  assert.deepEqual([state?.text, set], ['Rejected by the rules', 'Rule set Ours (3)']);
});
