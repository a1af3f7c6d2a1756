import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { BodyBudget, BodyLease } from './body-budget.ts';
import { type BodyAllowance, collectBody } from './collect-body.ts';
import type { HttpRequest } from './exchange.ts';

/** Maximum body size, after decompression, without a session token in a header. */
export const openBodyBytes = 64 * 1024;

export interface BodyRules {
  readonly budget: BodyBudget;
  readonly clock: Clock;
  allowanceOf(request: FastifyRequest): BodyAllowance;
  /** Receives each body before it is parsed; null where nobody keeps them. */
  readonly onBytes: ((request: FastifyRequest, bytes: Buffer) => void) | null;
}

const leases = new WeakMap<HttpRequest, BodyLease>();

/**
 * Adds a parser for bodies of this content type, plain or gzip. Reading stops at the first limit exceeded. A large body stays
 * on the budget until `releaseBody`. `parse` may throw a `Refusal`.
 */
export function readBodies(
  scope: FastifyInstance,
  contentType: string,
  rules: BodyRules,
  parse: (bytes: Buffer) => unknown,
): void {
  scope.addContentTypeParser(contentType, (request, payload, done) => {
    try {
      requireUtf8(request);
      const allowance = rules.allowanceOf(request);
      const limit = Math.max(allowance.maxBytes, allowance.growth?.maxBytes ?? 0);
      if (Number(request.headers['content-length']) > limit) throw tooLarge(allowance);
      const stream = plainStream(request, payload);
      const lease = rules.budget.lease(allowance.isKnown);
      collectBody({ stream, payload, lease, allowance, clock: rules.clock, tooLarge }, (refusal, bytes) => {
        if (refusal !== null) {
          lease.release();
          discardRest(request, stream, payload, rules.clock);
          return done(refusal);
        }
        if (bytes.length <= openBodyBytes) lease.release();
        rules.onBytes?.(request, bytes);
        let body: unknown;
        try {
          body = parse(bytes);
        } catch (error) {
          lease.release();
          return done(error as Error);
        }
        // Weak keys cost the garbage collector time: only the few large bodies have one.
        if (bytes.length > openBodyBytes) leases.set(request, lease);
        done(null, body);
      });
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Releases the budget of a body once its response is sent. */
export function releaseBody(request: HttpRequest): void {
  leases.get(request)?.release();
}

/** Returns the decompressed body. @throws Refusal `not-json` for an encoding other than gzip */
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

/** How long a client may go on sending a rejected body, so that it can read the response. */
const discardMs = 5_000;

function discardRest(request: FastifyRequest, stream: Readable, payload: Readable, clock: Clock): void {
  if (stream !== payload) {
    payload.unpipe();
    stream.destroy();
  }
  if (payload.readableEnded || payload.destroyed) return;
  const timer = clock.after(discardMs, () => request.raw.socket.destroy());
  payload.once('close', () => timer[Symbol.dispose]());
  payload.resume();
}

function requireUtf8(request: FastifyRequest): void {
  const type = request.headers['content-type'] ?? '';
  if (!type.includes('charset')) return;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1]?.toLowerCase() ?? '';
  if (charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return;
  throw new Refusal('not-json', { message: 'Send the body in UTF-8.' });
}

function tooLarge({ isKnown }: BodyAllowance): Refusal {
  return new Refusal('too-large', {
    message: isKnown
      ? 'The body is too large. See `limits` in the status for the maximum.'
      : 'The body is larger than 64 KiB. Send the session token in a header to send a larger one.',
  });
}
