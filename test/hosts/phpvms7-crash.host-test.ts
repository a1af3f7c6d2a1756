// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connectTracker, isTrackerError, type TrackedFlight } from '../../src/client/client.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { Served } from './phpvms7/served.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, fixtures } from './phpvms7/world.ts';

const points = 12;

describe('killed, at each step of a flight: one PIREP, the whole track', () => {
  let server: Mariadb;
  let crew: CrewCenter7;
  before(async () => {
    server = await startMariadb(sqlModes.strict);
    crew = await createCrewCenter(server, '7.0.10', 'va_');
  });
  after(async () => {
    await crew.rest[Symbol.asyncDispose]();
    await crew.tables.close();
    await server[Symbol.asyncDispose]();
  });

  const ours = (served: Served) => async () => {
    await served.kill();
    await served.start();
  };
  const theirs = () => async () => {
    await server.stop();
    await setTimeout(300);
    await server.start();
  };
  const maintenance = () => async () => {
    crew.rest.isInMaintenance = true;
    void setTimeout(2_000).then(() => {
      crew.rest.isInMaintenance = false;
    });
  };
  const cases = [
    ['our server, before the platform prefiled', ours, 'prefile', 'instead', 'file'],
    ['our server, after the platform prefiled', ours, 'prefile', 'after', 'file'],
    ['our server, at a change of phase', ours, 'update', 'after', 'file'],
    ['our server, before the platform filed', ours, 'file', 'instead', 'file'],
    ['our server, after the platform filed', ours, 'file', 'after', 'file'],
    ['our server, after the platform cancelled', ours, 'cancel', 'after', 'cancel'],
    ['the database, before the platform prefiled', theirs, 'prefile', 'instead', 'file'],
    ['the database, after the platform filed', theirs, 'file', 'after', 'file'],
    ['the platform goes into maintenance at a change of phase', maintenance, 'update', 'instead', 'file'],
  ] as const;

  for (const [name, whom, pathEnd, when, end] of cases) {
    test(name, { timeout: 120_000 }, async () => {
      await crew.tables.run('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
      await emptyAndSeed(crew);
      crew.rest.events.length = 0;
      await using served = await Served.open(crew);
      const { login, password } = { login: fixtures.first.logins[0] ?? '', password: fixtures.first.password };
      const tracker = await connectTracker(served.url);
      await tracker.login({ login, password });
      const interrupted = Promise.withResolvers<void>();
      const act = whom(served);
      crew.rest.interruption = { pathEnd, when, act: () => act().then(interrupted.resolve, interrupted.reject) };
      const flight = await again(() => tracker.startFlight({ bid_id: fixtures.first.bidId }));
      await report(flight, tracker.now());
      if (pathEnd === 'update') await interrupted.promise;
      if (end === 'cancel') await again(() => flight.cancel('a test'));
      else await again(() => flight.finish({ landing_rate: -150 }));
      await interrupted.promise;
      await judge(flight.view?.pirep_id ?? null, end);
    });
  }

  async function judge(pirepId: string | null, end: 'file' | 'cancel'): Promise<void> {
    const pireps = await crew.tables.rows('SELECT id, state FROM {pireps} WHERE user_id = 11');
    assert.deepEqual(
      pireps.map((row) => [row.id, row.state]),
      [[pirepId, end === 'file' ? 1 : 3]],
    );
    for (const event of ['PirepPrefiled', end === 'file' ? 'PirepFiled' : 'PirepCancelled'] as const) {
      assert.equal(crew.rest.events.filter((each) => each.event === event).length, 1, event);
    }
    if (end === 'cancel') return;
    const [track] = await crew.tables.rows('SELECT COUNT(*) AS n FROM {acars} WHERE pirep_id = ? AND type = 0', [
      pirepId,
    ]);
    assert.equal(Number(track?.n), points);
  }
});

async function report(flight: TrackedFlight, now: number): Promise<void> {
  for (let index = 0; index < points; index++) {
    await flight.report({
      recorded_at: new Date(now - (points - index) * 60_000).toISOString(),
      lat: 47.45 + index / 3,
      lon: 8.55 - index / 2,
      gs: index === 0 || index === points - 1 ? 0 : 300,
      altitude_msl: 20_000,
      on_ground: index === 0 || index === points - 1,
      phase: index === 0 ? 'boarding' : index === points - 1 ? 'arrived' : 'cruise',
    });
  }
  await flight.delivered();
}

/** As a person does whose client said "try again". */
async function again<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const mayHelp = isTrackerError(error) && (error.code === 'down' || error.code === 'crew-center-unavailable');
      if (!mayHelp || attempt > 150) throw error;
      await setTimeout(500);
    }
  }
}
