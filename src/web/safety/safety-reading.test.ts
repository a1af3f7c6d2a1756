import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon } from '../../../test/journal/suite/samples.ts';
import { rule } from '../../../test/judged.ts';
import { judgedFlight, ruledMark } from '../../../test/judged-flights.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { until } from '../../../test/until.ts';
import { viewOfEnded } from '../../tracking/figures/flight-view.ts';
import type { Flight, FlightPageRequest } from '../../tracking/model.ts';
import { ruleNotes } from '../../tracking/rules/rule-book.ts';
import { SafetyReading } from './safety-reading.ts';
import { tallyOf } from './tally.ts';

const hard = rule({ id: 'hard-landing', detector: 'landing', element: 'rate' });
const notes: Readonly<Record<string, string>> = {
  [ruleNotes.set(1)]: JSON.stringify({ number: 1, name: 'Standard', rules: [hard] }),
  [ruleNotes.list]: JSON.stringify([{ number: 1, name: 'Standard' }]),
};

/** A journal with these flights, of which the last one is the newest. */
function reading(flights: Flight[]) {
  const clock = new ManualClock(noon);
  const errors: unknown[] = [];
  const journal = { pages: 0, fails: false, flights };
  const pageFlights = async ({ before, limit, states }: FlightPageRequest) => {
    if (journal.fails) throw new Error('the disk is gone');
    journal.pages += 1;
    assert.deepEqual(states, ['filed']);
    const older = journal.flights.filter(({ number }) => number < (before ?? Number.POSITIVE_INFINITY)).reverse();
    const page = older.slice(0, limit);
    return { flights: page.map(viewOfEnded), next: older.length > limit ? (page.at(-1)?.number ?? null) : null };
  };
  const made = new SafetyReading({
    tracking: { operator: { pageFlights } },
    records: { readNote: (name) => notes[name] ?? null },
    clock,
    onError: (error) => errors.push(error),
  });
  return { reading: made, clock, errors, journal };
}

function flown(count: number): Flight[] {
  return Array.from({ length: count }, (_, index) =>
    judgedFlight(index + 1, { judgement: { marks: index % 10 === 0 ? [ruledMark()] : [] } }),
  );
}

test('all flights are counted page by page, once for ten minutes, also for those who ask at the same time', async () => {
  const { reading: safety, clock, journal } = reading(flown(100));
  const [first, same] = await Promise.all([safety.read(), safety.read()]);
  assert.equal(first, same);
  assert.deepEqual([first.isWhole, first.since], [true, Date.UTC(2024, 6, 1)]);
  assert.deepEqual(tallyOf(first.figures.all, 'hard-landing'), { found: 10, judged: 100 });
  const { pages } = journal;
  assert.ok(pages >= 5);
  clock.set(noon + 599_000);
  assert.equal(await safety.read(), first);
  assert.equal(journal.pages, pages);
  journal.flights.push(judgedFlight(101));
  clock.set(noon + 600_000);
  const later = await safety.read();
  assert.deepEqual([later.figures.judged, later.readAt], [101, noon + 600_000]);
});

test('nobody waits for very many flights: the newest are there first, and former figures until all are read', async () => {
  const { reading: safety, clock } = reading(flown(3_000));
  const first = await safety.read();
  assert.equal(first.isWhole, false);
  assert.ok(first.figures.judged >= 2_000 && first.figures.judged < 3_000);
  await until(() => first.isWhole);
  assert.equal(first.figures.judged, 3_000);
  clock.set(noon + 600_000);
  assert.equal(await safety.read(), first);
});

test('a failure reaches those who wait, and the next one reads again', async () => {
  const { reading: safety, errors, journal } = reading(flown(10));
  journal.fails = true;
  await assert.rejects(safety.read(), /the disk is gone/);
  assert.equal(errors.length, 1);
  journal.fails = false;
  assert.equal((await safety.read()).figures.judged, 10);
});

test('nothing is read any more once it is closed', async () => {
  const { reading: safety, journal } = reading(flown(3_000));
  safety.close();
  await safety.read();
  assert.equal(journal.pages, 1);
});
