import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a text in pieces as they come, with the status and headers that were set on `reply`. A client that leaves is no
 * error: the rest is not read. When the first piece fails nothing was sent yet, and it is an error like any other.
 * @param onError - receives an error of a later piece; the response breaks off, so that nobody takes it for whole
 * @throws what the first piece throws
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
  onError: (error: unknown) => void,
): Promise<void> {
  const source = pieces[Symbol.asyncIterator]();
  const first = await source.next();
  const { raw } = reply;
  reply.hijack();
  if (raw.destroyed) return void (await source.return?.());
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  const all = async function* () {
    for (let piece = first; piece.done !== true; piece = await source.next()) yield piece.value;
  };
  const body = Readable.from(all());
  body.once('error', (error) => {
    onError(error);
    raw.destroy();
  });
  // Without an error: the client has left, or has everything.
  raw.once('close', () => body.destroy());
  body.once('close', () => void source.return?.());
  body.pipe(raw);
}
