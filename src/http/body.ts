import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../tracking/refusals.ts';

type Parse = (bytes: Buffer) => unknown;
type Done = (error: Error | null, body?: unknown) => void;

/**
 * Lets a scope read bodies of this content type, plain or gzip. Their size counts after decompression; what is over the
 * limit is not read on. `parse` may throw a `Refusal`.
 */
export function readBodies(scope: FastifyInstance, contentType: string, parse: Parse): void {
  scope.addContentTypeParser(contentType, (request, payload, done) => {
    try {
      refuseOtherCharsets(request);
      const limit = request.routeOptions.bodyLimit ?? 0;
      if (Number(request.headers['content-length']) > limit) throw tooLarge();
      const stream = plainStream(request, payload);
      collect(stream, limit, parse, (error, body) => {
        if (error !== null && stream !== payload) abandon(stream, payload);
        done(error, body);
      });
    } catch (error) {
      done(error as Error);
    }
  });
}

/** The body as it was before compression. @throws Refusal `not-json` for a coding other than gzip */
function plainStream(request: FastifyRequest, payload: Readable): Readable {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return payload;
  if (coding !== 'gzip' && coding !== 'x-gzip') {
    throw new Refusal('not-json', { message: 'Send the body plain or with Content-Encoding: gzip.' });
  }
  const gunzip = createGunzip();
  payload.once('error', (error) => gunzip.destroy(error));
  return payload.pipe(gunzip);
}

/** Inflates no more; what the client still sends is let through to nowhere, so that it gets to read the answer. */
function abandon(stream: Readable, payload: Readable): void {
  payload.unpipe();
  payload.resume();
  stream.destroy();
}

/** Collects a stream up to the limit, then parses it. `done` is called once. */
function collect(stream: Readable, limit: number, parse: Parse, done: Done): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let isOver = false;
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else end(tooLarge());
  });
  stream.on('end', () => end(null));
  // A broken stream, or bad gzip: the client's doing either way.
  stream.on('error', () => end(unreadable()));

  function end(refusal: Refusal | null): void {
    if (isOver) return;
    isOver = true;
    if (refusal === null) finish();
    else done(refusal);
  }

  function finish(): void {
    try {
      const [first] = chunks;
      done(null, parse(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length)));
    } catch (error) {
      done(error as Error);
    }
  }
}

function refuseOtherCharsets(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? '';
  if (!type.includes('charset')) return;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1]?.toLowerCase() ?? '';
  if (charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return;
  throw new Refusal('not-json', { message: 'Send the body in UTF-8.' });
}

function tooLarge(): Refusal {
  return new Refusal('too-large', {
    message: 'The body is too large; `limits` in the status says how large it may be.',
  });
}

function unreadable(): Refusal {
  return new Refusal('malformed', { message: 'The body could not be read; send it again, whole.' });
}
