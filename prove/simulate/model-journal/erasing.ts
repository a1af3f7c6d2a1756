import { erasedPilot } from '../../../src/journal/erasure.ts';
import type { FlightRow } from '../../../src/journal/operations.ts';
import type { Tables } from './tables.ts';

/** Deletes a hundred ended flights that are older, with their reports, and old entries of the audit log. */
export function forget(
  tables: Tables,
  before: { readonly flights: number | null; readonly audit: number | null },
  keepUnreadSince: number,
): void {
  const { flights, audit } = before;
  if (flights !== null) {
    const old = [...tables.flights.values()].filter((row) => isForgotten(tables, row, flights, keepUnreadSince));
    for (const { number } of old.sort((a, b) => a.number - b.number).slice(0, 100)) forgetFlight(tables, number);
  }
  if (audit !== null) tables.audit = tables.audit.filter(({ at }) => at >= audit);
}

function isForgotten(tables: Tables, row: FlightRow, endedBefore: number, keepUnreadSince: number): boolean {
  const isOld = row.endedAt !== null && row.endedAt < endedBefore && !tables.isLive(row);
  if (!isOld || row.number >= Math.max(...tables.flights.keys())) return false;
  const passed = Math.min(...tables.cursors.values());
  return !tables.changes.some(
    (change) => change.flight === row.number && change.number > passed && change.at >= keepUnreadSince,
  );
}

function forgetFlight(tables: Tables, number: number): void {
  tables.flights.delete(number);
  tables.reports.delete(number);
  tables.delivered.delete(number);
  tables.changes = tables.changes.filter(({ flight }) => flight !== number);
}

/** Removes the pilot's name and own words from what is stored, and ends what identifies them. */
export function erasePilot(tables: Tables, pilotId: string, ident: string): void {
  const own = new Set<number>();
  for (const row of tables.flights.values()) {
    if (row.pilotId !== pilotId) continue;
    own.add(row.number);
    tables.flights.set(row.number, { ...row, document: anonymous(row.document) });
  }
  tables.changes = tables.changes.map((change) =>
    own.has(change.flight) ? { ...change, document: anonymous(change.document) } : change,
  );
  for (const [hash, session] of tables.sessions) if (session.pilotId === pilotId) tables.sessions.delete(hash);
  tables.loginFailures = tables.loginFailures.filter(({ account }) => account !== pilotId);
  const erased = (text: string) => (ident === '' ? text : text.replaceAll(ident, erasedPilot.ident));
  tables.audit = tables.audit.map(({ actor, subject, detail, ...entry }) => {
    return {
      ...entry,
      actor: erased(actor),
      subject: erased(subject),
      detail: detail === null ? null : erased(detail),
    };
  });
}

function anonymous(document: string): string {
  const flight = JSON.parse(document);
  Object.assign(flight.pilot, erasedPilot);
  if ('said' in flight) flight.said = null;
  for (const words of [flight.receipt?.pirep, flight.intent?.figures])
    if (words !== undefined && words !== null) Object.assign(words, { notes: null, log: [], fields: {} });
  flight.reason = null;
  return JSON.stringify(flight);
}
