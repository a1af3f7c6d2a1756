import type { MysqlSession } from '../../lib/mysql.ts';
import { writeRows } from './bulk.ts';

export interface SavedNotes {
  /** Number of the change, counted over all notes of all servers, in the order of the commits. */
  readonly number: number;
  readonly notes: ReadonlyMap<string, string | null>;
}

/** Writes the notes of one commit, under the next number of the count, whose row makes such commits follow one another. */
export class NoteWriter {
  readonly #session: MysqlSession;
  readonly #notes = new Map<string, string | null>();

  constructor(session: MysqlSession) {
    this.#session = session;
  }

  set(name: string, text: string | null): void {
    this.#notes.delete(name);
    this.#notes.set(name, text);
  }

  async flush(): Promise<SavedNotes | null> {
    if (this.#notes.size === 0) return null;
    const { insertId } = await this.#session.run('UPDATE note_count SET n = LAST_INSERT_ID(n + 1) WHERE id = 1');
    const rows = [...this.#notes].map(([name, text]) => [name, insertId, text] as const);
    const tail = 'ON DUPLICATE KEY UPDATE n = VALUES(n), text = VALUES(text)';
    await writeRows(this.#session, { head: 'INSERT INTO notes (name, n, text) VALUES', tail }, rows);
    return { number: insertId, notes: this.#notes };
  }
}
