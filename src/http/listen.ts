import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { chmod, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { closeAfterAnswers } from './idle-connections.ts';

/**
 * How many connections may wait until the server accepts them; systemd's own default, and what Linux allows. Node's, 511, is
 * few: clients that come back all at once, or while a server starts, would find the queue full and wait for seconds.
 */
const backlog = 4_096;

export type ListenTarget =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  /** `mode` are the socket's permissions: 0o660 lets its group in. */
  | { readonly kind: 'unix'; readonly path: string; readonly mode: number }
  /** A socket that another process opened, and that stays open when this one ends: its file descriptor. */
  | { readonly kind: 'inherited'; readonly fd: number };

/** Listens and returns the address: `http://127.0.0.1:8787`, `unix:/path`. A stale socket of a killed server is replaced. */
export async function listenOn(fastify: FastifyInstance, target: ListenTarget): Promise<string> {
  if (target.kind === 'tcp') return listenOnPort(fastify, target);
  if (target.kind === 'inherited') return listenOnInherited(fastify, target.fd);
  if (await isAbandoned(target.path)) await unlink(target.path);
  await fastify.listen({ path: target.path, backlog });
  await chmod(target.path, target.mode);
  return `unix:${target.path}`;
}

/** A name may be of several addresses, as `localhost` is: all of them. */
async function listenOnPort(
  fastify: FastifyInstance,
  { host, port }: Extract<ListenTarget, { kind: 'tcp' }>,
): Promise<string> {
  const [first = host, ...others] = host === 'localhost' ? await addressesOf(host) : [host];
  const seconds = new AsyncDisposableStack();
  closeBefore(fastify.server, seconds);
  const url = await fastify.listen({ host: first, port, backlog });
  const bound = Number(new URL(url).port);
  for (const address of others) {
    try {
      seconds.use(await openSecond(fastify, { host: address, port: bound }));
    } catch (error) {
      // The name has an address that this machine does not have.
      if (!isNoAddress(error as NodeJS.ErrnoException)) throw error;
    }
  }
  return url;
}

/** Fastify takes no hook any more where it was made ready before. */
function closeBefore(server: FastifyInstance['server'], first: AsyncDisposable): void {
  const close = server.close.bind(server);
  server.close = (done) => {
    first[Symbol.asyncDispose]().then(() => close(done), done);
    return server;
  };
}

const isNoAddress = ({ code }: NodeJS.ErrnoException) => code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Fastify asks for an address and takes no null; Node knows none for a unix socket that it did not open. */
async function listenOnInherited(fastify: FastifyInstance, fd: number): Promise<string> {
  const { server } = fastify;
  const address = server.address.bind(server);
  server.address = () => address() ?? 'unix:';
  // Of a file descriptor Node takes it as an argument only.
  const listen = server.listen.bind(server) as (options: unknown, backlog: number) => typeof server;
  server.listen = (options: unknown) => listen(options, backlog);
  // Fastify looks at the host, Node only at the file descriptor.
  return fastify.listen({ fd, host: '' } as { host: string });
}

/** Adds a second socket to a server. Access is limited by the permissions of the socket's folder. */
export async function listenOnSocket(fastify: FastifyInstance, path: string): Promise<AsyncDisposable> {
  if (await isAbandoned(path)) await unlink(path);
  const second = await openSecond(fastify, { path });
  await chmod(path, 0o666);
  return second;
}

/** Where connections came in that a second listener handed over. */
const secondPlaces = new WeakMap<Socket, string>();

/** Returns the unix socket on which this connection came in; empty for a port. */
export function socketPathOf(socket: Socket): string {
  const address = secondPlaces.get(socket) ?? (socket as Socket & { server?: Server }).server?.address();
  return typeof address === 'string' ? address : '';
}

/** Listens elsewhere too, and hands the connections over to the server: its limits hold for all of them. */
async function openSecond(
  { server }: FastifyInstance,
  place: { readonly path: string } | { readonly host: string; readonly port: number },
): Promise<AsyncDisposable> {
  // A socket in a folder of ours is in the clear, also where the port has TLS.
  const event = 'path' in place && 'setSecureContext' in server ? 'secureConnection' : 'connection';
  const second = createServer({ allowHalfOpen: true, pauseOnConnect: false, noDelay: true }, (socket) => {
    if ('path' in place) secondPlaces.set(socket, place.path);
    server.emit(event, socket);
  });
  second.listen({ ...place, backlog });
  await once(second, 'listening');
  const close = () => once(second.close(), 'close');
  return { [Symbol.asyncDispose]: () => closeAfterAnswers({ server, close }) };
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
