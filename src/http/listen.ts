import { chmod, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

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

function isAbandoned(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(false);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
