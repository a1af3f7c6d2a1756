import type { ServedRoute } from '../served/routes.ts';

/** What a fuzzed server tells of itself: what its clients know, so that requests reach further than the door. */
export interface Known {
  /** Session tokens and API keys of pilots. */
  readonly tokens: readonly string[];
  readonly pilotKeys: readonly string[];
  /** A key of another program, with every scope. */
  readonly programKey: string;
  /** A session of the operator, and the token that its forms carry. */
  readonly cookie: string;
  readonly formToken: string;
  /** Ids that exist, by what they name. */
  readonly ids: Readonly<Record<IdKind, readonly string[]>>;
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
] as const;
export type IdKind = (typeof idKinds)[number];

/** Of the server's process, after its garbage was collected. */
export interface Memory {
  readonly residentBytes: number;
  readonly heapBytes: number;
}

/** What is wrong with the server on purpose: nothing, or a route for every fault that the proof must notice. */
export type Weakness = 'none' | 'planted';

export type ToServer = { readonly ask: 'known' | 'memory' };
export type FromServer =
  | {
      readonly kind: 'ready';
      readonly port: number;
      readonly routes: readonly ServedRoute[];
      readonly folders: readonly string[];
    }
  | ({ readonly kind: 'known' } & Known)
  | ({ readonly kind: 'memory' } & Memory)
  /** A line of its log that says that something of ours is broken. */
  | { readonly kind: 'bug'; readonly line: string };
