import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt } from '../src/tracking/model.ts';
import { detectorsByName } from '../src/tracking/rules/detectors/detectors.ts';
import type { Rule } from '../src/tracking/rules/rule.ts';
import { createRuleCalls } from '../src/tracking/rules/rule-calls.ts';
import { flightEvent, flownTrack, noFigures } from './flown.ts';
import { World, type WorldChanges } from './world.ts';

// What the airline's rules make of a PIREP, and what crashes, outages and other sets change of that: nothing.

const everyFlight = { id: 'all', detector: 'every-flight' };
const noRunway = { id: 'no-runway', detector: 'landing', element: 'no-runway' };

function rulesOf(world: World) {
  const calls = createRuleCalls({ journal: world.journal, clock: world.clock, detectors: detectorsByName });
  return {
    calls,
    async use(...rules: object[]) {
      const { number } = await calls.saveRuleSet('ada@test', { name: 'Ours', rules });
      await calls.useRuleSet('ada@test', number);
      return number;
    },
  };
}

const [zurich, cancun] = [
  { lat: 47.4647, lon: 8.5492 },
  { lat: 21.0365, lon: -86.877 },
];

/** A flight that lands beside the runways: its landing is marked. */
async function flown(changes: WorldChanges = {}) {
  const world = await World.with(changes);
  const { session, flight } = await world.startFlight();
  const track = flownTrack({ from: zurich, to: cancun, startAt: world.clock.now(), count: 100 });
  await world.clock.advance(100 * 10_000);
  await world.calls.report(session, { name: null, positions: track, opening: null });
  const finish = (figures = noFigures) => world.calls.finish(session, { name: null, figures, opening: null });
  const receipt = async () => {
    await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
    return (await world.tracking.operator.readFlight(flight.id))?.flight.receipt as Receipt;
  };
  return { world, session, flight, finish, receipt, rules: rulesOf(world) };
}

test('no set in force: everything is as before', async () => {
  const { world, finish, receipt, rules } = await flown();
  await using _world = world;
  await rules.calls.saveRuleSet('ada@test', { name: 'Ours', rules: [{ ...everyFlight, follows: ['reject'] }] });
  await finish({ ...noFigures, score: 88 });
  const { pirep, pirepState } = await receipt();
  assert.deepEqual([pirep.score, pirep.judgement, pirepState], [88, undefined, 'accepted']);
});

test('the score is the rules’, what the client said is kept beside it, and the PIREP says why', async () => {
  const { world, finish, receipt, rules } = await flown();
  await using _world = world;
  const number = await rules.use({
    ...noRunway,
    follows: ['points'],
    points: 15,
    text: 'Report until you have landed.',
  });
  await finish({ ...noFigures, score: 88 });
  const { pirep } = await receipt();
  assert.equal(pirep.score, 85);
  assert.deepEqual([pirep.judgement?.set, pirep.judgement?.score, pirep.judgement?.clientScore], [number, 85, 88]);
  assert.deepEqual(
    pirep.judgement?.marks.map(({ rule, points }) => [rule, points]),
    [['no-runway', 15]],
  );
  const row = world.embedded.crewCenter.get('SELECT id, score FROM pireps');
  assert.equal(row?.score, 85);
  const fields = world.embedded.crewCenter.all('SELECT name, value FROM pirep_field_values ORDER BY id');
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  assert.deepEqual([values['Rule Set'], values['Rule Marks'], values['Client Score']], [`Ours (${number})`, '1', '88']);
  const [comment] = world.embedded.crewCenter.all('SELECT comment FROM pirep_comments');
  assert.match(
    String(comment?.comment),
    /^Judged by the rules “Ours” \(1\): 85 of 100 points\.\n\d\d:\d\d UTC .*\(−15\)$/,
  );
});

const states: readonly (readonly [Rule['follows'][number], string])[] = [
  ['reject', 'rejected'],
  ['review', 'pending'],
  ['reason-needed', 'pending'],
  ['accept', 'accepted'],
  ['count', 'accepted'],
];

for (const [follows, state] of states)
  test(`a rule of which ${follows} follows: the PIREP is ${state}, and its listeners hear of it once`, async () => {
    const { world, finish, receipt, rules } = await flown();
    await using _world = world;
    const heard: string[] = [];
    using _listening = world.embedded.crewCenter.events.listen(({ name }) => heard.push(name));
    await rules.use({ ...everyFlight, follows: [follows] });
    await finish();
    assert.equal((await receipt()).pirepState, state);
    assert.deepEqual(
      heard.filter((name) => /Filed|Accepted|Rejected/.test(name)),
      ['PirepFiled', ...(state === 'accepted' ? ['PirepAccepted'] : state === 'rejected' ? ['PirepRejected'] : [])],
    );
  });

test('the set counts that was in force when finish was called, however late the crew center takes it', async () => {
  const { world, finish, receipt, rules } = await flown();
  await using _world = world;
  const first = await rules.use({ ...noRunway, follows: ['points'], points: 15 });
  world.line.fail('all', 'before');
  assert.equal((await finish()).state, 'filing');
  await rules.use({ ...everyFlight, follows: ['reject'] });
  await world.restart(3_600_000);
  world.line.heal();
  const { pirep, pirepState } = await receipt();
  assert.deepEqual([pirep.judgement?.set, pirep.score, pirepState], [first, 85, 'accepted']);
});

test('a flight that is finished while none is in force is not judged by one that comes later', async () => {
  const { world, finish, receipt, rules } = await flown();
  await using _world = world;
  world.line.fail('all', 'before');
  await finish();
  await rules.use({ ...everyFlight, follows: ['reject'] });
  world.line.heal();
  assert.equal((await receipt()).pirep.judgement, undefined);
});

test('killed after each step of filing: the same marks, stored once', async () => {
  const seen = new Set<string>();
  const steps = [
    ['readFlightClass', 'before'],
    ['filePirep', 'before'],
    ['filePirep', 'after'],
  ] as const;
  for (const [step, fault] of steps) {
    const { world, finish, receipt, rules } = await flown();
    await using _world = world;
    const conditions = { ranks: ['Captain'] };
    await rules.use(
      { ...noRunway, follows: ['points', 'review'], points: 15, conditions },
      { ...everyFlight, follows: ['accept'] },
    );
    world.line.fail(step, fault, 1);
    await finish();
    await world.restart(60_000);
    const { pirep, pirepState } = await receipt();
    seen.add(
      JSON.stringify([pirep.judgement?.marks.map(({ rule, points }) => [rule, points]), pirep.score, pirepState]),
    );
    assert.equal(world.pireps().length, 1);
  }
  assert.deepEqual([...seen], [JSON.stringify([[['no-runway', 15]], 85, 'pending'])]);
});

test('a pilot who is promoted between two tries to file is judged as at the first', async () => {
  const { world, finish, receipt, rules } = await flown();
  await using _world = world;
  await rules.use({ ...everyFlight, follows: ['review'], conditions: { ranks: ['Captain'] } });
  world.line.fail('filePirep', 'before', 1);
  assert.equal((await finish()).state, 'filing');
  assert.equal(world.line.asked.get('readFlightClass'), 1);
  world.embedded.crewCenter.run(`UPDATE ranks SET name = 'Cadet'`);
  await world.restart(60_000);
  const { pirep, pirepState } = await receipt();
  assert.deepEqual(
    [pirep.judgement?.state, pirepState, world.line.asked.get('readFlightClass')],
    ['review', 'pending', undefined],
  );
});

test('conditions by rank and subfleet are asked of the crew center only where a rule has them', async () => {
  const held = [
    [{ ranks: ['captain'] }, 'review'],
    [{ ranks: ['Cadet'] }, null],
    [{ subfleets: ['A343'] }, 'review'],
    [{ airports: ['LSZH'] }, 'review'],
  ] as const;
  for (const [conditions, state] of held) {
    const { world, finish, receipt, rules } = await flown();
    await using _world = world;
    await rules.use({ ...everyFlight, follows: ['review'], conditions });
    await finish();
    assert.equal((await receipt()).pirep.judgement?.state, state, JSON.stringify(conditions));
    assert.equal(world.line.asked.get('readFlightClass') ?? 0, 'airports' in conditions ? 0 : 1);
  }
});

test('a declared emergency exempts', async () => {
  const { world, session, finish, receipt, rules } = await flown();
  await using _world = world;
  await rules.use({ ...noRunway, follows: ['reject'], exemptions: { emergency: true } });
  const events = [flightEvent(world.clock.now(), 'emergency')];
  await world.calls.recordEvents(session, { name: null, events });
  await finish();
  assert.deepEqual((await receipt()).pirep.judgement?.marks, []);
});

test('a set that was found damaged is not judged by: the PIREP is filed, and says so to the staff', async () => {
  const { world, finish, receipt, rules } = await flown();
  await using _world = world;
  const number = await rules.use({ ...everyFlight, follows: ['reject'] });
  await world.journal.saveNote(`rule-set ${number}`, null);
  await world.restart();
  await finish();
  const { pirep, pirepState } = await receipt();
  assert.deepEqual([pirep.judgement, pirepState], [undefined, 'accepted']);
  assert.match(pirep.notes ?? '', /Rule set 1 cannot be read: the flight was not judged\./);
});

test('a repeat of finish has the receipt with the same judgement', async () => {
  const { world, finish, receipt, rules } = await flown();
  await using _world = world;
  await rules.use({ ...noRunway, follows: ['points'], points: 15 });
  await finish();
  const first = await receipt();
  await rules.use({ ...everyFlight, follows: ['reject'] });
  const again = await finish();
  assert.ok(again.state === 'filed' && again.repeated);
  assert.deepEqual(again.receipt, first);
});

test('reports in another order and batches have the same judgement', async () => {
  const judgements = [];
  for (const isReversed of [false, true]) {
    const world = await World.open();
    await using _world = world;
    const { session } = await world.startFlight();
    const track = flownTrack({ from: zurich, to: cancun, startAt: world.clock.now(), count: 100 });
    await world.clock.advance(100 * 10_000);
    const order = isReversed ? track.toReversed() : track;
    for (let index = 0; index < order.length; index += isReversed ? 7 : 50)
      await world.calls.report(session, {
        name: null,
        positions: order.slice(index, index + (isReversed ? 9 : 50)),
        opening: null,
      });
    await rulesOf(world).use({ ...noRunway, follows: ['points'], points: 15 });
    const result = await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
    judgements.push(result.state === 'filed' ? result.receipt.pirep.judgement : null);
  }
  assert.notEqual(judgements[0], null);
  assert.deepEqual(judgements[1], judgements[0]);
});
