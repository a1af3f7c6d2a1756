import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../tracking/refusals.ts';
import { parseJson } from './json.ts';

/** Lets a scope read JSON bodies, plain or gzip. Sizes count after decompression. */
export function readJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseOtherCharsets(request);
      done(null, parseJson(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  inflateBodies(scope);
}

/** Bodies with `Content-Encoding: gzip` are inflated on the way to their parser, and any other coding is refused. */
function inflateBodies(scope: FastifyInstance): void {
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const coding = request.headers['content-encoding'];
    if (coding === undefined) return done(null, payload);
    const name = coding.trim().toLowerCase();
    if (name === 'identity' || name === '') return done(null, payload);
    if (name !== 'gzip' && name !== 'x-gzip') return done(unknownCoding());
    const gunzip = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
    payload.on('data', (chunk: Buffer) => {
      gunzip.receivedEncodedLength += chunk.length;
    });
    payload.on('error', (error) => gunzip.destroy(error));
    // The parser stops listening when the body grows too large; then nothing more is inflated.
    gunzip.on('removeListener', (event) => {
      if (event === 'data') stop();
    });
    const stop = () => {
      payload.unpipe(gunzip);
      payload.resume();
      gunzip.on('error', () => {});
      gunzip.destroy();
    };
    done(null, payload.pipe(gunzip));
  });
}

export function refuseOtherCharsets(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type === undefined || type.length <= 16) return;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return;
  throw new Refusal('not-json', { message: 'Send the body in UTF-8.' });
}

function unknownCoding(): Error {
  return new Refusal('not-json', { message: 'Send the body plain or with Content-Encoding: gzip.' });
}
