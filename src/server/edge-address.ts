import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Listen } from '../config/kinds.ts';
import { listenOnSocket } from '../http/listen.ts';
import type { Tracker } from './tracker.ts';

/** An address of a unix socket is no longer on any system. */
const maxSocketBytes = 103;

/**
 * Listens for the edge on a socket in the data directory as well, where only the owner reaches it, and writes down for the
 * edge where the server is. What cannot be done is logged: the edge then tries the port, and trusts nobody without a proof.
 */
export async function listenForEdge(
  fastify: FastifyInstance,
  { crewCenter, dataDirectory, log, clock }: Pick<Tracker, 'crewCenter' | 'dataDirectory' | 'log' | 'clock'>,
  listen: Listen,
): Promise<AsyncDisposable> {
  const { edge } = crewCenter;
  const nothing = { async [Symbol.asyncDispose]() {} };
  if (edge === null) return nothing;
  const path = join(dataDirectory, 'edge.sock');
  const socket =
    Buffer.byteLength(path) > maxSocketBytes ? null : await listenOnSocket(fastify, path, clock).catch(failed);
  const addresses = [...(socket === null ? [] : [`unix:${path}`]), ...addressesOf(fastify, listen)];
  try {
    edge.saveAddresses(addresses);
  } catch (error) {
    log.warn({ err: error, addresses }, 'the crew center could not be told where the server listens; set it there');
  }
  return socket ?? nothing;

  function failed(error: unknown): null {
    log.warn({ err: error, path }, 'there is no socket for the edge; it uses the port');
    return null;
  }
}

/** As a program on this machine reaches it. A server that speaks https itself is reached by the socket only. */
function addressesOf({ server }: FastifyInstance, listen: Listen): readonly string[] {
  if (listen.kind === 'unix') return [`unix:${listen.path}`];
  const bound = server.address();
  if ('setSecureContext' in server || typeof bound !== 'object' || bound === null) return [];
  const isAny = bound.address === '0.0.0.0' || bound.address === '::';
  const host = isAny ? '127.0.0.1' : bound.address;
  return [`${host.includes(':') ? `[${host}]` : host}:${bound.port}`];
}
