import type { OperatorCalls } from '../../tracking/operator-calls.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { Trial } from '../../tracking/rules/trial-calls.ts';
import type { TrialRecords } from './trial-record.ts';

export interface TrialApplyNeeds {
  readonly records: TrialRecords;
  readonly operator: Pick<OperatorCalls, 'judgeAgain'>;
  /** Whether it is still this server that does it. */
  mayRun(): boolean;
}

/** What was done is stored after this many flights. */
const flightsOfStep = 50;

/**
 * Judges the flights that a trial lists again by its set, oldest first. A flight that was judged by it already stays as it is, so
 * that a crash in the middle does no harm. One that is gone is skipped.
 */
export async function applyTrial(
  { records, operator, mayRun }: TrialApplyNeeds,
  begun: Trial,
  signal: AbortSignal,
): Promise<Trial> {
  let trial = begun;
  const flights = records.flights(begun).toReversed();
  const from = begun.applied ?? 0;
  for (const [index, { flightId }] of flights.entries()) {
    if (index < from) continue;
    if (signal.aborted || !mayRun()) return trial;
    try {
      await operator.judgeAgain(begun.appliedBy ?? begun.startedBy, flightId, begun.set);
    } catch (error) {
      if (!isRefusal(error, 'flight-not-found') && !isRefusal(error, 'invalid') && !isRefusal(error, 'not-found'))
        throw error;
    }
    trial = { ...trial, applied: index + 1 };
    if ((index + 1) % flightsOfStep === 0) trial = await records.save({ trial, flights: [] });
  }
  return records.save({ trial: { ...trial, state: 'done', applied: flights.length }, flights: [] });
}
