import { distanceNm } from '../../lib/geo.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { Basis, Position } from '../../tracking/model.ts';
import type { FlightRecord } from './record.ts';

/** A figure of the landing and its basis; null when it is unknown. */
export interface Known {
  readonly value: number;
  readonly basis: Basis;
}

export interface Landing {
  readonly at: Known;
  readonly rateFpm: Known | null;
  readonly groundSpeedKt: Known | null;
  readonly headingDeg: Known | null;
  /** Distance from the reference point of this airport: where it landed, as far as it is known. */
  readonly airport: string;
  readonly fromAirportNm: Known | null;
  /** Distance from the touchdown until the aircraft was slow enough to leave the runway. */
  readonly rolloutNm: Known | null;
  readonly place: { readonly lat: number; readonly lon: number } | null;
  /** Seconds between the reports before and after the touchdown; what happened between them is unknown. */
  readonly gapS: number | null;
  /** Figures that the client sent with its landing event, by the client's own names. */
  readonly reported: Readonly<Record<string, number>>;
}

/** Slow enough to leave the runway. */
export const turnOffKt = 30;
/** Maximum distance in time from the touchdown at which a report still describes it. */
const nearS = 2;

/** Computes the figures of the landing; null before it, or when its time is unknown. */
export function landingOf(record: FlightRecord): Landing | null {
  const { pirep, positions, view, events } = record;
  if (pirep.landingAt === null) return null;
  const index = touchdownIndex(record);
  const touchdown = index === null ? null : (positions[index] ?? null);
  const gapS = index === null ? null : gapAround(positions, index);
  const basis: Basis = gapS !== null && gapS <= nearS ? 'computed' : 'estimated';
  const known = (value: number | null | undefined): Known | null => (value == null ? null : { value, basis });
  const { icao, lat, lon } = arrivalOf(view.flight);
  const airport = lat === null || lon === null ? null : { lat, lon };
  return {
    at: { value: pirep.landingAt, basis: pirep.basis.landingAt ?? 'computed' },
    rateFpm:
      pirep.landingRateFpm === null
        ? null
        : { value: pirep.landingRateFpm, basis: pirep.basis.landingRateFpm ?? 'estimated' },
    groundSpeedKt: known(touchdown?.groundSpeedKt),
    headingDeg: known(touchdown?.headingDeg),
    airport: icao,
    fromAirportNm: known(touchdown === null || airport === null ? null : distanceNm(touchdown, airport)),
    rolloutNm: index === null ? null : rollout(positions, index),
    place: touchdown === null ? null : { lat: touchdown.lat, lon: touchdown.lon },
    gapS,
    reported: numbersOf(events.findLast(({ kind }) => kind === 'landing')?.data),
  };
}

/** Returns the first position at or after the landing, else the last one before it; null without a landing. */
export function touchdownIndex({ pirep, positions }: FlightRecord): number | null {
  const at = pirep.landingAt;
  if (at === null || positions.length === 0) return null;
  const after = positions.findIndex(({ recordedAt }) => recordedAt >= at);
  return after < 0 ? positions.length - 1 : after;
}

function gapAround(positions: readonly Position[], index: number): number | null {
  const [before, after] = [positions[index - 1], positions[index]];
  return before === undefined || after === undefined ? null : (after.recordedAt - before.recordedAt) / 1_000;
}

function rollout(positions: readonly Position[], from: number): Known | null {
  let distance = 0;
  for (let index = from + 1; index < positions.length; index++) {
    const [before, here] = [positions[index - 1], positions[index]];
    if (before === undefined || here === undefined) return null;
    distance += distanceNm(before, here);
    if (here.groundSpeedKt !== null && here.groundSpeedKt < turnOffKt) return { value: distance, basis: 'estimated' };
  }
  return null;
}

function numbersOf(data: unknown): Readonly<Record<string, number>> {
  if (typeof data !== 'object' || data === null) return {};
  const entries = Object.entries(data).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && Number.isFinite(entry[1]) && entry[0] !== 'landing_rate',
  );
  return Object.fromEntries(entries.slice(0, 12));
}
