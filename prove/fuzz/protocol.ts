import type { Version } from '../served/contracts.ts';

/** What a fuzzed server tells of itself: what its clients know, so that requests reach further than the door. */
export interface Known {
  /** Session tokens and API keys of pilots. */
  readonly tokens: readonly string[];
  readonly pilotKeys: readonly string[];
  /** A key of another program, with every scope. */
  readonly programKey: string;
  readonly operator: PageSession;
  readonly pilot: PageSession;
  /** Ids that exist, by what they name. */
  readonly ids: Readonly<Record<IdKind, readonly string[]>>;
}

/** A session on the pages of the operator, or of pilots: its cookie, and the token that its forms carry. */
export interface PageSession {
  readonly cookie: string;
  readonly formToken: string;
}

export const idKinds = [
  'flight',
  'pirep',
  'bid',
  'schedule',
  'aircraft',
  'airport',
  'pilot',
  'webhook',
  'key',
  'member',
] as const;
export type IdKind = (typeof idKinds)[number];

export type { Memory } from '../../test/server-program.ts';

/** What is wrong with the server on purpose: nothing, or a route for every fault that the proof must notice. */
export type Weakness = 'none' | 'planted';

/** What the process of the server is given. */
export interface Given {
  readonly data: string;
  readonly version: Version;
  readonly weakness: Weakness;
}
