import { inspect } from 'node:util';

const hidden = '[secret]';

/** A text that cannot be printed, logged or serialised by accident. `reveal()` is the only way to it. */
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

  [inspect.custom](): string {
    return hidden;
  }
}
