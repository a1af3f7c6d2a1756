/** What is known of a session when one too many is opened. */
export interface SessionUse {
  readonly tokenHash: string;
  readonly expiresAt: number;
  readonly usedAt: number;
  /** When it last reported for its flight; null when it never did. */
  readonly reportedAt: number | null;
}

/** Sessions that a pilot may have: a few clients on a few machines, and what they left behind. */
export const maxSessions = 20;
/** One that reported within this time flies: it is not ended for another one. */
export const flyingMs = 30 * 60_000;

export type Surplus =
  | { readonly kind: 'ends'; readonly tokenHashes: readonly string[] }
  /** All of them fly. One may be opened when the first of them has been silent for long enough. */
  | { readonly kind: 'full'; readonly freeAt: number };

/** Which of a pilot's sessions end so that one more may be opened: the expired ones, then those that were not used for longest. */
export function surplusOf(sessions: readonly SessionUse[], now: number): Surplus {
  const excess = sessions.length + 1 - maxSessions;
  if (excess <= 0) return { kind: 'ends', tokenHashes: [] };
  const isFlying = ({ expiresAt, reportedAt }: SessionUse) =>
    expiresAt > now && reportedAt !== null && now - reportedAt < flyingMs;
  const ending = sessions
    .filter((each) => !isFlying(each))
    .sort((a, b) => Number(b.expiresAt <= now) - Number(a.expiresAt <= now) || a.usedAt - b.usedAt)
    .slice(0, excess);
  if (ending.length === excess) return { kind: 'ends', tokenHashes: ending.map(({ tokenHash }) => tokenHash) };
  const reports = sessions.flatMap(({ reportedAt }) => (reportedAt === null ? [] : [reportedAt]));
  return { kind: 'full', freeAt: Math.min(...reports) + flyingMs };
}
