import type { Report } from '../model.ts';
import { aheadMs, instantOf } from './fold-clock.ts';

/** Maximum time between arrival and storing of a report, while the crew center opens its flight. */
const setBackMs = 60_000;

/**
 * Returns the reports in order of time: by `recordedAt` if plausible; for equal instants by the client's `seq`, else in
 * order of arrival.
 */
export function inOrderOfTime(reports: readonly Report[], startedAt: number | null = null): readonly Report[] {
  return [...reports].sort(orderOfTime(reports, startedAt));
}

/** Returns how these reports are compared. */
export function orderOfTime(
  reports: readonly Report[],
  startedAt: number | null,
): (one: Report, other: Report) => number {
  const instants = instantsOf(reports, startedAt);
  const at = (report: Report) => instants.get(report.number) ?? contentOf(report).recordedAt;
  return (a, b) => {
    const [left, right] = [contentOf(a), contentOf(b)];
    const seqOrder = a.kind === b.kind && left.seq !== null && right.seq !== null ? left.seq - right.seq : 0;
    return at(a) - at(b) || seqOrder || a.number - b.number;
  };
}

/** Whether a report that arrived after this one is after it in order of time too, wherever the rest is. */
export function follows(before: Report, next: Report, startedAt: number | null): boolean {
  const [left, right] = [contentOf(before), contentOf(next)];
  const isDatedSo = (each: typeof left) => instantOf(startedAt, each) === each.recordedAt;
  const isAsDated = isDatedSo(left) && isDatedSo(right) && left.receivedAt - right.receivedAt <= setBackMs;
  if (!isAsDated || right.recordedAt < left.recordedAt) return false;
  return right.recordedAt > left.recordedAt || left.seq === null || right.seq === null || right.seq >= left.seq;
}

/** Returns the position or event of a report. */
export const contentOf = (report: Report) => (report.kind === 'position' ? report.position : report.event);

/** The corrected instants of reports with an implausible `recordedAt`, by number. Usually empty. */
export function instantsOf(reports: readonly Report[], startedAt: number | null): ReadonlyMap<number, number> {
  const instants = new Map<number, number>();
  const arrived = isAscending(reports) ? reports : [...reports].sort((a, b) => a.number - b.number);
  let newest = Number.NEGATIVE_INFINITY;
  let before = Number.NEGATIVE_INFINITY;
  arrived.forEach((report, index) => {
    const content = contentOf(report);
    const at = instantOf(startedAt, content);
    if (at !== content.recordedAt) instants.set(report.number, at);
    const ms = before - content.receivedAt;
    if (ms > setBackMs) {
      setBack(instants, arrived.slice(0, index), ms, newest > content.receivedAt + aheadMs);
      newest -= ms;
    }
    newest = Math.max(newest, at);
    before = content.receivedAt;
  });
  return instants;
}

/** The server's clock was set back: instants that it set before are too late, and so are those of a client that uses the same clock. */
function setBack(instants: Map<number, number>, earlier: readonly Report[], ms: number, isDatedToo: boolean): void {
  for (const report of earlier) {
    const content = contentOf(report);
    if (isDatedToo || !content.isDated)
      instants.set(report.number, (instants.get(report.number) ?? content.recordedAt) - ms);
  }
}

function isAscending(reports: readonly Report[]): boolean {
  for (let index = 1; index < reports.length; index++)
    if ((reports[index]?.number ?? 0) < (reports[index - 1]?.number ?? 0)) return false;
  return true;
}
