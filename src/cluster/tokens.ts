import { partitionOf } from '../journal/partition.ts';
import type { Tokens } from '../tracking/sessions/session-model.ts';

/** One character for each partition. */
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Length of a token without its partition: 256 bits as base64url. */
const plainLength = 43;

/** Returns the same, except that a new token begins with the partition of its pilot, so that every server knows whose it is. */
export function partitionedTokens(tokens: Tokens): Tokens {
  return {
    ...tokens,
    newToken: (pilotId) => `${characters[partitionOf(pilotId)]}${tokens.newToken(pilotId)}`,
  };
}

/** Returns the partition in this token; null for one that was made by a server that was alone, and for what is no token. */
export function partitionOfToken(token: string): number | null {
  const partition = token.length === plainLength + 1 ? characters.indexOf(token.charAt(0)) : -1;
  return partition < 0 ? null : partition;
}
