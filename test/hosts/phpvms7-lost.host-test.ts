// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newId } from '../../src/lib/tokens.ts';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import { toSqlTime } from '../../src/platform/seven/sql-time.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { flightOf, pirep, progress, refusal } from './phpvms7/flown.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

type Action = 'prefile' | 'update' | 'file' | 'cancel';

describe('a call whose answer is lost is not made again while PHP may still be working on it', () => {
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
    crew.rest.calls.length = 0;
    crew.rest.events.length = 0;
    if ('after' in context) context.after(() => platform.close());
  });

  const callsOf = (action: Action) => crew.rest.calls.filter(({ path }) => path.endsWith(`/${action}`)).length;
  const told = (event: string) => crew.rest.events.filter((each) => each.event === event).length;
  const open = () => platform.openPirep(flight);

  const cases: readonly [name: string, action: Action, prepare: () => Promise<unknown>, act: () => Promise<unknown>][] =
    [
      ['prefile', 'prefile', async () => undefined, open],
      ['taking over an open PIREP', 'update', () => beginOnTheWeb(), open],
      ['filing', 'file', open, () => platform.filePirep(flight, pirep())],
      ['cancelling', 'cancel', open, () => platform.cancelPirep(flight, null)],
      ['suspending', 'update', open, () => platform.suspendPirep(flight)],
    ];
  for (const [name, action, prepare, act] of cases) {
    test(name, async () => {
      await prepare();
      crew.rest.failNext(action, 'unreachable');
      await refusal(act(), 'crew-center-unavailable');
      const { retryAfterS } = await refusal(act(), 'crew-center-unavailable');
      assert.ok((retryAfterS ?? 0) > 0 && (retryAfterS ?? 0) <= 30);
      assert.equal(callsOf(action), 1);
      await clock.advance(31_000);
      await act();
      assert.equal(callsOf(action), 2);
    });
  }

  test('a change of phase stops nobody meanwhile, and is told later', async () => {
    await open();
    crew.rest.failNext('update', 'unreachable');
    await refusal(platform.updatePirep(flight, progress), 'crew-center-unavailable');
    await platform.updatePirep(flight, progress);
    assert.equal(callsOf('update'), 1);
    await clock.advance(61_000);
    await platform.updatePirep(flight, progress);
    assert.equal(told('PirepStatusChange'), 1);
  });

  test('a flight whose prefile may be under way is neither missing nor cancelled, whatever is asked', async () => {
    crew.rest.failNext('prefile', 'unreachable');
    await refusal(open(), 'crew-center-unavailable');
    const questions = [
      () => platform.findPirep(flight),
      () => platform.cancelPirep(flight, null),
      () => platform.deliverTrack(flight, []),
      () => platform.filePirep(flight, pirep()),
      () => platform.openPirep({ ...flight, pirepId: newId() }),
    ];
    for (const ask of questions) await refusal(ask(), 'crew-center-unavailable');
    assert.equal(callsOf('prefile'), 1);
  });

  test('PHP that finishes a lost prefile: found, PirepPrefiled once, and the flight goes on at once', async () => {
    crew.rest.failNext('prefile', 'still under way');
    await refusal(open(), 'crew-center-unavailable');
    while (told('PirepPrefiled') === 0) await new Promise((resolve) => setImmediate(resolve));
    await open();
    await platform.filePirep(flight, pirep());
    assert.deepEqual([told('PirepPrefiled'), told('PirepFiled')], [1, 1]);
  });

  async function beginOnTheWeb(): Promise<void> {
    await crew.tables.run(
      `INSERT INTO {pireps} (id, user_id, airline_id, aircraft_id, flight_id, flight_number, dpt_airport_id, arr_airport_id, state, source, created_at)
       VALUES ('web', 11, 1, 1, 'zrh-lhr', '101', 'LSZH', 'EGLL', 0, 0, ?)`,
      [toSqlTime(Date.now() - 60_000)],
    );
  }
});
