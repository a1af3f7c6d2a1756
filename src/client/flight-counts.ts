import type { StoredReport } from './report-store.ts';

/** Results of the server: positions that were new, repeats or refused, and new events. */
export class FlightCounts {
  stored = 0;
  duplicate = 0;
  refused = 0;
  events = 0;

  /** Adds a response; returns what it added. */
  learn(kind: StoredReport['kind'], body: Readonly<Record<string, unknown>>): { stored: number; duplicate: number } {
    const stored = numberOf(body.stored);
    const duplicate = numberOf(body.duplicate);
    if (kind === 'event') this.events += stored;
    else {
      this.stored += stored;
      this.duplicate += duplicate;
    }
    return { stored, duplicate };
  }

  refuse(kind: StoredReport['kind']): void {
    if (kind === 'position') this.refused += 1;
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
