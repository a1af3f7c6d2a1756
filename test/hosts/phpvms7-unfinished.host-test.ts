// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { flightOf, pirep, refusal } from './phpvms7/flown.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

describe('a platform that saves a filed PIREP and dies before it is done', () => {
  const clock = new ManualClock(Date.now());
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
    await crew.tables.run('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
    await emptyAndSeed(crew);
    platform = await openAdapter(crew, clock);
    flight = await flightOf(platform, '11', '1');
    await platform.openPirep(flight);
    crew.rest.brokenListener = 'PirepStateChange';
    if ('after' in context) context.after(() => platform.close());
  });

  const bids = async () =>
    (await crew.tables.rows('SELECT id FROM {bids} WHERE user_id = 11 ORDER BY id')).map(({ id }) => id);
  const check = (repeat = false) => platform.checkFiled?.(flight, { repeat, pirep: pirep() });

  test('says what is left, and takes the bid away when asked to try again', async () => {
    assert.deepEqual(await platform.filePirep(flight, pirep()), {
      pirepId: flight.pirepId,
      state: 'pending',
      isUnsure: true,
    });
    assert.match((await check()) ?? '', /its bid is still booked\. Mails/);
    assert.deepEqual(await bids(), [1, 3, 4]);
    assert.equal(await check(true), null);
    assert.deepEqual(await bids(), [3, 4]);
    assert.equal(await check(), null);
  });

  test('a PIREP that its rank would have accepted is named', async () => {
    await crew.tables.run('UPDATE {users} SET rank_id = 2 WHERE id = 11');
    await platform.filePirep(flight, pirep());
    assert.match((await check()) ?? '', /bid is still booked, and the PIREP was not accepted/);
  });

  test('found filed after a crash of ours: asked as well', async () => {
    await platform.filePirep(flight, pirep());
    assert.equal((await platform.filePirep(flight, pirep())).isUnsure, true);
  });

  test('while PHP may still be at work nothing is said', async () => {
    crew.rest.brokenListener = null;
    crew.rest.failNext('file', 'answer lost');
    await platform.filePirep(flight, pirep());
    await refusal(Promise.resolve(check()), 'crew-center-unavailable');
    await clock.advance(31_000);
    assert.equal(await check(), null);
  });
});
