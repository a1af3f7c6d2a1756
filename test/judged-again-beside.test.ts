import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Flight, Judgement } from '../src/tracking/model.ts';
import { triedFlight } from '../src/tracking/rules/trial.ts';
import { noFigures } from './flown.ts';
import { flyBesideRunways, noRunway, useRules } from './judged-flight.ts';
import { World } from './world.ts';

// What else concerns a filed flight that is judged again: an erasure meanwhile, and what its pilot asked for.

test('a pilot who is erased while a flight is judged again stays erased', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await using world = await World.with({
    platform: (platform) => {
      const rejudge = platform.rejudgePirep?.bind(platform);
      const rejudgePirep: typeof rejudge = async (pirepId, again) => {
        ask();
        await mayAnswer;
        if (rejudge === undefined) throw new Error('it cannot judge again');
        return rejudge(pirepId, again);
      };
      return Object.assign(platform, { rejudgePirep });
    },
  });
  await useRules(world, { ...noRunway, follows: ['reject'] });
  const id = await flyBesideRunways(world, { ...noFigures, notes: 'Ada was here' });
  const other = await useRules(world);
  await world.clock.advance(700_000);
  const stored = async () => JSON.stringify(await world.journal.readFlight({ flightId: id }));
  assert.match(await stored(), /Ada/);
  const judging = world.tracking.operator.judgeAgain('ada@test', id, other);
  await asked;
  const erasing = world.tracking.operator.erasePilot('ada@test', 'DMO0001');
  // Time in which an erasure that waits for nothing is done.
  for (let look = 0; look < 400 && /Ada/.test(await stored()); look++) await world.journal.barrier();
  answer();
  await Promise.all([judging, erasing]);
  assert.doesNotMatch(await stored(), /Ada|DMO0001/);
  assert.match(await stored(), new RegExp(`"set":${other}`));
});

test('what is tried again while a flight is judged again stays done', async () => {
  await using world = await World.with({});
  world.line.fail('filePirep', 'unsure', 1);
  world.line.undone = 'its bid is there';
  await useRules(world, { ...noRunway, follows: ['reject'] });
  const id = await flyBesideRunways(world);
  const other = await useRules(world);
  const { operator } = world.tracking;
  const stored = async () => (await world.journal.readFlight({ flightId: id })) as Flight;
  await world.until(async () => (await stored()).setAside === 'its bid is there');
  world.line.fail('rejudgePirep', 'late');
  const judging = operator.judgeAgain('ada@test', id, other);
  await world.until(() => world.line.asked.has('rejudgePirep'));
  await operator.retryOutbox('ada@test', id);
  await world.until(async () => (await stored()).intent === null);
  world.line.heal();
  await judging;
  const { setAside, intent, receipt } = await stored();
  assert.deepEqual([setAside, intent, receipt?.pirep.judgement?.set], [null, null, other]);
});

test('a PIREP whose pilot wants it reviewed is accepted by no rule, also when it is judged again', async () => {
  await using world = await World.with({});
  await useRules(world, { ...noRunway, follows: ['reject'] });
  const id = await flyBesideRunways(world, { ...noFigures, isForReview: true });
  const accepting = await useRules(world, { id: 'all', detector: 'every-flight', follows: ['accept'] });
  const { judgement, ...states } = await world.tracking.operator.judgeAgain('ada@test', id, accepting);
  assert.deepEqual(states, { flightId: id, before: 'rejected', after: 'pending' });
  const flight = (await world.tracking.operator.readFlight(id))?.flight as Flight;
  const said: Judgement = { ...judgement, state: 'accept' };
  assert.equal(triedFlight(flight, said)?.after, 'pending', 'and a trial does not say that it would be');
});
