import type { SessionLifetime } from './model.ts';

/** What is known of a session when one too many is opened. */
export interface SessionUse {
  readonly tokenHash: string;
  readonly lifetime: SessionLifetime;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number;
  /** When it last reported for its flight; null when it never did. */
  readonly reportedAt: number | null;
}

/** Sessions that a pilot may have: a few clients on a few machines, and what they left behind. */
export const maxSessions = 20;
/** Of these, those that outlast a day. The oldest ends for a newer one, also when it was used since. */
export const maxLongSessions = 5;
/** One that reported within this time flies: it is not ended for another one. */
export const flyingMs = 30 * 60_000;

export type Surplus =
  | { readonly kind: 'ends'; readonly tokenHashes: readonly string[] }
  /** All of them fly. One may be opened when the first of them has been silent for long enough. */
  | { readonly kind: 'full'; readonly freeAt: number };

/**
 * Which of a pilot's sessions end so that one more of this lifetime may be opened: long ones that are too many, oldest
 * first, unless they fly; then of all that are left the expired ones, then those that were not used for longest.
 */
export function surplusOf(sessions: readonly SessionUse[], now: number, opened: SessionLifetime): Surplus {
  const isFlying = ({ expiresAt, reportedAt }: SessionUse) =>
    expiresAt > now && reportedAt !== null && now - reportedAt < flyingMs;
  const old = opened === 'long' ? oldLong(sessions).filter((each) => !isFlying(each)) : [];
  const left = sessions.filter((each) => !old.includes(each));
  const excess = Math.max(0, left.length + 1 - maxSessions);
  const unused = left
    .filter((each) => !isFlying(each))
    .sort((a, b) => Number(b.expiresAt <= now) - Number(a.expiresAt <= now) || a.usedAt - b.usedAt)
    .slice(0, excess);
  if (unused.length === excess)
    return { kind: 'ends', tokenHashes: [...old, ...unused].map(({ tokenHash }) => tokenHash) };
  const reports = sessions.flatMap(({ reportedAt }) => (reportedAt === null ? [] : [reportedAt]));
  return { kind: 'full', freeAt: Math.min(...reports) + flyingMs };
}

/** The long ones beyond those that may stay beside a new one. */
function oldLong(sessions: readonly SessionUse[]): readonly SessionUse[] {
  return sessions
    .filter(({ lifetime }) => lifetime === 'long')
    .sort((a, b) => a.createdAt - b.createdAt)
    .slice(0, 1 - maxLongSessions);
}
