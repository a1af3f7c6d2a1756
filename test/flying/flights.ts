import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Faults } from '../../src/cli/flying/faults.ts';
import { type FlightOrder, type Flown, flyRecording } from '../../src/cli/flying/flight-run.ts';
import type { Progress } from '../../src/cli/flying/leg.ts';
import { parseRecording, type Recording } from '../../src/cli/flying/recording.ts';
import type { Receipt } from '../../src/client/wire-types.ts';
import type { Position } from '../../src/tracking/model.ts';
import { type Ends, makeTrack } from './made-track.ts';
import { pilot, type Served } from './served.ts';

export const zurichFrankfurt: Ends = {
  departure: 'LSZH',
  arrival: 'EDDF',
  from: [47.458, 8.548],
  to: [50.033, 8.57],
};

export const made = makeTrack(zurichFrankfurt, true);
export const madeRecording = parseRecording(made.text, 'made');

/** Flies as `tracker fly --speed max` does. */
export async function flyFast(
  served: Pick<Served, 'url' | 'directory'>,
  recording: Recording,
  more: {
    readonly faults?: Faults;
    readonly bidId?: string;
    readonly batchSize?: number;
    onProgress?(progress: Progress): void;
  } = {},
): Promise<Flown> {
  const order: FlightOrder = {
    baseUrl: served.url,
    credentials: pilot,
    clientToken: null,
    bidId: more.bidId ?? null,
    registration: null,
    recording,
    speed: Number.POSITIVE_INFINITY,
    batchSize: more.batchSize ?? 100,
    stateFile: join(served.directory, 'fly.jsonl'),
    // A server that was killed needs its time to start again on a machine that does other work.
    patienceMs: 600_000,
    faults: more.faults ?? null,
    stop: null,
    remark: () => undefined,
    onProgress: more.onProgress ?? (() => undefined),
    onNotice: () => undefined,
  };
  return await flyRecording(order);
}

/** The stored track is the recording, point for point in time since the first, each once and in order. */
export function assertTrackIs(positions: readonly Position[], recording: Recording): void {
  const inOrder = [...positions].sort((one, other) => one.recordedAt - other.recordedAt);
  const firstAt = inOrder[0]?.recordedAt ?? 0;
  const points = inOrder.map(({ recordedAt, seq, lat, lon, altitudeMslFt, groundSpeedKt, verticalSpeedFpm }) => {
    return { t: recordedAt - firstAt, seq, lat, lon, altitudeMslFt, groundSpeedKt, verticalSpeedFpm };
  });
  const expected = recording.samples.map(({ t, lat, lon, altitudeMslFt, groundSpeedKt, verticalSpeedFpm }, index) => {
    return { t, seq: index + 1, lat, lon, altitudeMslFt, groundSpeedKt, verticalSpeedFpm };
  });
  assert.equal(points.length, expected.length);
  for (const [index, point] of points.entries()) assert.deepEqual(point, expected[index]);
}

/** Seconds between two instants of a receipt. */
function seconds(from: string | null, to: string | null): number {
  assert.ok(from !== null && to !== null);
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

/** The receipt has the figures that the made track was made with. */
export function assertFigures(receipt: Receipt): void {
  assert.equal(seconds(receipt.block_off_at, receipt.takeoff_at), made.takeoffS - made.blockOffS);
  assert.equal(seconds(receipt.block_off_at, receipt.landing_at), made.landingS - made.blockOffS);
  assert.equal(seconds(receipt.block_off_at, receipt.block_on_at), made.blockOnS - made.blockOffS);
  assert.equal(receipt.flight_time, Math.round((made.blockOnS - made.blockOffS) / 60));
  assert.ok(Math.abs((receipt.distance ?? 0) - made.distanceNm) < 0.1, `${receipt.distance} nm`);
  assert.equal(receipt.landing_rate, made.landingRateFpm);
  assert.equal(receipt.fuel_used, null);
  assert.equal(receipt.positions, made.positions);
  assert.equal(receipt.diversion, null);
}

/** Every position that was sent is accounted for. */
export function assertSumsUp({ sent, stored, repeated, refused }: Flown['positions']): void {
  assert.equal(sent, stored + repeated + refused);
}
