import { Turns } from '../lib/turns.ts';
import type { AuditLine, Records } from './records.ts';

/** What a change makes of a list: what is stored from now on, what its caller gets, and the entry of the audit log. */
export interface ListChange<Item, Result> {
  readonly items: readonly Item[];
  readonly result: Result;
  readonly entry?: AuditLine;
}

/** A short list that is stored as one note of the journal, so that it is in backups and every server of a cluster reads it. */
export class NoteList<Item> {
  readonly #records: Pick<Records, 'readNote' | 'saveNote'>;
  readonly #name: string;
  readonly #isItem: (value: unknown) => value is Item;
  readonly #turns = new Turns();
  #read: { readonly text: string; readonly items: readonly Item[] } = { text: '[]', items: [] };

  /** @param isItem - what is anything else is left out */
  constructor(
    records: Pick<Records, 'readNote' | 'saveNote'>,
    name: string,
    isItem: (value: unknown) => value is Item,
  ) {
    this.#records = records;
    this.#name = name;
    this.#isItem = isItem;
  }

  /** As they are stored now: another server of a cluster may have stored them. */
  get items(): readonly Item[] {
    const text = this.#records.readNote(this.#name) ?? '[]';
    if (text !== this.#read.text) {
      const stored: unknown = JSON.parse(text);
      this.#read = { text, items: Array.isArray(stored) ? stored.filter(this.#isItem) : [] };
    }
    return this.#read.items;
  }

  /** One change after the other, because each begins with what the last one stored: else what was removed would come back. */
  change<Result>(
    change: (items: readonly Item[]) => ListChange<Item, Result> | Promise<ListChange<Item, Result>>,
  ): Promise<Result> {
    return this.#turns.run(this.#name, async () => {
      const before = this.items;
      const { items, result, entry } = await change(before);
      if (items === before && entry === undefined) return result;
      await this.#records.saveNote(this.#name, items.length === 0 ? null : JSON.stringify(items), entry);
      return result;
    });
  }
}
