import type { Flight, Position, Report } from '../../../src/tracking/model.ts';
import type { Scene } from '../scene.ts';
import { sortieOf } from '../sortie.ts';
import type { PlainReport, SaidFigures } from './plain-figures.ts';
import { isRegular } from './readings.ts';
import { sentAs } from './sent-positions.ts';

/** A client's clock may be ahead by so much, and a server's set back. */
const aheadMs = 5 * 60_000;
const setBackMs = 60_000;

/** Positions of a flight in the order in which they were stored. */
export function positionsOf(world: Scene, { number }: Flight): readonly (Position & { readonly number: number })[] {
  const { sealed, raw } = world.models.disk.tables.reports.get(number) ?? { sealed: [], raw: [] };
  const all: readonly Report[] = [...sealed, ...raw];
  return all
    .flatMap((each) => (each.kind === 'position' ? [{ ...each.position, number: each.number }] : []))
    .sort((a, b) => a.number - b.number);
}

/**
 * Why the figures of this flight are not computed, in the words under which that is counted; null when they are. Each looks at
 * this flight's own reports only.
 */
export function excuseFor(
  { startedAt }: Flight,
  positions: readonly (Position & { readonly number: number })[],
): string | null {
  if (new Set(positions.map(sortieOf)).size > 1) return 'of two sorties';
  if (positions.some(({ recordedAt, receivedAt }) => recordedAt > receivedAt + aheadMs)) return 'a clock ahead';
  if (positions.some(({ receivedAt }, index) => receivedAt < (positions[index - 1]?.receivedAt ?? 0) - setBackMs))
    return "the server's clock set back";
  const isKept = positions.some(({ recordedAt }) => recordedAt < startedAt - 2 * aheadMs);
  if (isKept && positions.some(({ recordedAt, receivedAt }) => receivedAt - recordedAt <= aheadMs))
    return 'a clock set right';
  const inTime = [...positions].sort((a, b) => a.recordedAt - b.recordedAt);
  if (
    positions.some(({ isDated }) => isDated) &&
    inTime.some(({ lon }, index) => lon < (inTime[index - 1]?.lon ?? lon))
  )
    return 'a clock moved';
  if (positions.some(({ recordedAt }) => recordedAt < startedAt - 24 * 3_600_000)) return 'a clock a day slow';
  return null;
}

/** As its client sent it; null for one without every instrument. */
export function plainReport(world: Scene, stored: Position & { readonly number: number }): PlainReport | null {
  const sent = sentAs(world, stored).find(({ seq }) => seq === stored.seq);
  const isPlain = sent?.recorded_at !== undefined && sent.seq !== undefined && isRegular(sortieOf(stored));
  if (sent === undefined || !isPlain) return null;
  return {
    at: stored.recordedAt,
    seq: stored.seq ?? 0,
    number: stored.number,
    lat: sent.lat,
    lon: sent.lon,
    speedKt: Number(sent.gs),
    verticalFpm: tenth(sent.vs),
    fuelLb: tenth(sent.fuel),
    isOnGround: sent.on_ground === true,
    isPaused: sent.paused === true,
    hasArrived: sent.phase === 'arrived',
  };
}

export const nothingSaid: SaidFigures = {
  distanceNm: null,
  flightTimeMin: null,
  fuelUsedLb: null,
  blockFuelLb: null,
  landingRateFpm: null,
  blockOffAt: null,
  takeoffAt: null,
  landingAt: null,
  blockOnAt: null,
};

const tenth = (figure: unknown): number => Math.round(Number(figure) * 10) / 10;
