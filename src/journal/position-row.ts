import type { Position } from '../tracking/model.ts';
import { at, columnCount, fromStored } from './columns.ts';
import { simTimeCode } from './sim-time.ts';

/** A position on its way to the writer: its number, its flight, then the columns as they are (not yet rounded). */
export const rowWidth = 2 + columnCount;

/**
 * Puts a position into `rows` at `offset`. `textToNumber` answers what stands for a text: its number where it is to be
 * interned and can be, else a number below 0.
 */
export function writeRow(
  rows: Float64Array,
  offset: number,
  number: number,
  flightNumber: number,
  position: Position,
  textToNumber: (text: string, isInterned: boolean) => number,
): void {
  const { phase, transponder, autopilot, simTime } = position;
  let o = offset;
  rows[o++] = number;
  rows[o++] = flightNumber;
  rows[o++] = position.seq ?? Number.NaN;
  rows[o++] = position.recordedAt;
  rows[o++] = position.receivedAt - position.recordedAt;
  rows[o++] = flagsOf(position);
  rows[o++] = position.lat;
  rows[o++] = position.lon;
  rows[o++] = position.headingDeg ?? Number.NaN;
  rows[o++] = position.altitudeMslFt ?? Number.NaN;
  rows[o++] = position.altitudeAglFt ?? Number.NaN;
  rows[o++] = position.groundSpeedKt ?? Number.NaN;
  rows[o++] = position.indicatedAirspeedKt ?? Number.NaN;
  rows[o++] = position.verticalSpeedFpm ?? Number.NaN;
  rows[o++] = position.fuelLb ?? Number.NaN;
  rows[o++] = position.fuelFlowLbPerHour ?? Number.NaN;
  rows[o++] = position.distanceNm ?? Number.NaN;
  rows[o++] = phase === null ? Number.NaN : textToNumber(phase, true);
  rows[o++] = transponder === null ? Number.NaN : textToNumber(transponder, true);
  rows[o++] = autopilot === null ? Number.NaN : textToNumber(autopilot, true);
  rows[o] = simTime === null ? Number.NaN : (simTimeCode(simTime) ?? textToNumber(simTime, false));
}

export function flagsOf(position: Position): number {
  const ground = position.onGround === null ? 0 : position.onGround ? 6 : 2;
  return (position.isDated ? 1 : 0) | ground;
}

/** The position that these stored whole numbers (NaN for null) and texts are. Both are indexed by column. */
export function positionOf(stored: ArrayLike<number>, texts: ArrayLike<string | null>): Position {
  const figure = (column: number): number | null => {
    const whole = stored[column];
    return whole === undefined || Number.isNaN(whole) ? null : fromStored(column, whole);
  };
  const recordedAt = stored[at.recordedAt] ?? 0;
  const flags = stored[at.flags] ?? 0;
  return {
    seq: figure(at.seq),
    recordedAt,
    isDated: (flags & 1) !== 0,
    receivedAt: recordedAt + (stored[at.delay] ?? 0),
    lat: figure(at.lat) ?? 0,
    lon: figure(at.lon) ?? 0,
    headingDeg: figure(at.headingDeg),
    altitudeMslFt: figure(at.altitudeMslFt),
    altitudeAglFt: figure(at.altitudeAglFt),
    groundSpeedKt: figure(at.groundSpeedKt),
    indicatedAirspeedKt: figure(at.indicatedAirspeedKt),
    verticalSpeedFpm: figure(at.verticalSpeedFpm),
    fuelLb: figure(at.fuelLb),
    fuelFlowLbPerHour: figure(at.fuelFlowLbPerHour),
    phase: texts[at.phase] ?? null,
    distanceNm: figure(at.distanceNm),
    transponder: texts[at.transponder] ?? null,
    autopilot: texts[at.autopilot] ?? null,
    onGround: (flags & 2) === 0 ? null : (flags & 4) !== 0,
    simTime: texts[at.simTime] ?? null,
  };
}
