import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import { defaultRecording, readRecording } from '../../cli/flying/recording.ts';
import { runwaysNear } from '../../lib/runways/runways.ts';
import { makePirep, nothingReported } from '../../tracking/figures/pirep.ts';
import type { Report } from '../../tracking/model.ts';
import { runwayLandingOf } from '../../tracking/rules/detectors/runway-landing.ts';
import { plainVisitor } from '../visitor/visitor.ts';
import { landingLines } from './landing-lines.ts';
import type { FlightRecord } from './record.ts';

/** The record of the real flight from Zürich to Cancún, with reports 9 s apart at its touchdown. */
async function recorded(): Promise<FlightRecord> {
  const { samples } = await readRecording(defaultRecording);
  const startAt = Date.UTC(2024, 3, 6, 10, 43, 7);
  const positions = samples.map((sample) => position(startAt + sample.t, sample));
  const reports: readonly Report[] = positions.map((each, index) => {
    return { number: index + 1, kind: 'position', position: each };
  });
  const flight = sampleFlight(1, { startedAt: startAt });
  const circumstances = { startedAt: startAt, finishedAt: startAt + 40_000_000, remarks: [] };
  const pirep = makePirep(flight.plan, reports, nothingReported, null, circumstances);
  return { view: { flight }, positions, events: [], phases: [], pirep, isFiled: true } as unknown as FlightRecord;
}

test('every estimate of a landing says why it is one', async () => {
  const record = await recorded();
  const onRunway = runwayLandingOf(record, runwaysNear);
  const lines = landingLines(record, onRunway, 'public', plainVisitor(), record.positions[0]?.recordedAt ?? 0);
  const texts = lines.map(({ name, text, basis, reason }) => [name, text, basis ?? '', reason ?? ''].join(' | '));
  assert.deepEqual(texts, [
    'Touchdown | 21:40:55Z | computed | ',
    'Runway | 12L, MMUN |  | ',
    'From the threshold | 562 ft | estimate | reports 9 s apart',
    'Off the centre line | 36 ft left | estimate | reports 9 s apart',
    'Heading against the runway | 1° left | estimate | reports 9 s apart',
    'Speed over the threshold | 132 kt | estimate | reports 9 s apart',
    'Bounces | none | estimate | reports 9 s apart',
    'Rate | −448 ft/min | estimate | of the report next to the touchdown',
    'Ground speed | 132 kt | estimate | reports 9 s apart',
    'Heading | 123° | estimate | reports 9 s apart',
    'Rollout to 30 kt | 5,360 ft | estimate | summed from report to report',
    'Report interval at touchdown | 9 s |  | ',
  ]);
});
