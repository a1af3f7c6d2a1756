import assert from 'node:assert/strict';
import type { FiledState } from '../port.ts';
import { fullPirep, onlyPirep, openedFlight, refused } from './flights.ts';
import type { SuiteCase, SuiteWorld } from './world.ts';

const every: readonly FiledState[] = ['pending', 'accepted', 'rejected'];

/** What decides PIREPs of the first pilot; null where the crew center has no such service. */
function decider({ platform }: SuiteWorld) {
  const { decidePirep } = platform;
  if (decidePirep === undefined) return null;
  return async (pirepId: string, decision: 'accept' | 'reject', from = every) =>
    (await decidePirep.call(platform, pirepId, { decision, from })).state;
}

export const decidingCases: readonly SuiteCase[] = [
  {
    name: 'decide: accepted and rejected once, however often it is asked, and only as it was seen',
    async run(world) {
      const decide = decider(world);
      if (decide === null) return;
      const { id } = world.fixtures.first;
      const flown = async () => (await world.host.readStatistics(id))?.flights ?? 0;
      const before = await flown();
      const flight = await openedFlight(world, world.fixtures.first);
      const { pirepId } = await world.platform.filePirep(flight, fullPirep());
      const seen = async () => [(await onlyPirep(world, id)).state, (await flown()) - before];
      assert.equal(await decide(pirepId, 'reject'), 'rejected');
      assert.deepEqual(await seen(), ['rejected', 0]);
      assert.equal(await decide(pirepId, 'accept', ['pending']), 'rejected');
      assert.deepEqual(await seen(), ['rejected', 0]);
      const answers = await Promise.all([1, 2, 3].map(() => decide(pirepId, 'accept')));
      assert.deepEqual(answers, ['accepted', 'accepted', 'accepted']);
      assert.deepEqual(await seen(), ['accepted', 1]);
      assert.equal(await decide(pirepId, 'reject', ['pending', 'rejected']), 'accepted');
      assert.equal(await decide(pirepId, 'reject', ['accepted']), 'rejected');
      assert.deepEqual(await seen(), ['rejected', 0]);
    },
  },
  {
    name: 'decide: what is not filed is refused, and stays as it is',
    async run(world) {
      const decide = decider(world);
      if (decide === null) return;
      const flight = await openedFlight(world, world.fixtures.first);
      assert.ok(flight.pirepId !== null);
      for (const decision of ['accept', 'reject'] as const) {
        await refused(decide(flight.pirepId, decision), 'crew-center-refused');
        await refused(decide('no-such-pirep', decision), 'not-found');
      }
      assert.equal((await onlyPirep(world, flight.pilotId)).state, 'open');
      assert.equal((await world.platform.filePirep(flight, fullPirep())).pirepId, flight.pirepId);
    },
  },
  {
    name: 'decide: what waits for the staff is listed, and nothing else',
    async run(world) {
      const { platform, fixtures } = world;
      const { listPending } = platform;
      if (listPending === undefined) return;
      const list = (limit: number) => listPending.call(platform, limit);
      const flight = await openedFlight(world, fixtures.first);
      const before = await list(100);
      const { pirepId, state } = await platform.filePirep(flight, fullPirep({ isForReview: true }));
      assert.ok(!before.includes(pirepId), 'listed before it was filed');
      assert.equal((await list(100)).includes(pirepId), state === 'pending');
      assert.deepEqual(await list(1), (await list(100)).slice(0, 1));
      for (const decision of ['accept', 'reject'] as const) {
        if ((await decider(world)?.(pirepId, decision)) === undefined) return;
        assert.ok(!(await list(100)).includes(pirepId), `listed after ${decision}`);
      }
    },
  },
  {
    name: 'correct: a figure is replaced once, in the state it is in, and the hours of an accepted one follow',
    async run(world) {
      const { correctPirep, decidePirep } = world.platform;
      if (correctPirep === undefined || decidePirep === undefined) return;
      const { id } = world.fixtures.first;
      const hours = async () => (await world.host.readStatistics(id))?.flightTimeMin ?? 0;
      const before = await hours();
      const flight = await openedFlight(world, world.fixtures.first);
      const correct = (flightTimeMin: number | null, pirepId: string) =>
        correctPirep.call(world.platform, pirepId, {
          at: Date.UTC(2026, 0, 2),
          by: 'Ada',
          reason: 'The clock stood <b>still</b>',
          figures: { flightTimeMin, landingRateFpm: -180 },
        });
      if (flight.pirepId !== null) await refused(correct(60, flight.pirepId), 'crew-center-refused');
      const { pirepId } = await world.platform.filePirep(flight, fullPirep({ isForReview: true }));
      const decide = (decision: 'accept' | 'reject') =>
        decidePirep.call(world.platform, pirepId, { decision, from: every });
      await correct(60, pirepId);
      await decide('accept');
      assert.equal((await hours()) - before, 60);
      for (let time = 0; time < 2; time++) assert.equal((await correct(95, pirepId)).state, 'accepted');
      assert.equal((await hours()) - before, 95);
      assert.equal((await onlyPirep(world, id)).landingRateFpm, -180);
      await decide('reject');
      assert.equal((await hours()) - before, 0);
      assert.equal((await correct(50, pirepId)).state, 'rejected');
      assert.equal((await hours()) - before, 0);
      await decide('accept');
      assert.equal((await hours()) - before, 50);
      await refused(correct(50, 'no-such-pirep'), 'not-found');
    },
  },
  {
    name: 'decide: a comment of the staff is one that the pilot reads',
    async run(world) {
      const { platform, fixtures } = world;
      const { commentPirep, desk } = platform;
      if (commentPirep === undefined || typeof desk.readPirep !== 'function') return;
      const flight = await openedFlight(world, fixtures.first);
      const { pirepId } = await platform.filePirep(flight, fullPirep());
      await commentPirep.call(platform, { ...flight, pirepId }, 'Why so <b>late</b>?');
      const comments = (await desk.readPirep(flight.pilotId, pirepId))?.comments ?? [];
      assert.ok(comments.some(({ text }) => text.endsWith('Why so <b>late</b>?')));
      await refused(commentPirep.call(platform, { ...flight, pirepId: 'no-such-pirep' }, 'Hello'), 'not-found');
    },
  },
];
