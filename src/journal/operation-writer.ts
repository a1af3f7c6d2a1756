import type { DatabaseSync } from 'node:sqlite';
import type { NoteDamage } from './damaged-row.ts';
import { Eraser } from './erasure.ts';
import type { AuditEntry, LoginFailure, StoredSession } from './journal.ts';
import type { ChangeRow, FlightRow, Operation } from './operations.ts';
import { rowSum } from './row-sum.ts';
import type { Sealer } from './sealer.ts';
import { prepareInsert } from './summed-tables.ts';

/** Writes all operations except positions, inside the caller's transaction. */
export class OperationWriter {
  readonly #sealer: Sealer;
  readonly #eraser: Eraser;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, sealer: Sealer, onDamage: NoteDamage) {
    this.#sealer = sealer;
    this.#eraser = new Eraser(database, onDamage);
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
        event(operation.number, operation.flight, operation.text);
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
        delivered(operation.flight, operation.number);
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
    const columns = [number, id, pilotId, state, hasIntent ? 1 : 0, endedAt, document] as const;
    saveFlight.run(...columns, rowSum(...columns));
    forgetPireps.run(number);
    for (const pirepId of row.pirepIds) savePirep(pirepId, number);
    this.#refreshLive(number);
  }

  #saveChange({ at, kind, flight, document }: ChangeRow): void {
    this.#statements.change(at, kind, flight, document);
  }

  #saveCursor({ name, number, keepSince, keepUnreadSince }: Operation & { readonly kind: 'cursor' }): void {
    const { saveCursor, deleteCursor, forgetChanges } = this.#statements;
    if (number === null) deleteCursor.run(name);
    else saveCursor(name, number);
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
    this.#statements.session(tokenHash, ...pilot, createdAt, expiresAt, lifetime);
  }

  #saveLoginFailure({ at, loginHash, address, account }: LoginFailure, keepSince: number): void {
    this.#statements.forgetFailures.run(keepSince);
    this.#statements.loginFailure(at, loginHash, address, account);
  }

  #saveNote(name: string, text: string | null): void {
    const { saveNote, deleteNote } = this.#statements;
    if (text === null) deleteNote.run(name);
    else saveNote(name, text);
  }

  #saveAudit({ at, actor, action, subject, detail }: AuditEntry): void {
    this.#statements.audit(at, actor, action, subject, detail);
  }
}

function prepare(database: DatabaseSync) {
  return {
    event: prepareInsert(database, 'reports'),
    saveFlight: database.prepare(`
      INSERT INTO flights (number, id, pilot_id, state, has_intent, ended_at, document, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET id = excluded.id, pilot_id = excluded.pilot_id, state = excluded.state,
        has_intent = excluded.has_intent, ended_at = excluded.ended_at, document = excluded.document, sum = excluded.sum`),
    forgetPireps: database.prepare('DELETE FROM flight_pireps WHERE flight = ?'),
    savePirep: prepareInsert(database, 'flight_pireps', 'INSERT OR IGNORE'),
    change: prepareInsert(database, 'changes'),
    saveCursor: prepareInsert(database, 'cursors', 'INSERT OR REPLACE'),
    deleteCursor: database.prepare('DELETE FROM cursors WHERE name = ?'),
    forgetChanges: database.prepare(
      `DELETE FROM changes WHERE number IN (
         SELECT number FROM changes WHERE at < ? AND (number <= (SELECT min(number) FROM cursors) OR at < ?)
         ORDER BY at LIMIT 100)`,
    ),
    delivered: prepareInsert(database, 'delivered', 'INSERT OR REPLACE'),
    refreshLive: database.prepare(`
      UPDATE flights SET is_live = live FROM (
        SELECT number AS n, state IN ('starting', 'open', 'suspended', 'filing') OR has_intent OR
          coalesce((SELECT last_number FROM sealed WHERE flight = number), 0) >
          coalesce((SELECT d.number FROM delivered d WHERE d.flight = flights.number), 0) AS live
        FROM flights WHERE number = ?)
      WHERE number = n AND is_live <> live`),
    session: prepareInsert(database, 'sessions', 'INSERT OR REPLACE'),
    deleteSession: database.prepare('DELETE FROM sessions WHERE token_hash = ?'),
    loginFailure: prepareInsert(database, 'login_failures'),
    forgetFailures: database.prepare('DELETE FROM login_failures WHERE at < ?'),
    saveNote: prepareInsert(database, 'notes', 'INSERT OR REPLACE'),
    deleteNote: database.prepare('DELETE FROM notes WHERE name = ?'),
    audit: prepareInsert(database, 'audit'),
  };
}
