import { randomBytes } from 'node:crypto';

/** Returns a function that names requests: a beginning that no other start of the server has, and a count. */
export function createRequestIds(prefix = randomBytes(4).toString('hex')): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
