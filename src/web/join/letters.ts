import type { Brand } from '../brand.ts';
import type { TextKey, Values } from '../browser/wording.js';
import { wordingOf } from '../visitor/languages.ts';
import { letterHtml } from './letter-html.ts';

/** What sends mail to pilots and staff. */
export interface PilotMail {
  /** What links begin with, without a slash at the end. */
  readonly address: string;
  send(mail: {
    readonly to: readonly string[];
    readonly subject: string;
    readonly text: string;
    readonly html: string;
  }): Promise<void>;
}

/** A letter to a pilot, an applicant or a member of the staff. `path` is of the page to which it leads, below `/tracker/`. */
export interface Letter {
  readonly to: string;
  readonly lang: string;
  readonly kind: 'confirm' | 'known' | 'reset' | 'accepted' | 'refused' | 'staff';
  readonly path: string;
  readonly values?: Values;
}

/** Sends letters in their readers' languages. */
export class Letters {
  readonly #mail: PilotMail;
  readonly #brand: () => Brand;
  readonly #onTrouble: (error: Error) => void;

  constructor(mail: PilotMail, brand: () => Brand, onTrouble: (error: Error) => void) {
    this.#mail = mail;
    this.#brand = brand;
    this.#onTrouble = onTrouble;
  }

  /** Nobody waits for it: how long a mail takes would tell whether there is one. */
  send(letter: Letter): void {
    void this.deliver(letter);
  }

  /** Returns whether the mail server has taken it. Only for whom that tells nothing: staff who wrote the address themselves. */
  async deliver({ to, lang, kind, path, values = {} }: Letter): Promise<boolean> {
    const wording = wordingOf(lang);
    const brand = this.#brand();
    const link = `${this.#mail.address}/tracker/${path}`;
    const all = { airline: brand.name, link, ...values };
    const say = (part: 'subject' | 'text') => wording.say(`letter.${kind}-${part}` satisfies TextKey, all);
    const [subject, text] = [say('subject'), say('text')];
    try {
      const html = letterHtml(text, { brand, link, lang: wording.lang, subject });
      await this.#mail.send({ to: [to], subject, text, html });
      return true;
    } catch (error) {
      // What a mail server says names the reader.
      const { code } = error as { readonly code?: unknown };
      this.#onTrouble(new Error(`mail server: ${typeof code === 'string' ? code : 'no answer'}`));
      return false;
    }
  }
}
