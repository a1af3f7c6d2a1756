import { NoteList } from '../note-list.ts';
import { isNameForm, type NameForm } from '../public-names.ts';
import type { Records } from '../records.ts';

/** A pilot who asked to be erased. */
export interface ErasureWish {
  readonly pilotId: string;
  readonly ident: string;
  /** When it was asked for. */
  readonly at: number;
}

/** A name that a pilot shows everybody. */
interface ShownForm {
  readonly pilotId: string;
  readonly form: NameForm;
}

/** What pilots wish of their data: whether they are named in public, and whether they want to be erased. Kept in the journal. */
export class PilotWishes {
  readonly #named: NoteList<string>;
  readonly #forms: NoteList<ShownForm>;
  readonly #erasures: NoteList<ErasureWish>;

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>) {
    this.#named = new NoteList(records, 'named-pilots', (value) => typeof value === 'string');
    this.#forms = new NoteList(records, 'shown-names', isShownForm);
    this.#erasures = new NoteList(records, 'erasure-wishes', isWish);
  }

  /** Whether this pilot agreed to be named in public, where the crew center does not keep that itself. */
  isNamed(pilotId: string): boolean {
    return this.#named.items.includes(pilotId);
  }

  setNamed(pilotId: string, isNamed: boolean): Promise<void> {
    return this.#named.change((items) => {
      const others = items.filter((each) => each !== pilotId);
      return { items: isNamed ? [...others, pilotId] : others, result: undefined };
    });
  }

  /** By which name everybody sees a pilot, by the id of the pilot, where the crew center does not keep that itself. */
  get forms(): ReadonlyMap<string, NameForm> {
    return new Map(this.#forms.items.map(({ pilotId, form }) => [pilotId, form]));
  }

  setForm(pilotId: string, form: NameForm): Promise<void> {
    return this.#forms.change((items) => {
      const others = items.filter((each) => each.pilotId !== pilotId);
      return { items: form === 'none' ? others : [...others, { pilotId, form }], result: undefined };
    });
  }

  /** Those that are not carried out, the first that was asked for first. */
  get erasures(): readonly ErasureWish[] {
    return this.#erasures.items;
  }

  /** Notes the wish, with an entry in the audit log; a second time changes nothing. */
  askErasure({ id: pilotId, ident }: { readonly id: string; readonly ident: string }, at: number): Promise<void> {
    return this.#erasures.change((items) => {
      if (items.some((each) => each.pilotId === pilotId)) return { items, result: undefined };
      const entry = { at, actor: `pilot:${pilotId}`, action: 'ask-erasure', subject: pilotId, detail: null };
      return { items: [...items, { pilotId, ident, at }], result: undefined, entry };
    });
  }

  withdrawErasure(pilotId: string): Promise<void> {
    return this.#erasures.change((items) => ({
      items: items.filter((each) => each.pilotId !== pilotId),
      result: undefined,
    }));
  }

  /** Of a pilot who is erased nothing stays here either. */
  async forget(pilotId: string): Promise<void> {
    if (this.isNamed(pilotId)) await this.setNamed(pilotId, false);
    if (this.forms.has(pilotId)) await this.setForm(pilotId, 'none');
    if (this.erasures.some((each) => each.pilotId === pilotId)) await this.withdrawErasure(pilotId);
  }
}

function isShownForm(value: unknown): value is ShownForm {
  if (typeof value !== 'object' || value === null) return false;
  const { pilotId, form } = value as Record<string, unknown>;
  return typeof pilotId === 'string' && isNameForm(form);
}

function isWish(value: unknown): value is ErasureWish {
  if (typeof value !== 'object' || value === null) return false;
  const { pilotId, ident, at } = value as Record<string, unknown>;
  return typeof pilotId === 'string' && typeof ident === 'string' && Number.isFinite(at);
}
