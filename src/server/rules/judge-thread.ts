import { parentPort, workerData } from 'node:worker_threads';
import { unpackChunk } from '../../journal/chunk.ts';
import { runwaysNear } from '../../lib/runways/runways.ts';
import { detectors } from '../../tracking/detectors/detectors.ts';
import { inOrderOfTime } from '../../tracking/figures/timeline.ts';
import type { Flight, Judgement, Report } from '../../tracking/model.ts';
import type { FlightFacts } from '../../tracking/rules/conditions.ts';
import { judge } from '../../tracking/rules/judgement.ts';
import type { RuleSet } from '../../tracking/rules/rule.ts';

/** A filed flight as it is kept. */
export interface PastFlight {
  readonly flight: Flight;
  /** Its sealed reports, as `Journal.readChunks` returns them. */
  readonly chunks: readonly string[];
  readonly facts: Pick<FlightFacts, 'rank' | 'subfleets'>;
}

const set = workerData as RuleSet;
parentPort?.on('message', (flights: readonly PastFlight[]) => parentPort?.postMessage(flights.map(judgePast)));

/** Judges a past flight as if it were filed now under the set; null for one that was not filed. */
function judgePast({ flight, chunks, facts }: PastFlight): Judgement | null {
  const { receipt, plan, aircraft, network, startedAt } = flight;
  if (receipt === null) return null;
  const reports = chunks.flatMap((chunk): readonly Report[] => unpackChunk(Buffer.from(chunk, 'base64')));
  const inOrder = inOrderOfTime(reports, startedAt);
  const { pirep } = receipt;
  const flown = {
    positions: inOrder.flatMap((report) => (report.kind === 'position' ? [report.position] : [])),
    events: inOrder.flatMap((report) => (report.kind === 'event' ? [report.event] : [])),
    plan,
    aircraft,
    pirep,
    network,
    samples: null,
    runwaysNear,
  };
  const clientScore = pirep.judgement === undefined ? pirep.score : pirep.judgement.clientScore;
  return judge(set, flown, { ...facts, clientScore }, detectors);
}
