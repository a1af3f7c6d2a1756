import type { Position } from '../../src/tracking/model.ts';
import { completePosition } from '../../src/tracking/position/position.ts';

const startedAt = Date.now() - 24 * 3_600_000;

/** The `seq`th position of a flight at cruise, one each five seconds. */
export function samplePosition(seq: number): Position {
  const recordedAt = startedAt + seq * 5_000;
  return completePosition({
    seq,
    recordedAt,
    isDated: true,
    receivedAt: recordedAt + 300,
    lat: 47.4 + seq / 10_000,
    lon: 8.5 - seq / 7_000,
    headingDeg: 280,
    altitudeMslFt: 36_000 + (seq % 7) * 4,
    altitudeAglFt: 34_500 + (seq % 11) * 9,
    groundSpeedKt: 452 + (seq % 5),
    indicatedAirspeedKt: 268,
    verticalSpeedFpm: (seq % 9) * 16 - 64,
    fuelLb: 98_000 - seq * 7,
    fuelFlowLbPerHour: 5_120,
    phase: 'cruise',
    distanceNm: seq * 0.63,
    transponder: '2200',
    autopilot: 'AP1',
    onGround: false,
    simTime: new Date(recordedAt).toISOString().slice(11, 19),
  });
}
