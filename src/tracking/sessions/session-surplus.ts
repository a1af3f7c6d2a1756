import type { SessionLifetime } from '../model.ts';

/** The use of a session, to decide which ends when there are too many. */
export interface SessionUse {
  readonly tokenHash: string;
  readonly lifetime: SessionLifetime;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number;
  /** When it last sent a report; null when it never did. */
  readonly reportedAt: number | null;
}

/** Maximum number of sessions per pilot: a few clients on a few machines, and abandoned ones. */
export const maxSessions = 20;
/** Maximum number of long sessions among them. The oldest ends for a newer one, even if it was used since. */
export const maxLongSessions = 5;
/** A session that sent a report within this time is flying and is not ended for another one. */
export const flyingMs = 30 * 60_000;

export type Surplus =
  | { readonly kind: 'ends'; readonly tokenHashes: readonly string[] }
  /** All sessions are flying. A new one can be opened when the first of them has been silent for long enough. */
  | { readonly kind: 'full'; readonly freeAt: number };

/**
 * Returns which of a pilot's sessions end so that one more of this lifetime can be opened: excess long ones, oldest first,
 * unless they are flying; then of the rest the expired ones, then the least recently used.
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

/** The long sessions that exceed the maximum when a new one is opened. */
function oldLong(sessions: readonly SessionUse[]): readonly SessionUse[] {
  return sessions
    .filter(({ lifetime }) => lifetime === 'long')
    .sort((a, b) => a.createdAt - b.createdAt)
    .slice(0, 1 - maxLongSessions);
}
