import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Platform } from '../../platform/port.ts';
import type { Flight } from '../../tracking/model.ts';
import type { OperatorCalls } from '../../tracking/operator-calls.ts';
import type { RuleSet } from '../../tracking/rules/rule.ts';
import {
  addFlights,
  type CountedFlight,
  isWorthListing,
  type TriedFlight,
  triedFlight,
} from '../../tracking/rules/trial.ts';
import type { Trial } from '../../tracking/rules/trial-calls.ts';
import { type Classify, flightClasses } from './flight-classes.ts';
import type { PastFlight } from './judge-thread.ts';
import { PastJudge } from './past-judge.ts';
import type { TrialRecords } from './trial-record.ts';

export interface TrialNeeds {
  readonly records: TrialRecords;
  readonly journal: Pick<Journal, 'readChunks'>;
  readonly operator: Pick<OperatorCalls, 'pageFlights'>;
  readonly clock: Clock;
  /** Folder of waypoints and airways, for filed routes; null without. */
  readonly navigationData: string | null;
  /** The crew center, which says of pilots and aircraft what it knows now; rules may ask for it. */
  readonly platform: Pick<Platform, 'readFlightClass'>;
  /** Whether it is still this server that tries sets: one that was paused learns late that another one continues. */
  mayRun(): boolean;
}

/** Flights judged in one go, about half a second of the thread. */
const batchSize = 50;
/** A trial stores how far it is after this many batches. */
const batchesOfStep = 4;
/** Maximum number of flights that are listed one by one; the others are only counted. */
const maxListed = 5_000;

/**
 * Tries a set on the filed flights that are kept, newest first, from where the trial is. What was tried is stored every few hundred
 * flights, so that a trial continues after a crash with nothing counted twice.
 */
export async function runTrial(needs: TrialNeeds, begun: Trial, set: RuleSet, signal: AbortSignal): Promise<Trial> {
  await using judge = new PastJudge({ set, navigationData: needs.navigationData });
  const classify = flightClasses(set, needs.platform);
  let stored = begun;
  let trial = begun;
  let flights: TriedFlight[] = [];
  const save = async (changes: Partial<Trial> = {}) => {
    stored = await needs.records.save({ trial: { ...trial, ...changes }, flights });
    trial = stored;
    flights = [];
  };
  for (let batches = 1; !signal.aborted; batches++) {
    const page = await needs.operator.pageFlights({ states: ['filed'], limit: batchSize, ...rangeOf(trial) });
    const past = await Promise.all(page.flights.map(({ flight }) => readPast(needs, classify, flight)));
    const judgements = past.length === 0 ? [] : await judge.judge(past);
    // What was asked meanwhile counts before what was tried.
    if (signal.aborted || !needs.mayRun()) break;
    const counted: CountedFlight[] = [];
    let { listed, unlisted } = trial;
    for (const [index, { flight }] of past.entries()) {
      const judgement = judgements[index] ?? null;
      const tried = judgement === null ? null : triedFlight(flight, judgement);
      if (judgement === null || tried === null) continue;
      counted.push({ pilotId: flight.pilot.id, tried, notJudged: judgement.notJudged.map(({ rule }) => rule) });
      if (!isWorthListing(tried)) continue;
      if (listed < maxListed) flights.push(tried);
      if (listed < maxListed) listed += 1;
      else unlisted += 1;
    }
    trial = { ...trial, totals: addFlights(trial.totals, counted), listed, unlisted, before: page.next };
    if (page.next === null) {
      await save({ state: 'done', endedAt: needs.clock.now() });
      return stored;
    }
    if (batches % batchesOfStep === 0) await save();
  }
  return stored;
}

function rangeOf({ before, since }: Trial) {
  return { ...(before === null ? {} : { before }), ...(since === null ? {} : { endedSince: since }) };
}

async function readPast({ journal }: TrialNeeds, classify: Classify, flight: Flight): Promise<PastFlight> {
  const [chunks, facts] = await Promise.all([journal.readChunks(flight.number), classify(flight)]);
  return { flight, chunks, facts };
}
