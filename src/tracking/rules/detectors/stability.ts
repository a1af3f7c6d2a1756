import type { Position } from '../../model.ts';
import type { Limits } from './detector.ts';
import type { FinalReport } from './final-reports.ts';

/** What is looked at of a final approach at one gate. */
export interface Window {
  /** Feet above the airport. */
  readonly gate: '1000' | '500';
  /** Those that are judged: the first report below the upper gate, or all from the lower gate to the flare. */
  readonly reports: readonly FinalReport[];
  /** All from the lower gate to the flare. */
  readonly lower: readonly FinalReport[];
  /** The last report in the air. */
  readonly landed: FinalReport | undefined;
}

/** What was beyond its limit, from its first report to its last one. */
export interface Exceeded {
  readonly from: Position;
  readonly to: Position;
  /** The greatest one. */
  readonly value: number;
  readonly limit: number;
}

export type StabilityLimit = 'sinkFpm' | 'spreadKt' | 'pathDeg' | 'slopeDeg' | 'headingDeg' | 'bankDeg';

/** One element of a stabilized approach. */
export interface Element {
  readonly name: string;
  /** Null where it is not a quantity. */
  readonly unit: string | null;
  /** Why it cannot be judged when no report has what it needs. */
  readonly needs: string;
  /** Returns null when it is within its limit, and `absent` when no report shows it. */
  judge(window: Window, limits: Limits<StabilityLimit>): Exceeded | 'absent' | null;
}

export const elements: readonly Element[] = [
  {
    name: 'sink-rate',
    unit: 'fpm',
    needs: 'no-vertical-speed',
    judge: ({ reports }, { sinkFpm }) => worst(reports, ({ position }) => negated(position.verticalSpeedFpm), sinkFpm),
  },
  { name: 'speed-spread', unit: 'kt', needs: 'no-airspeed', judge: judgeSpread },
  {
    name: 'glide-path',
    unit: 'deg',
    needs: 'no-runway',
    judge: ({ reports }, { pathDeg, slopeDeg }) =>
      worst(reports, (report) => (report.pathDeg === null ? null : Math.abs(report.pathDeg - slopeDeg)), pathDeg),
  },
  {
    name: 'heading',
    unit: 'deg',
    needs: 'no-heading',
    judge: ({ reports }, { headingDeg }) => worst(reports, ({ offRunwayDeg }) => offRunwayDeg, headingDeg),
  },
  {
    name: 'bank',
    unit: 'deg',
    needs: 'no-bank',
    judge: ({ reports }, { bankDeg }) => worst(reports, ({ position }) => size(position.bankDeg), bankDeg),
  },
  {
    name: 'gear',
    unit: null,
    needs: 'no-gear',
    judge: ({ reports }) =>
      worst(reports, ({ position: { isGearUp } }) => (isGearUp === null ? null : Number(isGearUp)), 0),
  },
  { name: 'flaps', unit: null, needs: 'no-flaps', judge: judgeFlaps },
];

function negated(value: number | null): number | null {
  return value === null ? null : -value;
}

function size(value: number | null): number | null {
  return value === null ? null : Math.abs(value);
}

/** At the upper gate: how far from the median of the lower one. From the lower one on: between the greatest and the smallest. */
function judgeSpread(
  { gate, reports, lower }: Window,
  { spreadKt }: Limits<StabilityLimit>,
): Exceeded | 'absent' | null {
  const speeds = lower.flatMap(({ position }) => position.indicatedAirspeedKt ?? []).sort((one, other) => one - other);
  const [min, median] = [speeds[0], speeds[Math.floor(speeds.length / 2)]];
  if (min === undefined || median === undefined) return 'absent';
  const reference = gate === '1000' ? median : min;
  return worst(
    reports,
    ({ position: { indicatedAirspeedKt } }) =>
      size(indicatedAirspeedKt === null ? null : indicatedAirspeedKt - reference),
    spreadKt,
  );
}

/** At the upper gate: other than at the landing. From the lower one on: other than in the report before. */
function judgeFlaps({ gate, reports, landed }: Window): Exceeded | 'absent' | null {
  const flapsAt = (report: FinalReport | undefined) => report?.position.flaps ?? null;
  return worst(
    reports,
    (report, index) => {
      const [flaps, other] = [flapsAt(report), flapsAt(gate === '1000' ? landed : (reports[index - 1] ?? report))];
      return flaps === null || other === null ? null : Math.abs(flaps - other);
    },
    0,
  );
}

/** Returns what is above the limit; `absent` when nothing was measured. */
function worst(
  reports: readonly FinalReport[],
  measure: (report: FinalReport, index: number) => number | null,
  limit: number,
): Exceeded | 'absent' | null {
  let isMeasured = false;
  let found: Exceeded | null = null;
  reports.forEach((report, index) => {
    const value = measure(report, index);
    if (value === null) return;
    isMeasured = true;
    if (value <= limit) return;
    const { position } = report;
    found = { from: found?.from ?? position, to: position, value: Math.max(found?.value ?? value, value), limit };
  });
  return isMeasured ? found : 'absent';
}
