import type { DatabaseSync } from 'node:sqlite';
import type { Operation } from './operations.ts';

/** What stands in the place of a pilot who was erased. */
export const erasedPilot = { ident: 'erased', name: 'Erased pilot' } as const;

/** Deletes what the journal keeps of people, inside the caller's transaction. */
export class Eraser {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  run(operation: Operation & { readonly kind: 'erase-pilot' | 'forget' }): void {
    if (operation.kind === 'erase-pilot') {
      this.#erasePilot(operation.pilotId, operation.ident);
      return;
    }
    const { flightsEndedBefore, keepUnreadSince } = operation;
    if (flightsEndedBefore !== null) this.#forgetFlights(flightsEndedBefore, keepUnreadSince);
    if (operation.auditBefore !== null) this.#statements.oldAudit.run(operation.auditBefore);
  }

  /** Removes the pilot's name from flights, changes and the audit log, and ends what identifies them. Figures and tracks stay. */
  #erasePilot(pilotId: string, ident: string): void {
    const { flights, changes, sessions, failures, audit } = this.#statements;
    const { name, ident: alias } = erasedPilot;
    flights.run(alias, name, pilotId);
    changes.run(alias, name, pilotId);
    sessions.run(pilotId);
    failures.run(pilotId);
    audit.run(ident, alias, ident, alias, ident, alias);
  }

  /**
   * Deletes ended flights with their reports, the oldest first, a hundred at a time. The flight with the highest number
   * stays, so that no number is given out twice; so does each whose delivery has not
   * ended, or with a change that a durable listener has yet to receive and that is not older than `keepUnreadSince`.
   */
  #forgetFlights(endedBefore: number, keepUnreadSince: number): void {
    const { oldFlights, chunks, sealed, delivered, pireps, changesOf, flight } = this.#statements;
    for (const { number } of oldFlights.all(endedBefore, keepUnreadSince) as unknown as readonly {
      readonly number: number;
    }[])
      for (const statement of [chunks, sealed, delivered, pireps, changesOf, flight]) statement.run(number);
  }
}

/** Free texts are the pilot's own words. Paths into a member that is null change nothing (https://www.sqlite.org/json1.html). */
const anonymous = `json_set(json_replace(document, '$.said', NULL), '$.pilot.ident', ?, '$.pilot.name', ?, '$.receipt.pirep.notes', NULL,
  '$.receipt.pirep.log', json_array(), '$.receipt.pirep.fields', json_object(), '$.intent.figures.notes', NULL,
  '$.intent.figures.log', json_array(), '$.intent.figures.fields', json_object(), '$.reason', NULL)`;

function prepare(database: DatabaseSync) {
  return {
    flights: database.prepare(`UPDATE flights SET document = ${anonymous} WHERE pilot_id = ?`),
    changes: database.prepare(
      // Also those of other journals, whose flights are not here.
      `UPDATE changes SET document = ${anonymous} WHERE document ->> '$.pilot.id' = ?`,
    ),
    sessions: database.prepare('DELETE FROM sessions WHERE pilot_id = ?'),
    failures: database.prepare('DELETE FROM login_failures WHERE account = ?'),
    audit: database.prepare(
      `UPDATE audit SET actor = replace(actor, ?, ?), subject = replace(subject, ?, ?), detail = replace(detail, ?, ?)`,
    ),
    oldFlights: database.prepare(
      `SELECT number FROM flights WHERE ended_at < ? AND is_live = 0 AND number < (SELECT max(number) FROM flights)
         AND NOT EXISTS (SELECT 1 FROM changes c WHERE c.flight = flights.number
           AND c.number > (SELECT min(number) FROM cursors) AND c.at >= ?)
       ORDER BY number LIMIT 100`,
    ),
    chunks: database.prepare('DELETE FROM chunks WHERE flight = ?'),
    sealed: database.prepare('DELETE FROM sealed WHERE flight = ?'),
    delivered: database.prepare('DELETE FROM delivered WHERE flight = ?'),
    pireps: database.prepare('DELETE FROM flight_pireps WHERE flight = ?'),
    changesOf: database.prepare('DELETE FROM changes WHERE flight = ?'),
    flight: database.prepare('DELETE FROM flights WHERE number = ?'),
    oldAudit: database.prepare('DELETE FROM audit WHERE at < ?'),
  };
}
