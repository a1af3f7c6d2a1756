import { parentPort, workerData } from 'node:worker_threads';
import { unpackChunk } from '../../journal/chunk.ts';
import type { Flight, Judgement, Report } from '../../tracking/model.ts';
import type { FlightFacts } from '../../tracking/rules/conditions.ts';
import { detectors } from '../../tracking/rules/detectors/detectors.ts';
import { Judging } from '../../tracking/rules/judging.ts';
import type { RuleSet } from '../../tracking/rules/rule.ts';
import { surroundingsOf } from './surroundings.ts';

/** A filed flight as it is kept. */
export interface PastFlight {
  readonly flight: Flight;
  /** Its sealed reports, as `Journal.readChunks` returns them. */
  readonly chunks: readonly string[];
  readonly facts: Pick<FlightFacts, 'rank' | 'subfleets'>;
}

/** What the thread is given. */
export interface JudgeOrder {
  readonly set: RuleSet;
  readonly navigationData: string | null;
}

const { set, navigationData } = workerData as JudgeOrder;
/** What fails is the detector's: the flight counts as not judged by it. */
const judging = new Judging({
  book: { inForce: () => null, find: () => null, hasList: false, isListed: () => false },
  detectors,
  surroundings: surroundingsOf({ navigationData, onError: () => undefined }),
  onBug: () => undefined,
});
parentPort?.on('message', async (flights: readonly PastFlight[]) =>
  parentPort?.postMessage(await Promise.all(flights.map(judgePast))),
);

/** Judges a past flight as if it were filed now under the set; null for one that was not filed. */
async function judgePast({ flight, chunks, facts }: PastFlight): Promise<Judgement | null> {
  const { receipt } = flight;
  if (receipt === null) return null;
  const reports = chunks.flatMap((chunk): readonly Report[] => unpackChunk(Buffer.from(chunk, 'base64')));
  const { pirep } = receipt;
  const clientScore = pirep.judgement === undefined ? pirep.score : pirep.judgement.clientScore;
  return judging.judge(set, { flight, reports, pirep }, { ...facts, clientScore });
}
