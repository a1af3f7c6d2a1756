import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleFlight, samplePosition } from '../../../test/journal/suite/samples.ts';
import { noConditions, rule } from '../../../test/judged.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { tempFolder } from '../../../test/temp-folder.ts';
import { until } from '../../../test/until.ts';
import type { Journal } from '../../journal/journal.ts';
import { openJournal } from '../../journal/open.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { makePirep, nothingReported } from '../../tracking/figures/pirep.ts';
import type { Flight, Judgement } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { detectors } from '../../tracking/rules/detectors/detectors.ts';
import { everyFlight } from '../../tracking/rules/rule.ts';
import { createRuleCalls } from '../../tracking/rules/rule-calls.ts';
import { Trials } from './trials.ts';

const flightCount = 430;
const clock = new ManualClock(noon);

/** A flight of cargo is number 3, 6, 9 …; every second one was accepted by the crew center. */
async function fill(journal: Journal): Promise<void> {
  const positions = [samplePosition(1), samplePosition(2)];
  const reports = positions.map((position, index) => ({ number: index + 1, kind: 'position', position }) as const);
  const writes: Promise<void>[] = [];
  for (let number = 1; number <= flightCount; number++) {
    const flight = sampleFlight(number, { pilot: { id: String(number % 4), ident: `VMS${number % 4}`, name: 'Ada' } });
    const plan = { ...flight.plan, flightType: number % 3 === 0 ? 'F' : 'J' };
    const stored = journal.saveFlight({ ...flight, plan });
    const { durable } = journal.appendPositions(number, positions);
    const pirep = makePirep(plan, reports, nothingReported, null);
    const pirepState = number % 2 === 0 ? 'accepted' : 'pending';
    const receipt = { flightId: flight.id, pirepId: `pirep-${number}`, pirepState, filedAt: noon + number, pirep };
    const filed: Flight = { ...flight, plan, state: 'filed', endedAt: noon + number * 1_000, receipt };
    writes.push(stored, durable, journal.saveFlight(filed, { kind: 'filed', at: noon }));
  }
  await Promise.all(writes);
}

async function opened(folder: string) {
  const journal = await openJournal({ directory: folder, clock });
  let pages = 0;
  const gates: (() => void)[] = [];
  const errors: unknown[] = [];
  const state = { holdAfter: Number.POSITIVE_INFINITY, refuse: 0 };
  const asked: string[] = [];
  const again: string[] = [];
  const trials = new Trials({
    journal,
    clock,
    navigationData: null,
    onError: (error) => errors.push(error),
    platform: {
      async readFlightClass({ pilotId }) {
        asked.push(pilotId);
        return { rank: pilotId === '1' ? 'Captain' : null, subfleets: [] };
      },
    },
    operator: {
      async pageFlights(request) {
        pages += 1;
        if (state.refuse-- > 0) throw new Refusal('shutting-down', { message: 'A partition moves.' });
        if (pages > state.holdAfter) await new Promise<void>((resolve) => gates.push(resolve));
        const { flights, next } = await journal.pageFlights(request);
        return { flights: flights.map((flight) => ({ flight }) as FlightView), next };
      },
      async judgeAgain(actor, flightId, set) {
        again.push(`${actor} ${flightId} ${set}`);
        return { flightId, before: 'pending', after: 'rejected', judgement: {} as Judgement };
      },
    },
  });
  const rules = createRuleCalls({ journal, clock, detectors: new Map(detectors.map((each) => [each.name, each])) });
  return { journal, trials, rules, errors, again, state, gates, asked, readPages: () => pages };
}

/** Rejects flights of cargo, and takes points from one pilot's. */
const cargo = {
  name: 'No cargo',
  rules: [
    rule({
      id: 'no-cargo',
      detector: everyFlight,
      limits: {},
      conditions: { ...noConditions, flightTypes: ['F'] },
      follows: ['reject', 'points'],
      points: 30,
      maxPoints: null,
    }),
  ],
};

test('a trial says what a set would have done with all flights, and changes none of them', async () => {
  using folder = tempFolder('trials');
  const { journal, trials, rules, errors } = await opened(folder.path);
  await fill(journal);
  const before = await journal.listFlights({ limit: 10 });
  const { number } = await rules.saveRuleSet('operator@cli', cargo);
  const { id } = await trials.calls.startTrial('operator@cli', number, null);
  await assert.rejects(
    trials.calls.startTrial('operator@cli', number, null),
    (error) => isRefusal(error, 'invalid'),
    'one at a time',
  );
  await until(async () => (await trials.calls.readTrial(id)).trial.state !== 'running');
  const { trial, flights } = await trials.calls.readTrial(id);
  assert.deepEqual([errors, trial.state, trial.reason], [[], 'done', null]);
  const rejected = Math.floor(flightCount / 3);
  assert.deepEqual(trial.totals.states, {
    reject: rejected,
    review: 0,
    'reason-needed': 0,
    accept: 0,
    none: flightCount - rejected,
  });
  // Of those that are not rejected the even ones had been accepted.
  const accepted = Math.floor(flightCount / 2) - Math.floor(flightCount / 6);
  assert.deepEqual(trial.totals.outcomes, { accepted, pending: flightCount - rejected - accepted, rejected });
  assert.equal(trial.totals.changed, rejected);
  assert.deepEqual(trial.totals.rules['no-cargo'], {
    flights: rejected,
    marks: rejected,
    points: 30 * rejected,
    notJudged: 0,
  });
  assert.deepEqual(
    flights.map(({ flightId }) => flightId),
    Array.from({ length: rejected }, (_, index) => `flight-${(rejected - index) * 3}`),
  );
  assert.deepEqual(
    [flights[0]?.before, flights[0]?.after, flights[0]?.score, flights[0]?.rules],
    ['pending', 'rejected', 70, [{ rule: 'no-cargo', marks: 1, points: 30 }]],
  );
  const ofPilots = Object.values(trial.totals.pilots);
  assert.equal(ofPilots.length, 4);
  assert.equal(
    ofPilots.reduce((sum, each) => sum + each.rejected, 0),
    rejected,
  );
  assert.deepEqual(await journal.listFlights({ limit: 10 }), before);
  await trials[Symbol.asyncDispose]();
  await journal.close();
});

test('a trial continues where it was when its server ended, and counts no flight twice', async () => {
  using folder = tempFolder('trials');
  const first = await opened(folder.path);
  await fill(first.journal);
  const { number } = await first.rules.saveRuleSet('operator@cli', cargo);
  first.state.holdAfter = 6;
  const { id } = await first.trials.calls.startTrial('operator@cli', number, null);
  await until(() => first.gates.length > 0);
  const halfway = await first.trials.calls.readTrial(id);
  assert.ok(halfway.trial.totals.flights > 0 && halfway.trial.totals.flights < flightCount);
  // The server ends in the middle of a step.
  const closing = first.trials[Symbol.asyncDispose]();
  for (const open of first.gates) open();
  await closing;
  await first.journal.close();
  const second = await opened(folder.path);
  second.trials.continue();
  await until(async () => (await second.trials.calls.readTrial(id)).trial.state === 'done');
  const { trial, flights } = await second.trials.calls.readTrial(id);
  assert.equal(trial.totals.flights, flightCount);
  assert.equal(trial.totals.changed, Math.floor(flightCount / 3));
  assert.equal(new Set(flights.map(({ flightId }) => flightId)).size, flights.length);
  assert.equal(flights.length, trial.listed);
  assert.ok(second.readPages() < 8, 'what was tried before is not tried again');
  await second.trials[Symbol.asyncDispose]();
  await second.journal.close();
});

test('what a trial found is done when staff ask for it, each flight once, oldest first', async () => {
  using folder = tempFolder('trials');
  const { journal, trials, rules, again } = await opened(folder.path);
  await fill(journal);
  const { number } = await rules.saveRuleSet('operator@cli', cargo);
  const { id } = await trials.calls.startTrial('operator@cli', number, noon + 400_000);
  await assert.rejects(trials.calls.applyTrial('ada@cli', id), (error) => isRefusal(error, 'invalid'), 'not yet');
  await until(async () => (await trials.calls.readTrial(id)).trial.state === 'done');
  assert.deepEqual(again, []);
  await until(async () => (await trials.calls.applyTrial('ada@cli', id).catch(() => null)) !== null);
  await until(async () => (await trials.calls.readTrial(id)).trial.state === 'done');
  const cargoFlights = Array.from({ length: flightCount }, (_, index) => index + 1).filter(
    (each) => each >= 400 && each % 3 === 0,
  );
  assert.deepEqual(
    again,
    cargoFlights.map((each) => `ada@cli flight-${each} ${number}`),
  );
  const { trial } = await trials.calls.readTrial(id);
  assert.deepEqual([trial.applied, trial.appliedBy], [cargoFlights.length, 'ada@cli']);
  await trials[Symbol.asyncDispose]();
  await journal.close();
});

test('a trial that is stopped keeps what it has, and another one can be started', async () => {
  using folder = tempFolder('trials');
  const { journal, trials, rules, state, gates } = await opened(folder.path);
  await fill(journal);
  const { number } = await rules.saveRuleSet('operator@cli', cargo);
  state.holdAfter = 0;
  const { id } = await trials.calls.startTrial('operator@cli', number, noon + 400_000);
  await until(() => gates.length > 0);
  const stopping = trials.calls.stopTrial('operator@cli', id);
  for (const open of gates) open();
  assert.equal((await stopping).state, 'stopped');
  state.holdAfter = Number.POSITIVE_INFINITY;
  const next = await trials.calls.startTrial('operator@cli', number, noon + 400_000);
  await until(async () => (await trials.calls.readTrial(next.id)).trial.state === 'done');
  assert.equal((await trials.calls.readTrial(next.id)).trial.totals.flights, flightCount - 399);
  assert.deepEqual(
    (await trials.calls.listTrials()).map((each) => each.state),
    ['done', 'stopped'],
  );
  await trials[Symbol.asyncDispose]();
  await journal.close();
});

test('what another server does not say now is asked for again, and the trial counts the same', async () => {
  using folder = tempFolder('trials');
  const { journal, trials, rules, errors, state } = await opened(folder.path);
  await fill(journal);
  const { number } = await rules.saveRuleSet('operator@cli', cargo);
  state.refuse = 2;
  const { id } = await trials.calls.startTrial('operator@cli', number, null);
  await until(async () => {
    await clock.advance(5_000);
    return (await trials.calls.readTrial(id)).trial.state === 'done';
  });
  assert.deepEqual([errors, (await trials.calls.readTrial(id)).trial.totals.flights], [[], flightCount]);
  await trials[Symbol.asyncDispose]();
  await journal.close();
});

test('a server that no longer may try sets stores nothing of what it tried', async () => {
  using folder = tempFolder('trials');
  const { journal, trials, rules, state, gates } = await opened(folder.path);
  await fill(journal);
  const { number } = await rules.saveRuleSet('operator@cli', cargo);
  let mayRun = true;
  trials.continue(() => mayRun);
  state.holdAfter = 1;
  const { id } = await trials.calls.startTrial('operator@cli', number, null);
  await until(() => gates.length > 0);
  mayRun = false;
  state.holdAfter = Number.POSITIVE_INFINITY;
  for (const open of gates) open();
  await trials.end();
  const { trial, flights } = await trials.calls.readTrial(id);
  assert.deepEqual([trial.state, trial.totals.flights, flights], ['running', 0, []]);
  await journal.close();
});

test('the crew center is asked once for each pilot and aircraft, and only where a rule wants its answer', async () => {
  using folder = tempFolder('trials');
  const { journal, trials, rules, asked } = await opened(folder.path);
  await fill(journal);
  const captains = rule({
    ...cargo.rules[0],
    id: 'captains',
    conditions: { ...noConditions, ranks: ['Captain'] },
  });
  const rejected = [];
  for (const set of [cargo, { name: 'Captains', rules: [captains] }]) {
    const { number } = await rules.saveRuleSet('operator@cli', set);
    const { id } = await trials.calls.startTrial('operator@cli', number, null);
    await until(async () => (await trials.calls.readTrial(id)).trial.state !== 'running');
    rejected.push((await trials.calls.readTrial(id)).trial.totals.outcomes.rejected);
  }
  assert.deepEqual(rejected, [Math.floor(flightCount / 3), Math.ceil(flightCount / 4)]);
  assert.deepEqual(asked.toSorted(), ['0', '1', '2', '3']);
  await trials[Symbol.asyncDispose]();
  await journal.close();
});

test('a pilot who is erased is in no trial any more', async () => {
  using folder = tempFolder('trials');
  const { journal, trials, rules, state, gates } = await opened(folder.path);
  await fill(journal);
  const { number } = await rules.saveRuleSet('operator@cli', cargo);
  const first = await trials.calls.startTrial('operator@cli', number, null);
  await until(async () => (await trials.calls.readTrial(first.id)).trial.state === 'done');
  state.holdAfter = 0;
  const second = await trials.calls.startTrial('operator@cli', number, null);
  await until(() => gates.length > 0);
  state.holdAfter = Number.POSITIVE_INFINITY;
  const erasing = trials.erasePilot('1');
  for (const open of gates) open();
  await erasing;
  await until(async () => (await trials.calls.readTrial(second.id)).trial.state === 'done');
  await assert.rejects(trials.calls.readTrial(first.id), (error) => isRefusal(error, 'not-found'));
  const { trial } = await trials.calls.readTrial(second.id);
  assert.equal(trial.totals.flights, flightCount, 'it has begun again');
  await trials[Symbol.asyncDispose]();
  await journal.close();
});
