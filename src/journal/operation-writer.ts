import type { DatabaseSync } from 'node:sqlite';
import { Eraser } from './erasure.ts';
import type { AuditEntry, LoginFailure, StoredSession } from './journal.ts';
import type { ChangeRow, FlightRow, Operation } from './operations.ts';
import type { Sealer } from './sealer.ts';

/** Writes all operations except positions, inside the caller's transaction. */
export class OperationWriter {
  readonly #sealer: Sealer;
  readonly #eraser: Eraser;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, sealer: Sealer) {
    this.#sealer = sealer;
    this.#eraser = new Eraser(database);
    this.#statements = prepare(database);
  }

  /** Returns the number of the flight's last sealed report for `seal`, else 0. */
  write(operation: Operation): number {
    if (operation.kind === 'seal') return this.#seal(operation);
    this.#write(operation);
    return 0;
  }

  #write(operation: Exclude<Operation, { readonly kind: 'seal' }>): void {
    const { event, deleteSession, delivered } = this.#statements;
    switch (operation.kind) {
      case 'event':
        event.run(operation.number, operation.flight, operation.text);
        break;
      case 'flight':
        this.#saveFlight(operation.flight);
        break;
      case 'change':
        this.#saveChange(operation.change);
        break;
      case 'cursor':
        this.#saveCursor(operation);
        break;
      case 'delivered':
        delivered.run(operation.flight, operation.number);
        this.#refreshLive(operation.flight);
        break;
      case 'session':
        this.#saveSession(operation.session);
        break;
      case 'sessions-gone':
        for (const hash of operation.tokenHashes) deleteSession.run(hash);
        break;
      case 'login-failure':
        this.#saveLoginFailure(operation.failure, operation.keepSince);
        break;
      case 'note':
        this.#saveNote(operation.name, operation.text);
        break;
      case 'audit':
        this.#saveAudit(operation.entry);
        break;
      default:
        this.#eraser.run(operation);
    }
  }

  #saveFlight(row: FlightRow): void {
    const { saveFlight, forgetPireps, savePirep } = this.#statements;
    const { number, id, pilotId, state, hasIntent, endedAt, document } = row;
    saveFlight.run(number, id, pilotId, state, hasIntent ? 1 : 0, endedAt, document);
    forgetPireps.run(number);
    for (const pirepId of row.pirepIds) savePirep.run(pirepId, number);
    this.#refreshLive(number);
  }

  #saveChange({ at, kind, flight, document }: ChangeRow): void {
    this.#statements.change.run(at, kind, flight, document);
  }

  #saveCursor({ name, number, keepSince, keepUnreadSince }: Operation & { readonly kind: 'cursor' }): void {
    const { saveCursor, deleteCursor, forgetChanges } = this.#statements;
    if (number === null) deleteCursor.run(name);
    else saveCursor.run(name, number);
    forgetChanges.run(keepSince, keepUnreadSince);
  }

  #seal({ flight, numbers, progress, isLast }: Operation & { readonly kind: 'seal' }): number {
    const lastNumber = this.#sealer.seal(flight, numbers, progress);
    if (isLast) this.#sealer.merge(flight);
    this.#refreshLive(flight);
    return lastNumber;
  }

  #refreshLive(flight: number): void {
    this.#statements.refreshLive.run(flight);
  }

  #saveSession(session: StoredSession): void {
    const { tokenHash, pilotId, pilotIdent, pilotName, credentialVersion, createdAt, expiresAt, lifetime } = session;
    const pilot = [pilotId, pilotIdent, pilotName, credentialVersion] as const;
    this.#statements.session.run(tokenHash, ...pilot, createdAt, expiresAt, lifetime);
  }

  #saveLoginFailure({ at, loginHash, address, account }: LoginFailure, keepSince: number): void {
    this.#statements.forgetFailures.run(keepSince);
    this.#statements.loginFailure.run(at, loginHash, address, account);
  }

  #saveNote(name: string, text: string | null): void {
    const { saveNote, deleteNote } = this.#statements;
    if (text === null) deleteNote.run(name);
    else saveNote.run(name, text);
  }

  #saveAudit({ at, actor, action, subject, detail }: AuditEntry): void {
    this.#statements.audit.run(at, actor, action, subject, detail);
  }
}

function prepare(database: DatabaseSync) {
  return {
    event: database.prepare('INSERT INTO reports VALUES (?, ?, ?)'),
    saveFlight: database.prepare(`
      INSERT INTO flights (number, id, pilot_id, state, has_intent, ended_at, document) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET id = excluded.id, pilot_id = excluded.pilot_id, state = excluded.state,
        has_intent = excluded.has_intent, ended_at = excluded.ended_at, document = excluded.document`),
    forgetPireps: database.prepare('DELETE FROM flight_pireps WHERE flight = ?'),
    savePirep: database.prepare('INSERT OR IGNORE INTO flight_pireps VALUES (?, ?)'),
    change: database.prepare('INSERT INTO changes (at, kind, flight, document) VALUES (?, ?, ?, ?)'),
    saveCursor: database.prepare('INSERT OR REPLACE INTO cursors VALUES (?, ?)'),
    deleteCursor: database.prepare('DELETE FROM cursors WHERE name = ?'),
    forgetChanges: database.prepare(
      `DELETE FROM changes WHERE number IN (
         SELECT number FROM changes WHERE at < ? AND (number <= (SELECT min(number) FROM cursors) OR at < ?)
         ORDER BY number LIMIT 100)`,
    ),
    delivered: database.prepare('INSERT OR REPLACE INTO delivered VALUES (?, ?)'),
    refreshLive: database.prepare(`
      UPDATE flights SET is_live = live FROM (
        SELECT number AS n, state IN ('starting', 'open', 'suspended', 'filing') OR has_intent OR
          coalesce((SELECT last_number FROM sealed WHERE flight = number), 0) >
          coalesce((SELECT d.number FROM delivered d WHERE d.flight = flights.number), 0) AS live
        FROM flights WHERE number = ?)
      WHERE number = n AND is_live <> live`),
    session: database.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    deleteSession: database.prepare('DELETE FROM sessions WHERE token_hash = ?'),
    loginFailure: database.prepare('INSERT INTO login_failures (at, login_hash, address, account) VALUES (?, ?, ?, ?)'),
    forgetFailures: database.prepare('DELETE FROM login_failures WHERE at < ?'),
    saveNote: database.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)'),
    deleteNote: database.prepare('DELETE FROM notes WHERE name = ?'),
    audit: database.prepare('INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)'),
  };
}
