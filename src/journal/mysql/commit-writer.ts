import type { MysqlParameter, MysqlSession } from '../../lib/mysql.ts';
import { rowWidth } from '../batch.ts';
import { ByteWriter } from '../bytes.ts';
import type { StoredSession } from '../journal.ts';
import type { BatchMessage, Operation } from '../operations.ts';
import { encodeRow } from '../row-codec.ts';
import { forKeys, repeated } from './bulk.ts';
import { ChangeWriter } from './change-writer.ts';
import { erase } from './erasure.ts';
import { FlightWriter } from './flight-writer.ts';
import { GatheredRows } from './gathered-rows.ts';
import { NoteWriter, type SavedNotes } from './note-writer.ts';
import { newEffects, type PartitionEffects } from './partition-effects.ts';
import type { PartitionState } from './partition-state.ts';
import { SealWriter } from './seal-writer.ts';

/** The writes of one partition in a commit. */
export interface PartitionBatch {
  readonly state: PartitionState;
  readonly message: BatchMessage;
}

/** What a commit changes in the memory of its partitions, once it is stored. */
export interface CommitEffects {
  readonly partitions: readonly PartitionEffects[];
  readonly notes: SavedNotes | null;
}

/** Writes the batches of some partitions, inside the caller's transaction. */
export class CommitWriter {
  readonly #session: MysqlSession;
  readonly #rows = new GatheredRows();
  readonly #notes: NoteWriter;
  readonly #flights: FlightWriter;
  readonly #changes: ChangeWriter;
  readonly #row = new ByteWriter();
  /** Failed logins of a partition before this time are deleted. */
  readonly #keepFailures = new Map<number, number>();

  constructor(session: MysqlSession) {
    this.#session = session;
    this.#notes = new NoteWriter(session);
    this.#flights = new FlightWriter(session, this.#rows);
    this.#changes = new ChangeWriter(session, this.#rows);
  }

  async write(batches: readonly PartitionBatch[]): Promise<CommitEffects> {
    const partitions: PartitionEffects[] = [];
    for (const batch of batches) partitions.push(await this.#writePartition(batch));
    await this.#flights.savePireps();
    await this.#rows.flush(this.#session);
    await this.#forgetFailures();
    for (const [index, { message }] of batches.entries()) {
      const effects = partitions[index];
      if (effects !== undefined) await this.#seal(message, effects);
    }
    await this.#flights.refreshLive();
    return { partitions, notes: await this.#notes.flush() };
  }

  async #writePartition({ state, message }: PartitionBatch): Promise<PartitionEffects> {
    const texts = state.texts.unsaved;
    const effects = newEffects(state, texts);
    for (const { id, text } of texts) this.#rows.texts.add(state.partition, id, text);
    this.#addReports(state.partition, message);
    for (const { operation } of message.operations) await this.#apply(effects, operation);
    return effects;
  }

  #addReports(part: number, { rows, rowCount, strings }: BatchMessage): void {
    for (let offset = 0; offset < rowCount * rowWidth; offset += rowWidth) {
      const body = Buffer.from(encodeRow(this.#row, rows, offset + 2, strings));
      this.#rows.positions.add(part, rows[offset] ?? 0, rows[offset + 1] ?? 0, body);
    }
  }

  /** Gathers rows; those of a table keep their order, and tables do not depend on each other. Seals come last, see `#seal`. */
  async #apply(effects: PartitionEffects, operation: Operation): Promise<void> {
    const { partition: part } = effects.state;
    const { events, audit, failures, delivered } = this.#rows;
    switch (operation.kind) {
      case 'event':
        return events.add(part, operation.number, operation.flight, Buffer.from(operation.text, 'utf8'));
      case 'flight':
        if (operation.flight.endedAt !== null) effects.ended.push(operation.flight.number);
        return this.#flights.save(part, operation.flight);
      case 'change':
        return this.#changes.save(effects, operation.change);
      case 'cursor':
        return this.#changes.saveCursor(effects, operation);
      case 'delivered':
        this.#flights.touch(part, operation.flight);
        return delivered.replace(`${part}/${operation.flight}`, part, operation.flight, operation.number);
      case 'session':
        return this.#saveSession(part, operation.session);
      case 'sessions-gone':
        return this.#deleteSessions(operation.tokenHashes);
      case 'login-failure': {
        const { at, loginHash, address, account } = operation.failure;
        this.#keepFailures.set(part, operation.keepSince);
        return failures.add(part, at, loginHash, address, account);
      }
      case 'note':
        return this.#notes.set(operation.name, operation.text);
      case 'audit': {
        const { at, actor, action, subject, detail } = operation.entry;
        return audit.add(at, actor, action, subject, detail);
      }
      case 'seal':
        return;
      default:
        await this.#rows.flush(this.#session);
        effects.forgotten.push(...(await erase(this.#session, part, effects.lastChange, operation)));
    }
  }

  #saveSession(part: number, session: StoredSession): void {
    const { tokenHash, pilotId, pilotIdent, pilotName, credentialVersion, createdAt, expiresAt, lifetime } = session;
    const pilot = [pilotId, pilotIdent, pilotName, credentialVersion] as const;
    this.#rows.sessions.replace(tokenHash, tokenHash, part, ...pilot, createdAt, expiresAt, lifetime);
  }

  async #deleteSessions(tokenHashes: readonly string[]): Promise<void> {
    for (const hash of tokenHashes) this.#rows.sessions.drop(hash);
    await forKeys(
      tokenHashes.map((hash) => [hash]),
      (count, hashes) => this.#run(`DELETE FROM sessions WHERE token_hash IN (${repeated('?', count)})`, hashes),
    );
  }

  /** Packs reports after everything else is written, because some of them may be of this very commit. */
  async #seal({ operations }: BatchMessage, effects: PartitionEffects): Promise<void> {
    const seals = operations.flatMap(({ operation }) => (operation.kind === 'seal' ? [operation] : []));
    if (seals.length === 0) return;
    const sealer = new SealWriter(this.#session, this.#rows, effects);
    for (const operation of seals) {
      await sealer.seal(operation);
      this.#flights.touch(effects.state.partition, operation.flight);
    }
    await sealer.flush();
  }

  async #forgetFailures(): Promise<void> {
    for (const [part, keepSince] of this.#keepFailures)
      await this.#run('DELETE FROM login_failures WHERE part = ? AND at < ?', [part, keepSince]);
  }

  async #run(sql: string, values: readonly MysqlParameter[]): Promise<void> {
    await this.#session.run(sql, values);
  }
}
