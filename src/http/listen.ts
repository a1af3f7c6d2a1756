import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { chmod, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { closeIdleConnections } from './idle-connections.ts';

export type ListenTarget =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  /** `mode` are the socket's permissions: 0o660 lets its group in. */
  | { readonly kind: 'unix'; readonly path: string; readonly mode: number };

/** Listens, and answers where: `http://127.0.0.1:8787`, `unix:/path`. A socket that a killed server left is replaced. */
export async function listenOn(fastify: FastifyInstance, target: ListenTarget): Promise<string> {
  if (target.kind === 'tcp') return fastify.listen({ host: target.host, port: target.port });
  if (await isAbandoned(target.path)) await unlink(target.path);
  await fastify.listen({ path: target.path });
  await chmod(target.path, target.mode);
  return `unix:${target.path}`;
}

/** A second way in to a server that listens already. Open to whoever may enter the socket's folder. */
export async function listenOnSocket(fastify: FastifyInstance, path: string, clock: Clock): Promise<AsyncDisposable> {
  if (await isAbandoned(path)) await unlink(path);
  const { keepAliveTimeout, requestTimeout, headersTimeout } = fastify.server;
  const timeouts = { keepAliveTimeout, requestTimeout, headersTimeout };
  const server = createServer(timeouts, (request, response) => fastify.routing(request, response));
  closeIdleConnections(server, false, clock);
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o666);
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** Only a socket ever is: a file of that name is the operator's, and listening there fails. */
function isAbandoned(path: string): Promise<boolean> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return Promise.resolve(false);
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(false);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
