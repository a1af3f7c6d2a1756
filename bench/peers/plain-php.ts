import { startPlainSite } from '../legacy/plain-site.ts';
import type { Peer } from './peer.ts';

/** Sixteen keep the eight workers of PHP busy: a thousand would wait for them in vain. */
const connections = 16;

/**
 * nginx, PHP-FPM and a MariaDB that flushes every commit. Its power is not cut: the database writes around what could be
 * made to forget.
 */
export async function startPlainPhp(tokens: readonly string[]): Promise<Peer> {
  const site = await startPlainSite(tokens);
  return {
    name: 'PHP with MariaDB',
    target: { port: site.port, path: site.path, connections, wire: 'http' },
    directory: null,
    count: () => site.countPositions(),
    kill: () => site.kill(),
    start: () => site.start(),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}
