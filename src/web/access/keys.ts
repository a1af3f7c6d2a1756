import { createHmac, timingSafeEqual } from 'node:crypto';
import { newToken } from '../../lib/tokens.ts';
import type { Records } from '../records.ts';

const noteName = 'web-key';

/** Signs cookies and links of the pages, with a key that is created once and stored in the journal. */
export class Signer {
  readonly #key: string;

  private constructor(key: string) {
    this.#key = key;
  }

  static async open(records: Pick<Records, 'readNote' | 'saveNote'>): Promise<Signer> {
    const kept = records.readNote(noteName);
    if (kept !== null) return new Signer(kept);
    const key = newToken();
    await records.saveNote(noteName, key);
    return new Signer(key);
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
