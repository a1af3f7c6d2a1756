import type { Clock } from '../../lib/clock.ts';
import { Secret } from '../../lib/secret.ts';
import { digest, newToken } from '../../lib/tokens.ts';
import { NoteList } from '../note-list.ts';
import type { Records } from '../records.ts';

const noteName = 'web-invitations';
/** Lifetime of a link. */
export const invitationHours = 72;

interface StoredInvitation {
  readonly hash: string;
  readonly memberId: string;
  readonly expiresAt: number;
}

/** Links by which members of the staff set their password, each good once. Stored as digests. */
export class Invitations {
  readonly #clock: Clock;
  readonly #list: NoteList<StoredInvitation>;

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#clock = clock;
    this.#list = new NoteList(records, noteName, isInvitation);
  }

  /** Makes the key of a link. An older link of the same member is no longer good. */
  async make(memberId: string): Promise<Secret> {
    const key = newToken();
    const expiresAt = this.#clock.now() + invitationHours * 3_600_000;
    await this.#list.change((items) => {
      const others = items.filter((each) => each.memberId !== memberId && each.expiresAt > this.#clock.now());
      return { items: [...others, { hash: digest(key), memberId, expiresAt }], result: null };
    });
    return new Secret(key);
  }

  /** Returns whose link this is; null for one that is unknown, used, replaced or too old. */
  find(key: string): string | null {
    const hash = digest(key);
    const found = this.#list.items.find((each) => each.hash === hash && each.expiresAt > this.#clock.now());
    return found?.memberId ?? null;
  }

  /** Whether a member has a link that is still good. */
  isInvited(memberId: string): boolean {
    return this.#list.items.some((each) => each.memberId === memberId && each.expiresAt > this.#clock.now());
  }

  /** Ends the link of a member, if there is one. */
  async forget(memberId: string): Promise<void> {
    await this.#list.change((items) => ({ items: items.filter((each) => each.memberId !== memberId), result: null }));
  }
}

function isInvitation(value: unknown): value is StoredInvitation {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, memberId, expiresAt } = value as Record<string, unknown>;
  return typeof hash === 'string' && typeof memberId === 'string' && Number.isFinite(expiresAt);
}
