import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../../tracking/refusals.ts';
import type { FlightFacts } from './flight-facts.ts';
import { postOptionsOf, requirePostOptions } from './options.ts';
import { flightPost, noticePost } from './post.ts';
import { plainText } from './text.ts';
import { messageUrl, newMessageUrl, requireDiscordUrl } from './url.ts';

const airline = { name: 'Demo Air', color: '#c8102e' };
const options = { picture: true, pilot: true, site: 'https://crew.example/tracker/' };
const event = { type: 'pirep.filed', at: Date.UTC(2024, 3, 6, 21, 50), flightId: 'Xa81kPq0' } as const;
const facts: FlightFacts = {
  callsign: 'EDW24',
  departure: { icao: 'LSZH', name: 'Zurich Airport' },
  arrival: { icao: 'MMUN', name: 'Cancún International Airport' },
  plannedArrival: null,
  aircraft: 'A343 · HB-JMG',
  pilot: { ident: 'DMO0001', name: 'Ada Keller' },
  leftAt: Date.UTC(2024, 3, 6, 10, 43),
  arrivedAt: Date.UTC(2024, 3, 6, 21, 46),
  flightTimeMin: 663,
  distanceNm: 4712.4,
  score: null,
  landingRate: { fpm: -212.4, isEstimated: true },
};

test('a post says who, where, when and how, and marks an estimate', () => {
  const post = flightPost(facts, event, { options, airline, hasPicture: true });
  assert.deepEqual(post, {
    embeds: [
      {
        title: 'EDW24 · LSZH → MMUN',
        url: 'https://crew.example/tracker/flights/Xa81kPq0',
        description: 'Zurich Airport → Cancún International Airport\nA343 · HB\\-JMG',
        color: 0xc8102e,
        fields: [
          { name: 'Status', value: 'PIREP filed', inline: true },
          { name: 'Off block', value: '10:43Z', inline: true },
          { name: 'On block', value: '21:46Z', inline: true },
          { name: 'Block time', value: '11:03 h', inline: true },
          { name: 'Distance', value: '4,712 nm', inline: true },
          { name: 'Landing rate', value: '−212 ft/min (estimate)', inline: true },
          { name: 'Pilot', value: 'Ada Keller \\(DMO0001\\)', inline: true },
        ],
        image: { url: 'attachment://flight.png' },
        footer: { text: 'Demo Air' },
        timestamp: '2024-04-06T21:50:00.000Z',
      },
    ],
    allowed_mentions: { parse: [] },
    attachments: [{ id: 0, filename: 'flight.png', description: 'Track and profile of EDW24' }],
  });
});

const hostile = [
  '@everyone <@80351110224678912> <@&165511591545143296> <#103735883630395392>',
  '**bold** __under__ ~~gone~~ ||spoiler|| `code` ```js\nblock```',
  '[click](https://evil.example) https://evil.example <https://evil.example> discord.gg/abc',
  '# heading\n> quote\n- list\n1. item',
  ':skull: <:custom:41771983429993937> <t:1618953630:R> </airhorn:816437322781949972>',
  '\u202eRTL\u202c \u2066isolated\u2069 zero\u200bwidth \u0000\u0007\u001b[31m',
  '\\*already escaped\\* \\\\',
];

test('what a pilot or a crew center wrote is text: no mention, no link, no markup, no line break', () => {
  for (const text of hostile) {
    const shown = plainText(text, 500);
    assert.doesNotMatch(shown, /[\p{C}\p{Zl}\p{Zp}]/u, shown);
    // Without the escaped pairs, nothing is left that means something to Discord.
    assert.doesNotMatch(shown.replaceAll(/\\[^a-zA-Z0-9\s]/g, ''), /[@<>*_~|`#[\]():\\/-]/, shown);
  }
  const evil = hostile.join(' ');
  const airports = { departure: { icao: evil, name: evil }, arrival: { icao: evil, name: evil } };
  const pilot = { ident: evil, name: evil };
  const post = flightPost({ ...facts, callsign: evil, aircraft: evil, ...airports, pilot }, event, {
    options,
    airline,
    hasPicture: true,
  });
  const [{ title, description = '', fields = [], footer }] = post.embeds;
  for (const shown of [title, description, ...fields.filter(({ name }) => name === 'Pilot').map(({ value }) => value)])
    assert.doesNotMatch(shown.replaceAll(/\\[^a-zA-Z0-9\s]/g, ''), /[@<>*_~|`#[\]\\/]/, shown);
  // https://discord.com/developers/docs/resources/message#embed-object-embed-limits
  assert.ok(title.length <= 256 && description.length <= 4_096);
  assert.ok(fields.every(({ value }) => value.length > 0 && value.length <= 1_024));
  assert.ok(JSON.stringify(post.embeds).length < 6_000);
  assert.equal(footer?.text, 'Demo Air');
});

test('a text that says nothing is left out, and a long one is cut by characters, not through one', () => {
  assert.equal(plainText('\u202e\u200b \n', 10), '');
  assert.equal(plainText('😀'.repeat(20), 5), '😀😀😀😀…');
  assert.equal(plainText('Zürich (Kloten)', 50), 'Zürich \\(Kloten\\)');
  const nothing = { icao: '\u202e', name: '\u200b' };
  const post = flightPost({ ...facts, callsign: '\u0000', aircraft: '', departure: nothing }, event, {
    options: { ...options, pilot: false, site: null },
    airline: { name: 'X', color: null },
    hasPicture: false,
  });
  assert.equal(post.embeds[0].title, 'Flight ·  → MMUN');
  assert.ok(!('url' in post.embeds[0]) && !('image' in post.embeds[0]));
  assert.equal(post.embeds[0].color, 0x1f5c99);
  assert.ok(!post.embeds[0].fields?.some(({ name }) => name === 'Pilot'));
});

test('a notice for the staff has no fields, and bad news is red', () => {
  const { embeds } = noticePost({ type: 'crew_center.lost', at: 0 }, null, airline);
  assert.deepEqual(embeds[0], {
    title: 'The crew center cannot be reached',
    color: 0xb3261e,
    footer: { text: 'Demo Air' },
    timestamp: '1970-01-01T00:00:00.000Z',
  });
});

test('only addresses that Discord gives are taken, and a thread is kept in both addresses', () => {
  const token = 'aB3_'.repeat(17);
  const good = `https://discord.com/api/webhooks/1234567890/${token}`;
  for (const url of [
    good,
    good.replace('api', 'api/v10'),
    good.replace('discord', 'canary.discord'),
    `${good}?thread_id=12345678`,
  ])
    requireDiscordUrl(new URL(url));
  for (const url of [
    good.replace('https', 'http'),
    good.replace('discord.com', 'discord.com.evil.example'),
    good.replace('discord.com', 'evil.example'),
    good.replace('discord.com', 'discord.com:8443'),
    `${good}/messages/1`,
    `${good}/../../../users/@me`,
    `${good}?wait=false`,
    'https://discord.com/channels/1/2',
  ])
    assert.throws(
      () => requireDiscordUrl(new URL(url)),
      (error) => isRefusal(error, 'invalid'),
      url,
    );
  assert.equal(newMessageUrl(`${good}?thread_id=12345678`), `${good}?thread_id=12345678&wait=true`);
  assert.equal(messageUrl(`${good}?thread_id=12345678`, '99'), `${good}/messages/99?thread_id=12345678`);
});

test('the options of a channel are checked; nobody is named by default', () => {
  const read = (given: Record<string, string>) => postOptionsOf({ options: requirePostOptions(given) });
  assert.deepEqual(read({}), { picture: true, pilot: false, site: null });
  assert.deepEqual(read({ picture: 'no', pilot: 'yes', site: 'https://crew.example/tracker/' }), {
    picture: false,
    pilot: true,
    site: 'https://crew.example/tracker/',
  });
  const wrong: readonly Record<string, string>[] = [
    { pilot: 'maybe' },
    { names: 'yes' },
    { site: 'crew.example' },
    { site: 'javascript:alert(1)/' },
    { site: 'https://x.example/?a=/' },
  ];
  for (const given of wrong)
    assert.throws(
      () => requirePostOptions(given),
      (error) => isRefusal(error, 'invalid'),
    );
});
