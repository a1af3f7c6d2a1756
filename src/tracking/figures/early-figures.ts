import type { EarlyFigures, ReportedFigures } from '../model.ts';

/** Maximum number of custom fields of a flight, as many as a request may have: what is said again and again must end. */
const maxFields = 200;

/** Returns what was said so far with what is said now: newer figures replace older ones, fields are kept by name. */
export function addFigures(before: EarlyFigures | null, now: EarlyFigures): EarlyFigures {
  if (before === null) return now;
  const { fields: older, log: earlier, ...figures } = before;
  const fields =
    older === undefined && now.fields === undefined ? {} : { fields: firstOf({ ...older, ...now.fields }) };
  const log = earlier === undefined && now.log === undefined ? {} : { log: [...(earlier ?? []), ...(now.log ?? [])] };
  return { ...figures, ...now, ...fields, ...log };
}

/** Those that were said first: the value of a known one is the newest. */
function firstOf(fields: NonNullable<EarlyFigures['fields']>): NonNullable<EarlyFigures['fields']> {
  const entries = Object.entries(fields);
  return entries.length <= maxFields ? fields : Object.fromEntries(entries.slice(0, maxFields));
}

/** Returns the figures of `finish`, completed by what was said before. */
export function completeFigures(said: EarlyFigures | null, figures: ReportedFigures): ReportedFigures {
  if (said === null) return figures;
  const { phase: _phase, isOwnBid: _isOwnBid, ...before } = said;
  const now = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null));
  return { ...figures, ...addFigures(before, now) };
}

/** Whether this adds nothing to what was said. */
export function isSaid(before: EarlyFigures | null, now: EarlyFigures): boolean {
  return JSON.stringify(before ?? {}) === JSON.stringify(addFigures(before ?? {}, now));
}
