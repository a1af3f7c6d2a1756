import type { Config } from '../../config/config.ts';

/** Below this a database that is busy would be taken for a server that is gone. */
const minMs = 15_000;
/** What a call takes besides waiting for the crew center, at most. */
const besidesMs = 7_000;

/**
 * Returns how long another server, or another process of this one, may take until its answer begins, in milliseconds: longer
 * than the crew center, for which some calls wait there. Else the client would get no answer to what was done.
 */
export function peerDeadlineMs({ crewCenterTimeoutMs }: Pick<Config['flights'], 'crewCenterTimeoutMs'>): number {
  return Math.max(minMs, crewCenterTimeoutMs + besidesMs);
}
