/** Texts that come again and again (a phase, a transponder code) are stored once, under a number. */
export interface NamedText {
  readonly id: number;
  readonly text: string;
}

/** Past these a text is stored as it is, in its row: what clients invent must not fill the memory. */
const maxTexts = 10_000;
const maxText = 32;

/** The numbers of texts, as the main thread gives them out. */
export class TextNumbers {
  readonly #ids = new Map<string, number>();
  #next = 0;

  constructor(known: readonly NamedText[]) {
    for (const { id, text } of known) {
      this.#ids.set(text, id);
      if (id >= this.#next) this.#next = id + 1;
    }
  }

  /** The number of this text; a new one is told to `onNew`. Null when it is to be stored as it is. */
  idOf(text: string, onNew: (named: NamedText) => void): number | null {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    if (text.length > maxText || this.#ids.size >= maxTexts) return null;
    const id = this.#next++;
    this.#ids.set(text, id);
    onNew({ id, text });
    return id;
  }
}

/** Finds the text of a number; a number that is not known here yet is looked up once. */
export class TextsByNumber {
  readonly #texts = new Map<number, string>();
  readonly #lookUp: (id: number) => string | null;

  constructor(lookUp: (id: number) => string | null) {
    this.#lookUp = lookUp;
  }

  textOf(id: number): string {
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const text = this.#lookUp(id);
    if (text === null) throw new Error(`the journal names a text ${id} that it does not hold`);
    this.#texts.set(id, text);
    return text;
  }
}
