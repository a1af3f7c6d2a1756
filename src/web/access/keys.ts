import { createHmac, timingSafeEqual } from 'node:crypto';
import { newToken } from '../../lib/tokens.ts';
import type { Records } from '../records.ts';

const noteName = 'web-key';

/** Signs cookies and links of the pages, with a key that is created once and stored in the journal. */
export class Signer {
  readonly #records: Pick<Records, 'readNote'>;

  private constructor(records: Pick<Records, 'readNote'>) {
    this.#records = records;
  }

  static async open(records: Pick<Records, 'readNote' | 'saveNote'>): Promise<Signer> {
    if (records.readNote(noteName) === null) await records.saveNote(noteName, newToken());
    return new Signer(records);
  }

  /** As it is stored now: servers of a cluster that start together each make one, and the last one stays. */
  get #key(): string {
    const key = this.#records.readNote(noteName);
    if (key === null) throw new Error('the key of the pages is gone');
    return key;
  }

  /** @param purpose - separates signatures: one made for a purpose is invalid for any other */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}\n${text}`).digest('base64url');
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    return isSame(this.sign(purpose, text), signature);
  }
}

/** Compares two texts in constant time. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
