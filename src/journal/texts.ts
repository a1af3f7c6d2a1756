/** Repeated texts (a phase, a transponder code) are stored once, under a number. */
export interface NamedText {
  readonly id: number;
  readonly text: string;
}

/** Above these limits a text is stored in its row, so that texts of clients cannot fill the memory. */
const maxTexts = 10_000;
const maxText = 32;

/** Assigns numbers to texts, in the main thread. */
export class TextNumbers {
  readonly #ids = new Map<string, number>();
  #next = 0;

  constructor(known: readonly NamedText[]) {
    for (const { id, text } of known) {
      this.#ids.set(text, id);
      if (id >= this.#next) this.#next = id + 1;
    }
  }

  /** Returns the number of this text; a new one is passed to `onNew`. Null when the text is stored in its row. */
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

/** Returns the text of a number; one that is not cached is read once. */
export class TextsByNumber {
  readonly #texts = new Map<number, string>();
  readonly #lookUp: (id: number) => string | null;

  constructor(lookUp: (id: number) => string | null) {
    this.#lookUp = lookUp;
  }

  /** Null for one that is damaged or missing. */
  textOf(id: number): string | null {
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const text = this.#lookUp(id);
    if (text !== null) this.#texts.set(id, text);
    return text;
  }
}
