import { nothingReported } from '../src/tracking/figures/pirep.ts';
import type { FlightEvent, Position } from '../src/tracking/model.ts';
import { completePosition } from '../src/tracking/position/position.ts';

/** A position as a contract decodes it; what a test does not care about is unknown. */
export function position(recordedAt: number, change: Partial<Position> = {}): Position {
  return completePosition({
    recordedAt,
    isDated: true,
    receivedAt: recordedAt,
    lat: 47.45,
    lon: 8.55,
    headingDeg: 90,
    altitudeMslFt: 1400,
    groundSpeedKt: 0,
    verticalSpeedFpm: 0,
    ...change,
  });
}

export function flightEvent(recordedAt: number, kind: string, change: Partial<FlightEvent> = {}): FlightEvent {
  return {
    seq: null,
    kind,
    recordedAt,
    isDated: true,
    receivedAt: recordedAt,
    message: null,
    lat: null,
    lon: null,
    data: null,
    ...change,
  };
}

export const noFigures = nothingReported;

interface Leg {
  readonly from: { readonly lat: number; readonly lon: number };
  readonly to: { readonly lat: number; readonly lon: number };
  readonly startAt: number;
  /** Points, one every ten seconds. */
  readonly count: number;
}

/** A flight from stand to stand along a straight line: stands, taxies, flies, lands, taxies, stands. */
export function flownTrack({ from, to, startAt, count }: Leg): Position[] {
  return Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    const isGround = share < 0.1 || share > 0.9;
    const isStanding = share < 0.04 || share > 0.96;
    const flown = Math.min(1, Math.max(0, (share - 0.1) / 0.8));
    const height = isGround ? 0 : Math.sin(flown * Math.PI) * 30_000 + 200;
    return position(startAt + index * 10_000, {
      seq: index + 1,
      lat: from.lat + (to.lat - from.lat) * flown,
      lon: from.lon + (to.lon - from.lon) * flown,
      altitudeMslFt: 1400 + height,
      groundSpeedKt: isStanding ? 0 : isGround ? 15 : 300,
      verticalSpeedFpm: isGround ? 0 : flown < 0.5 ? 1500 : -900,
      onGround: isGround,
    });
  });
}
