import type { Secret } from '../../lib/secret.ts';
import type { Pilot } from '../../tracking/model.ts';

interface Named {
  readonly icao: string;
  readonly name: string;
}

/** How pilots register now, and what they choose from. */
export interface JoinRules {
  readonly registration: 'closed' | 'open' | 'invitation' | 'application';
  /** What applicants are asked. */
  readonly questions: readonly string[];
  readonly airlines: readonly Named[];
  readonly hubs: readonly Named[];
}

/** What somebody who registers entered; its fields are valid. */
export interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly password: Secret;
  /** Null for the first airline. */
  readonly airline: string | null;
  readonly homeAirport: string | null;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  /** Language in which the newcomer reads. */
  readonly lang: string;
  /** Key of an invitation; empty without one. */
  readonly invitation: string;
}

/** What becomes of a registration: a mail shows whose address it is, staff decide, or a pilot is made at once. */
export type Next = 'mail' | 'staff' | 'now';

/** A crew center that keeps its pilots itself: what of it pages for strangers use. Answers do not differ by whether there is a pilot of an address. */
export interface JoinHost {
  readRules(): JoinRules;
  isInvitation(key: string): boolean;
  hasAirport(icao: string): boolean;
  /** @throws Refusal `forbidden`, `invalid` naming `invitation`, `too-many-requests` */
  register(
    newcomer: Newcomer,
    options: { readonly hasMail: boolean },
  ): Promise<{
    readonly next: Next;
    /** The letter for the owner of the address; null where no mail is sent. */
    readonly letter:
      | { readonly kind: 'confirm'; readonly to: string; readonly key: Secret }
      | { readonly kind: 'known'; readonly to: string }
      | null;
    /** Who became a pilot at once. */
    readonly pilot: Pilot | null;
  }>;
  isConfirmation(key: string): boolean;
  /** Uses the link of a letter; null for one that is not good any more. */
  confirm(key: string): Promise<Pilot | 'waiting' | null>;
  /** Makes a link that sets a password; null for a login that nobody has. */
  makeResetLink(login: string): Promise<{ readonly email: string; readonly key: Secret } | null>;
  findResetLink(key: string): Pilot | null;
  /** Uses a link that sets a password; null for one that is not good any more. */
  resetPassword(key: string, password: Secret): Promise<Pilot | null>;
}

/** A crew center that keeps the API keys of its pilots itself. */
export interface KeyHost {
  /** Returns null for a pilot who has none. */
  readKey(pilotId: string): Secret | null;
  /** Gives the pilot another key and returns it; the one of before is no longer taken. @throws Refusal `not-found` */
  renewKey(pilotId: string): Promise<Secret>;
}
