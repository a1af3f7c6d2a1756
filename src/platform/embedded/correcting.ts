import type { SQLInputValue } from 'node:sqlite';
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { table } from '../../lib/table.ts';
import {
  type CorrectableFigure,
  type CorrectedFigures,
  type Correction,
  correctable,
  correctableFigures,
  type MadeCorrection,
} from '../../tracking/model.ts';
import type { HostPirep } from '../port.ts';
import { fromSqlTime, toSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { requirePirep, toHostPirep } from './pirep-rows.ts';
import { PirepService } from './pirep-service.ts';

/** Columns of `pireps`. */
const columns = {
  flightTimeMin: 'flight_time',
  distanceNm: 'distance',
  fuelUsedLb: 'fuel_used',
  blockFuelLb: 'block_fuel',
  landingRateFpm: 'landing_rate',
  blockOffAt: 'block_off_time',
  blockOnAt: 'block_on_time',
} as const satisfies Readonly<Record<CorrectableFigure, string>>;

const isCorrectable = table<unknown>(correctable);

/**
 * Replaces figures of a filed PIREP, with the hours that follow, in one transaction. What each was is kept with author and reason; one that
 * is so already is left as it is.
 * @throws Refusal `not-found`; `crew-center-refused` when it is not filed
 */
export function correctPirep(crewCenter: CrewCenter, pirepId: string, correction: Correction): Promise<HostPirep> {
  return crewCenter.write((emit) => {
    const row = requirePirep(crewCenter, pirepId);
    const before = figuresOf(row);
    const changed = correctableFigures.filter((figure) => isNew(figure, before, correction.figures));
    const to = (figure: CorrectableFigure) => toColumn(figure, correction.figures[figure] ?? null);
    new PirepService(crewCenter, emit).correct(
      pirepId,
      Object.fromEntries(changed.map((figure) => [columns[figure], to(figure)])),
    );
    for (const figure of changed)
      crewCenter.run(
        `INSERT INTO tracker_pirep_corrections (pirep_id, figure, before_value, after_value, author, reason, at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[pirepId, figure, before[figure] ?? null, correction.figures[figure] ?? null],
        ...[correction.by, correction.reason, correction.at],
      );
    return toHostPirep(row);
  });
}

/** Returns the figures of a PIREP as they are. @throws Refusal `not-found` */
export function readFiguresOf(crewCenter: CrewCenter, pirepId: string): CorrectedFigures {
  return figuresOf(crewCenter.read(() => requirePirep(crewCenter, pirepId)));
}

/** Returns what was corrected of a PIREP, oldest first. */
export function listCorrections(crewCenter: CrewCenter, pirepId: string): readonly MadeCorrection[] {
  const sql = 'SELECT * FROM tracker_pirep_corrections WHERE pirep_id = ? ORDER BY id';
  const rows = crewCenter.read(() => crewCenter.all(sql, pirepId));
  return rows.flatMap((row) => {
    const figure = textOf(row, 'figure');
    // A newer version may know further ones.
    if (isCorrectable[figure] === undefined) return [];
    return {
      at: numberOf(row, 'at'),
      by: textOf(row, 'author'),
      reason: textOf(row, 'reason'),
      before: { [figure]: numberOrNull(row, 'before_value') },
      figures: { [figure]: numberOrNull(row, 'after_value') },
    };
  });
}

function figuresOf(row: Row): CorrectedFigures {
  return Object.fromEntries(
    correctableFigures.map((figure) => {
      const column = columns[figure];
      const isInstant = correctable[figure].unit === 'instant';
      return [figure, isInstant ? fromSqlTime(textOrNull(row, column)) : numberOrNull(row, column)];
    }),
  );
}

function isNew(figure: CorrectableFigure, before: CorrectedFigures, after: CorrectedFigures): boolean {
  return after[figure] !== undefined && after[figure] !== before[figure];
}

function toColumn(figure: CorrectableFigure, value: number | null): SQLInputValue {
  return value !== null && correctable[figure].unit === 'instant' ? toSqlTime(value) : value;
}
