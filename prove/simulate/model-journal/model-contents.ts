import { keptMs, keptUnreadMs } from '../../../src/journal/change-log.ts';
import { failuresKeptMs } from '../../../src/journal/contents.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { summaryOf } from '../../../src/journal/sealed-summary.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import type { Report } from '../../../src/tracking/model.ts';
import type { Write } from './model-committer.ts';
import type { Share } from './share.ts';
import { flightIn, type Tables } from './tables.ts';

/** What the core starts from. */
export function contentsOf(tables: Tables, now: number, { hasPilot }: Share): Journal['initial'] {
  const live = [...tables.flights.values()].filter((row) => hasPilot(row.pilotId) && tables.isLive(row));
  return {
    flights: live
      .sort((a, b) => a.number - b.number)
      .map((row) => {
        const summary = tables.reports.get(row.number)?.summary ?? null;
        return {
          flight: flightIn(row),
          delivered: tables.delivered.get(row.number) ?? 0,
          sealed: summary === null ? null : summaryOf(summary),
        };
      }),
    sessions: [...tables.sessions.values()]
      .filter(({ pilotId }) => hasPilot(pilotId))
      .sort((a, b) => (a.tokenHash < b.tokenHash ? -1 : 1))
      .map((session) => ({ ...session })),
    loginFailures: tables.loginFailures
      .filter(({ at }) => at >= now - failuresKeptMs)
      .sort((a, b) => a.at - b.at)
      .map((failure) => ({ ...failure })),
  };
}

/** The log of changes, and its cursors. */
export function changesOf(tables: Tables, clock: Clock, write: (write: Write) => Promise<void>): Journal['changes'] {
  return {
    read: async (after, limit) =>
      tables.changes
        .filter(({ number }) => number > after)
        .slice(0, limit)
        .map((change) => ({ number: change.number, at: change.at, kind: change.kind, flight: flightIn(change) })),
    last: () => tables.changes.at(-1)?.number ?? 0,
    cursor: (name) => tables.cursors.get(name) ?? null,
    async saveCursor(name, number) {
      const now = clock.now();
      return write(() => tables.saveCursor(name, number, now - keptMs, now - keptUnreadMs));
    },
  };
}

/** A report that its reader may change. */
export function copyOf(report: Report): Report {
  if (report.kind === 'position') return { ...report, position: { ...report.position } };
  return { ...report, event: { ...report.event, data: structuredClone(report.event.data) } };
}
