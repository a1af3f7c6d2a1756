import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptPirep, rejectPirep } from '../src/platform/embedded/pirep-admin.ts';
import type { Receipt } from '../src/tracking/model.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { detectorsByName } from '../src/tracking/rules/detectors/detectors.ts';
import { createRuleCalls } from '../src/tracking/rules/rule-calls.ts';
import { flownTrack, noFigures } from './flown.ts';
import { World } from './world.ts';

// A rule that was taken back: what it did is undone, once, and nothing that staff decided since.

const noRunway = {
  id: 'no-runway',
  detector: 'landing',
  element: 'no-runway',
  follows: ['points', 'reject'],
  points: 15,
};
const everyFlight = { id: 'all', detector: 'every-flight' };

/** A flight that was rejected by a rule when it was filed. */
async function rejected() {
  const world = await World.with({});
  const calls = createRuleCalls({ journal: world.journal, clock: world.clock, detectors: detectorsByName });
  const save = async (...rules: object[]) => (await calls.saveRuleSet('ada@test', { name: 'Ours', rules })).number;
  await calls.useRuleSet('ada@test', await save(noRunway));
  const { session, flight } = await world.startFlight();
  const [from, to] = [
    { lat: 47.4647, lon: 8.5492 },
    { lat: 21.0365, lon: -86.877 },
  ];
  const track = flownTrack({ from, to, startAt: world.clock.now(), count: 100 });
  await world.clock.advance(100 * 10_000);
  await world.calls.report(session, { name: null, positions: track, opening: null });
  await world.calls.finish(session, { name: null, figures: { ...noFigures, score: 88 }, opening: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  const pilot = () =>
    world.embedded.crewCenter.get('SELECT flights FROM users WHERE id = ?', Number(session.pilot.id))?.flights;
  return {
    world,
    save,
    id: flight.id,
    flightsOfPilot: pilot,
    again: (set: number) => world.tracking.operator.judgeAgain('ada@test', flight.id, set),
    receipt: async () => (await world.tracking.operator.readFlight(flight.id))?.flight.receipt as Receipt,
    pirep: () =>
      world.embedded.crewCenter.get('SELECT id, state, score FROM pireps') as {
        id: string;
        state: number;
        score: number;
      },
  };
}

/** app/Models/Enums/PirepState.php */
const [pending, accepted, isRejected] = [1, 2, 6];

test('without the rule that rejected it the PIREP is what it would have been, and the pilot has the flight', async () => {
  const { world, save, again, receipt, pirep, flightsOfPilot } = await rejected();
  await using _world = world;
  assert.deepEqual([pirep().state, pirep().score], [isRejected, 85]);
  const flights = Number(flightsOfPilot());
  const heard: string[] = [];
  using _listening = world.embedded.crewCenter.events.listen(({ name }) => heard.push(name));
  const set = await save();
  const { before, after, judgement } = await again(set);
  assert.deepEqual([before, after, judgement.score, judgement.state], ['rejected', 'accepted', 100, null]);
  assert.deepEqual([pirep().state, pirep().score], [accepted, 100]);
  assert.equal(flightsOfPilot(), flights + 1);
  const { pirep: filed, pirepState } = await receipt();
  assert.deepEqual([filed.judgement?.set, filed.judgement?.clientScore, pirepState], [set, 88, 'accepted']);
  assert.ok(
    filed.log.every(({ text }) => !text.startsWith('Rules:')),
    'its log says nothing of the rule any more',
  );
  // Asked twice, also after a restart: nothing more happens.
  await again(set);
  await world.restart(60_000);
  await again(set);
  assert.deepEqual([heard, flightsOfPilot()], [['PirepAccepted'], flights + 1]);
  const audit = await world.journal.listAudit(20);
  assert.equal(audit.filter(({ action }) => action === 'judge-again').length, 1);
});

test('judged again and again by the first set: the same marks, and each effect once', async () => {
  const { world, save, again, receipt, pirep, flightsOfPilot } = await rejected();
  await using _world = world;
  const [first, flights] = [await receipt(), flightsOfPilot()];
  const none = await save();
  for (const set of [none, 1, none, 1]) await again(set);
  const last = await receipt();
  assert.deepEqual(last.pirep, first.pirep);
  assert.deepEqual(
    [last.pirepState, pirep().state, pirep().score, flightsOfPilot()],
    ['rejected', isRejected, 85, flights],
  );
  const fields = world.embedded.crewCenter.all("SELECT value FROM pirep_field_values WHERE name = 'Rule Set'");
  assert.deepEqual(
    fields.map(({ value }) => value),
    ['Ours (1)'],
  );
});

test('one that is to be reviewed is pending again, also where the rank had it accepted', async () => {
  const { world, save, again, pirep, flightsOfPilot } = await rejected();
  await using _world = world;
  const flights = Number(flightsOfPilot());
  await again(await save());
  assert.deepEqual([pirep().state, flightsOfPilot()], [accepted, flights + 1]);
  assert.equal((await again(await save({ ...everyFlight, follows: ['review'] }))).after, 'pending');
  assert.deepEqual([pirep().state, flightsOfPilot()], [pending, flights], 'it counts once it is accepted');
});

test('what staff decided since stays', async () => {
  const { world, save, again, pirep, receipt } = await rejected();
  await using _world = world;
  await acceptPirep(world.embedded.crewCenter, pirep().id);
  const { after } = await again(await save({ ...everyFlight, follows: ['reject'] }));
  assert.deepEqual([after, pirep().state, (await receipt()).pirepState], ['accepted', accepted, 'accepted']);
  await rejectPirep(world.embedded.crewCenter, pirep().id);
  assert.equal((await again(await save({ ...everyFlight, follows: ['accept'] }))).after, 'rejected');
});

test('a flight or a set that is not there is refused, and nothing changes', async () => {
  const { world, again, receipt } = await rejected();
  await using _world = world;
  const before = await receipt();
  await assert.rejects(again(99), (error) => isRefusal(error, 'not-found'));
  await assert.rejects(world.tracking.operator.judgeAgain('ada@test', 'nobody', 1), (error) =>
    isRefusal(error, 'flight-not-found'),
  );
  assert.deepEqual(await receipt(), before);
});
