import type { Position, Report } from '../tracking/model.ts';
import { completePosition } from '../tracking/position/position.ts';
import type { SealedSummary } from './journal.ts';

type Ranges = readonly (readonly [number, number])[];

/** Returns the summary after these reports (by number) were sealed in addition to `before`. */
export function addToSummary(
  before: SealedSummary | null,
  reports: readonly Report[],
  progress: unknown,
  lost: readonly number[] = [],
): SealedSummary {
  const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
  const events = reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
  const latest = newest(before?.lastPosition ?? null, positions);
  const current = progress ?? before?.progress ?? null;
  const allLost = [...(before?.lost ?? []), ...lost];
  return {
    lastNumber: Math.max(reports.at(-1)?.number ?? 0, lost.at(-1) ?? 0, before?.lastNumber ?? 0),
    positionCount: (before?.positionCount ?? 0) + positions.length,
    eventCount: (before?.eventCount ?? 0) + events.length,
    positionSeqs: addToRanges(before?.positionSeqs ?? [], positions),
    eventSeqs: addToRanges(before?.eventSeqs ?? [], events),
    lastRecordedAt: Math.max(before?.lastRecordedAt ?? 0, latest?.recordedAt ?? 0),
    lastPosition: believed(current, before?.lastPosition ?? null, positions) ?? latest,
    progress: current,
    ...(allLost.length > 0 && { lost: allLost }),
  };
}

/** Returns the newest position by the core's rule; after a clock was set back it is not the one with the latest time. */
function believed(progress: unknown, before: Position | null, positions: readonly Position[]): Position | null {
  if (typeof progress !== 'object' || progress === null || !('last' in progress)) return null;
  const { last } = progress as { readonly last: { readonly recordedAt: number; readonly receivedAt?: number } | null };
  if (last === null) return null;
  const isLast = (position: Position | null) =>
    position !== null && position.receivedAt === last.receivedAt && position.recordedAt === last.recordedAt;
  return positions.findLast(isLast) ?? (isLast(before) ? before : null);
}

function newest(before: Position | null, positions: readonly Position[]): Position | null {
  let last = before;
  for (const position of positions) if (last === null || position.recordedAt >= last.recordedAt) last = position;
  return last;
}

function addToRanges(ranges: Ranges, reports: readonly { readonly seq: number | null }[]): Ranges {
  const added = reports.flatMap(({ seq }): Ranges => (seq === null ? [] : [[seq, seq]]));
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges, ...added].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Reads a summary stored by this or an older version. */
export function summaryOf(text: string): SealedSummary {
  const summary: unknown = JSON.parse(text);
  if (typeof summary !== 'object' || summary === null || !('lastNumber' in summary))
    throw new Error('corrupt summary in the journal');
  const { lastPosition, ...rest } = summary as SealedSummary;
  return { ...rest, lastPosition: lastPosition === null ? null : completePosition(lastPosition) };
}
