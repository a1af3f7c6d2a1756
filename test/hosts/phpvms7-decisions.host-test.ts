// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { FiledState, HostFlight, HostPirep, Platform } from '../../src/platform/port.ts';
import type { Judgement, Pirep } from '../../src/tracking/model.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { flightOf, pirep, refusal } from './phpvms7/flown.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, openAdapter } from './phpvms7/world.ts';

/** A PIREP of which the rules say this. */
function ruled(state: Judgement['state'], more: Partial<Pirep> = {}): Pirep {
  const judgement = { set: 1, setName: 'Standard', marks: [], notJudged: [], score: 90, clientScore: null, state };
  return pirep({ judgement, ...more });
}

describe('what the rules decide of a PIREP is done by the platform itself', () => {
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
    await crew.tables.run('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
    await emptyAndSeed(crew);
    clock = new ManualClock(Date.now());
    platform = await openAdapter(crew, clock);
    flight = await flightOf(platform, '11', '1');
    await platform.openPirep(flight);
    crew.rest.module.condition = 'on';
    crew.rest.brokenListener = null;
    crew.rest.events.length = 0;
    crew.rest.calls.length = 0;
    if ('after' in context) context.after(() => platform.close());
  });

  const acceptsByRank = () => crew.tables.run('UPDATE {users} SET rank_id = 2 WHERE id = 11');
  const events = () => crew.rest.events.map(({ event }) => event).filter((event) => event !== 'PirepStateChange');
  const asked = () => crew.rest.calls.filter(({ path }) => path.endsWith('/decision')).length;
  const flights = async () => (await crew.tables.rows('SELECT flights FROM {users} WHERE id = 11'))[0]?.flights;
  const filed = async (): Promise<HostPirep['state'] | undefined> => (await platform.findPirep(flight))?.state;
  const check = (said: Pirep, repeat = false) => platform.checkFiled?.(flight, { repeat, pirep: said });
  const putTo = (state: number) =>
    crew.tables.run('UPDATE {pireps} SET state = ? WHERE id = ?', [state, flight.pirepId]);
  const setAside = 60_000;

  const cases: readonly {
    readonly rules: Judgement['state'];
    readonly byRank?: true;
    readonly isForReview?: true;
    readonly state: FiledState;
    readonly events: readonly string[];
  }[] = [
    { rules: null, state: 'pending', events: ['PirepFiled'] },
    { rules: 'review', state: 'pending', events: ['PirepFiled'] },
    { rules: 'reason-needed', state: 'pending', events: ['PirepFiled'] },
    { rules: 'accept', state: 'accepted', events: ['PirepFiled', 'PirepAccepted'] },
    { rules: 'accept', isForReview: true, state: 'pending', events: ['PirepFiled'] },
    { rules: 'reject', state: 'rejected', events: ['PirepFiled', 'PirepRejected'] },
    { rules: 'accept', byRank: true, state: 'accepted', events: ['PirepFiled', 'PirepAccepted'] },
    { rules: 'review', byRank: true, state: 'accepted', events: ['PirepFiled', 'PirepAccepted'] },
    { rules: 'reject', byRank: true, state: 'rejected', events: ['PirepFiled', 'PirepAccepted', 'PirepRejected'] },
  ];
  for (const { rules, byRank, isForReview, state, events: told } of cases) {
    const who = `${byRank === true ? ', rank accepts' : ''}${isForReview === true ? ', pilot asks for review' : ''}`;
    test(`rules say ${rules}${who}: ${state}`, async () => {
      if (byRank === true) await acceptsByRank();
      const before = Number(await flights());
      const said = ruled(rules, isForReview === true ? { isForReview } : {});
      assert.deepEqual(await platform.filePirep(flight, said), { pirepId: flight.pirepId, state });
      assert.deepEqual([await filed(), events()], [state, told]);
      assert.equal(await flights(), before + (state === 'accepted' ? 1 : 0));
      assert.equal(await check(said), null);
    });
  }

  for (const decision of ['accept', 'reject'] as const) {
    const state = decision === 'accept' ? 'accepted' : 'rejected';
    const told = ['PirepFiled', decision === 'accept' ? 'PirepAccepted' : 'PirepRejected'];

    test(`${decision} whose answer is lost is found done, and not asked for again`, async () => {
      crew.rest.failNext('decision', 'answer lost');
      assert.deepEqual(await platform.filePirep(flight, ruled(decision)), { pirepId: flight.pirepId, state });
      assert.equal((await platform.filePirep(flight, ruled(decision))).state, state);
      assert.deepEqual([events(), asked()], [told, 1]);
    });

    test(`${decision} that reached nobody is no answer: filing waits, and then has it done once`, async () => {
      crew.rest.failNext('decision', 'unreachable');
      await refusal(platform.filePirep(flight, ruled(decision)), 'crew-center-unavailable');
      assert.equal(await filed(), 'pending');
      await refusal(platform.filePirep(flight, ruled(decision)), 'crew-center-unavailable');
      assert.equal(asked(), 1, 'PHP may still be at work');
      await clock.advance(setAside);
      assert.deepEqual(await platform.filePirep(flight, ruled(decision)), {
        pirepId: flight.pirepId,
        state,
        isUnsure: true,
      });
      assert.equal(await check(ruled(decision)), null);
      assert.deepEqual([events(), asked()], [told, 2]);
    });

    test(`${decision} for which there is no module is left to the staff, with the reason`, async () => {
      crew.rest.module.condition = 'missing';
      const said = ruled(decision);
      assert.deepEqual(await platform.filePirep(flight, said), {
        pirepId: flight.pirepId,
        state: 'pending',
        isUnsure: true,
      });
      await refusal(Promise.resolve(check(said)), 'crew-center-unavailable');
      await clock.advance(setAside);
      assert.match(
        (await check(said)) ?? '',
        new RegExp(`^The rules ${decision} this PIREP.*missing, switched off, or older`),
      );
      crew.rest.module.condition = 'off';
      assert.match((await check(said)) ?? '', /switched off/);
      crew.rest.module.condition = 'on';
      assert.equal(await check(said, true), null);
      assert.deepEqual([await filed(), events()], [state, told]);
    });
  }

  test('in maintenance nothing is decided, and filing waits', async () => {
    const { rest } = crew;
    const down = async () => {
      rest.isInMaintenance = true;
    };
    rest.interruption = { pathEnd: 'file', when: 'after', act: down };
    await refusal(platform.filePirep(flight, ruled('reject')), 'crew-center-unavailable');
    rest.isInMaintenance = false;
    await refusal(platform.filePirep(flight, ruled('reject')), 'crew-center-unavailable');
    await clock.advance(setAside);
    assert.equal((await platform.filePirep(flight, ruled('reject'))).state, 'rejected');
    assert.deepEqual(events(), ['PirepFiled', 'PirepRejected']);
  });

  test('while PHP may still be filing, nothing is decided', async () => {
    await acceptsByRank();
    crew.rest.failNext('file', 'answer lost');
    await refusal(platform.filePirep(flight, ruled('accept')), 'crew-center-unavailable');
    assert.equal(asked(), 0);
    await clock.advance(setAside);
    assert.equal((await platform.filePirep(flight, ruled('accept'))).state, 'accepted');
    assert.deepEqual([events(), asked()], [['PirepFiled', 'PirepAccepted'], 0]);
  });

  test('so does a server that was started meanwhile: phpVMS would reject it a second time', async () => {
    crew.rest.failNext('file', 'answer lost');
    await refusal(platform.filePirep(flight, ruled('reject')), 'crew-center-unavailable');
    const started = await openAdapter(crew, clock);
    try {
      await refusal(started.filePirep(flight, ruled('reject')), 'crew-center-unavailable');
      assert.deepEqual([asked(), await filed()], [0, 'pending']);
      await clock.advance(setAside);
      assert.equal((await started.filePirep(flight, ruled('reject'))).state, 'rejected');
      assert.deepEqual(events(), ['PirepFiled', 'PirepRejected']);
    } finally {
      await started.close();
    }
  });

  test('what an add-on breaks after it was done stays done', async () => {
    crew.rest.brokenListener = 'PirepRejected';
    assert.equal((await platform.filePirep(flight, ruled('reject'))).state, 'rejected');
    assert.deepEqual([await filed(), asked()], ['rejected', 1]);
  });

  test('what the staff decided meanwhile is not undone by rules', async () => {
    for (const [state, decision] of [
      [2, 'reject'],
      [6, 'accept'],
    ] as const) {
      crew.rest.interruption = { pathEnd: 'decision', when: 'instead', act: async () => void (await putTo(state)) };
      await putTo(1);
      const found = state === 2 ? 'accepted' : 'rejected';
      assert.equal((await platform.filePirep(flight, ruled(decision))).state, found);
      assert.equal((await platform.filePirep(flight, ruled(decision))).state, found);
      assert.equal(await check(ruled(decision), true), null);
    }
    assert.equal(asked(), 2);
  });

  test('the staff decide by the same call, each once, and only of what they saw', async () => {
    await platform.filePirep(flight, pirep());
    const { pirepId } = flight;
    assert.ok(pirepId !== null);
    const decide = (decision: 'accept' | 'reject', ...from: readonly FiledState[]) =>
      platform.decidePirep?.(pirepId, { decision, from });
    const both = await Promise.all([decide('accept', 'pending'), decide('reject', 'pending')]);
    assert.equal(both[0]?.state, both[1]?.state);
    const { length } = events();
    assert.equal(length, 2);
    assert.equal((await decide('reject', 'accepted', 'pending'))?.state, 'rejected');
    assert.equal((await decide('reject', 'accepted', 'pending'))?.state, 'rejected');
    assert.equal((await decide('accept', 'pending'))?.state, 'rejected');
    assert.equal((await decide('accept', 'rejected'))?.state, 'accepted');
    crew.rest.module.condition = 'missing';
    await refusal(Promise.resolve(decide('reject', 'accepted')), 'crew-center-refused');
    await refusal(
      Promise.resolve(platform.decidePirep?.('nobody', { decision: 'accept', from: ['pending'] })),
      'not-found',
    );
  });
});
