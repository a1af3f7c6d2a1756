import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { chmod, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../lib/clock.ts';
import { closeIdleConnections } from './idle-connections.ts';

export type ListenTarget =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  /** `mode` are the socket's permissions: 0o660 lets its group in. */
  | { readonly kind: 'unix'; readonly path: string; readonly mode: number }
  /** A socket that another process opened, and that stays open when this one ends: its file descriptor. */
  | { readonly kind: 'inherited'; readonly fd: number };

/** Listens and returns the address: `http://127.0.0.1:8787`, `unix:/path`. A stale socket of a killed server is replaced. */
export async function listenOn(fastify: FastifyInstance, target: ListenTarget): Promise<string> {
  if (target.kind === 'tcp') return fastify.listen({ host: target.host, port: target.port });
  if (target.kind === 'inherited') return listenOnInherited(fastify, target.fd);
  if (await isAbandoned(target.path)) await unlink(target.path);
  await fastify.listen({ path: target.path });
  await chmod(target.path, target.mode);
  return `unix:${target.path}`;
}

/** How many connections may wait while no server accepts them; systemd's own default. Node's, 511, would replace it. */
const inheritedBacklog = 4_096;

/** Fastify asks for an address and takes no null; Node knows none for a unix socket that it did not open. */
async function listenOnInherited(fastify: FastifyInstance, fd: number): Promise<string> {
  const { server } = fastify;
  const address = server.address.bind(server);
  server.address = () => address() ?? 'unix:';
  // Fastify looks at the host, Node only at the file descriptor.
  return fastify.listen({ fd, host: '', backlog: inheritedBacklog } as { host: string });
}

/** Adds a second socket to a server that is already listening. Access is limited by the permissions of the socket's folder. */
export async function listenOnSocket(fastify: FastifyInstance, path: string): Promise<AsyncDisposable> {
  if (await isAbandoned(path)) await unlink(path);
  const { keepAliveTimeout, requestTimeout, headersTimeout } = fastify.server;
  const timeouts = { keepAliveTimeout, requestTimeout, headersTimeout };
  const server = createServer(timeouts, (request, response) => fastify.routing(request, response));
  closeIdleConnections(server, false, systemClock);
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

/** Removes a stale socket. Any other file of that name is kept, and listening fails. */
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
