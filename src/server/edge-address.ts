import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ServerListen } from '../config/kinds.ts';
import { listenOnSocket } from '../http/listen.ts';
import type { Tracker } from './tracker.ts';

/** Maximum length of a unix socket's path on all systems. */
const maxSocketBytes = 103;

/**
 * Also listens for the edge on a socket in the data directory, which only the owner can open, and records for the
 * edge where the server listens. Errors are logged: the edge then tries the port, and requires a proof from the server.
 */
export async function listenForEdge(
  fastify: FastifyInstance,
  { crewCenter, dataDirectory, log }: Pick<Tracker, 'crewCenter' | 'dataDirectory' | 'log'>,
  listen: ServerListen,
): Promise<AsyncDisposable> {
  const { edge } = crewCenter;
  const nothing = { async [Symbol.asyncDispose]() {} };
  if (edge === null) return nothing;
  const path = join(dataDirectory, 'edge.sock');
  const socket = Buffer.byteLength(path) > maxSocketBytes ? null : await listenOnSocket(fastify, path).catch(failed);
  const addresses = [...(socket === null ? [] : [`unix:${path}`]), ...addressesOf(fastify, listen)];
  try {
    edge.saveAddresses(addresses);
  } catch (error) {
    log.warn(
      { err: error, addresses },
      'the address of the server could not be stored in the crew center; set it there',
    );
  }
  return socket ?? nothing;

  function failed(error: unknown): null {
    log.warn({ err: error, path }, 'cannot open the socket for the edge; it uses the port');
    return null;
  }
}

/** Returns the URL for programs on this machine. A server with its own TLS is reached only through the socket. */
function addressesOf({ server }: FastifyInstance, listen: ServerListen): readonly string[] {
  if (listen.kind === 'unix') return [`unix:${listen.path}`];
  const bound = server.address();
  if ('setSecureContext' in server || typeof bound !== 'object' || bound === null) return [];
  const isAny = bound.address === '0.0.0.0' || bound.address === '::';
  const host = isAny ? '127.0.0.1' : bound.address;
  return [`${host.includes(':') ? `[${host}]` : host}:${bound.port}`];
}
