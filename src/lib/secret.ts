const hidden = '[secret]';
/** `util.inspect.custom`, by its name, because the client's types include this file and browsers have no `node:util`. */
const inspect: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/** A text that cannot be printed, logged or serialised by accident. Only `reveal()` returns it. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [inspect](): string {
    return hidden;
  }
}
