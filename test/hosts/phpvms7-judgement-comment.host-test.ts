// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Secret } from '../../src/lib/secret.ts';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import type { Judgement, Pirep } from '../../src/tracking/model.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { grantDocumented } from './phpvms7/documented-columns.ts';
import { flightOf, pirep, refusal } from './phpvms7/flown.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

const from = Date.UTC(2026, 8, 4, 11, 2);

/** A PIREP whose flight landed hard: ten points, and what the airline says to it. */
function marked(state: Judgement['state'], text: string | null = null): Pirep {
  const mark = {
    rule: 'hard',
    detector: 'landing',
    sentence: 'The landing rate was 812 ft/min.',
    text,
    points: 10,
    follows: ['points'] as const,
    from,
    to: from,
    at: null,
    facts: {},
    value: 812,
    unit: 'ft/min',
  };
  const judgement = {
    set: 3,
    setName: 'Standard',
    marks: [mark],
    notJudged: [],
    score: 90,
    clientScore: null,
    state,
  } as unknown as Judgement;
  return pirep({ judgement });
}

describe('what the rules say of a flight is a comment of its PIREP', () => {
  let clock: ManualClock;
  let server: Mariadb;
  let crew: CrewCenter7;
  let platform: Platform;
  let flight: HostFlight;
  before(async () => {
    server = await startMariadb(sqlModes.strict);
    crew = await createCrewCenter(server, '7.0.10', 'va_');
  });
  after(async () => {
    await crew.rest[Symbol.asyncDispose]();
    await crew.tables.close();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(async (context) => {
    await emptyAndSeed(crew);
    clock = new ManualClock(Date.now());
    platform = await openAdapter(crew, clock);
    flight = await flightOf(platform, '11', '1');
    await platform.openPirep(flight);
    crew.rest.module.condition = 'on';
    if ('after' in context) context.after(() => platform.close());
  });

  const comments = async () =>
    (await crew.tables.rows('SELECT pirep_id, user_id, comment FROM {pirep_comments} ORDER BY id')).map((row) => [
      row.pirep_id,
      Number(row.user_id),
      row.comment,
    ]);
  const expected = (result: string, more = '') => [
    [
      flight.pirepId,
      11,
      `Judged by the rules “Standard” (3): 90 of 100 points.${result}\n11:02 UTC The landing rate was 812 ft/min.${more} (−10)`,
    ],
  ];

  test('once, by the pilot of the PIREP, as the airline has written it', async () => {
    const text = `<script>alert(1)</script> & "quotes" é 🛫`;
    for (let time = 0; time < 3; time++) await platform.filePirep(flight, marked(null, text));
    assert.deepEqual(await comments(), expected('', ` ${text}`));
  });

  test('once, although the answers to filing and to the decision are lost', async () => {
    crew.rest.failNext('file', 'answer lost');
    await refusal(platform.filePirep(flight, marked('reject')), 'crew-center-unavailable');
    await clock.advance(60_000);
    crew.rest.failNext('decision', 'unreachable');
    await refusal(platform.filePirep(flight, marked('reject')), 'crew-center-unavailable');
    await clock.advance(60_000);
    assert.equal((await platform.filePirep(flight, marked('reject'))).state, 'rejected');
    assert.deepEqual(await comments(), expected(' The rules reject it.'));
  });

  test('none where the rules have nothing to say, or there are none', async () => {
    const { judgement } = marked(null);
    assert.ok(judgement !== undefined);
    await platform.filePirep(flight, pirep());
    await platform.filePirep(flight, pirep({ judgement: { ...judgement, marks: [] } }));
    assert.deepEqual(await comments(), []);
  });

  test('a database user without the right for it files all the same', async () => {
    await grantDocumented(crew.tables, 'older', 'older-secret');
    const right = 'INSERT (pirep_id, user_id, comment, created_at, updated_at) ON {pirep_comments}';
    await crew.tables.run(`REVOKE ${right} FROM 'older'@'localhost'`);
    const older = await openAdapter(crew, clock, { user: 'older', password: new Secret('older-secret') });
    try {
      assert.equal((await older.filePirep(flight, marked(null))).state, 'pending');
      assert.deepEqual(await comments(), []);
    } finally {
      await older.close();
    }
    await platform.filePirep(flight, marked(null));
    assert.deepEqual(await comments(), expected(''));
  });
});
