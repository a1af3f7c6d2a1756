import { anonymousFlight, anonymousReports, inDocuments, inTexts } from '../../../src/journal/anonymous.ts';
import type { PilotTraces } from '../../../src/journal/journal.ts';
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

/** Removes the pilot from what is stored, and ends what identifies them. */
export function erasePilot(tables: Tables, pilot: PilotTraces): void {
  const { pilotId, loginHashes } = pilot;
  const [documents, texts] = [inDocuments(pilot), inTexts(pilot)];
  const own = new Set<number>();
  for (const row of tables.flights.values()) {
    if (row.pilotId !== pilotId) continue;
    own.add(row.number);
    tables.flights.set(row.number, { ...row, document: anonymousFlight(row.document, documents) });
    const reports = tables.reports.get(row.number);
    if (reports === undefined) continue;
    reports.raw = [...(anonymousReports(reports.raw, texts) ?? reports.raw)];
    reports.sealed = [...(anonymousReports(reports.sealed, texts) ?? reports.sealed)];
  }
  tables.changes = tables.changes.map((change) =>
    own.has(change.flight) ? { ...change, document: anonymousFlight(change.document, documents) } : change,
  );
  for (const [hash, session] of tables.sessions) if (session.pilotId === pilotId) tables.sessions.delete(hash);
  tables.loginFailures = tables.loginFailures.filter(
    ({ account, loginHash }) => account !== pilotId && !loginHashes.includes(loginHash),
  );
  tables.audit = tables.audit.map(({ actor, subject, detail, ...entry }) => {
    return { ...entry, actor: texts(actor), subject: texts(subject), detail: detail === null ? null : texts(detail) };
  });
}
