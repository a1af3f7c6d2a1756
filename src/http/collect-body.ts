import type { Readable } from 'node:stream';
import type { Clock } from '../lib/clock.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { BodyLease } from './body-budget.ts';

/** Time limit for a body from a sender without a session. */
const openBodyMs = 10_000;
/** Maximum compression ratio; even very repetitive text stays far below. */
const maxInflation = 100;
/** The ratio is not checked below this size. */
const inflationFromBytes = 64 * 1024;

/** Limits of the body of one request. */
export interface BodyAllowance {
  /** After decompression. */
  readonly maxBytes: number;
  /** The sender is signed in: there is no time limit, and the common budget is used. */
  readonly isKnown: boolean;
  /** For a body that may carry the session token: whether its beginning does, and the limit that then applies. */
  readonly growth: { readonly maxBytes: number; isSignedIn(start: Buffer): boolean } | null;
}

export interface IncomingBody {
  /** Bytes received. */
  readonly payload: Readable;
  /** The inflated stream, or the payload itself when it is not compressed. */
  readonly stream: Readable;
  readonly lease: BodyLease;
  readonly allowance: BodyAllowance;
  readonly clock: Clock;
  tooLarge(allowance: BodyAllowance): Refusal;
}

type Done = (refusal: Refusal | null, bytes: Buffer) => void;

/** Collects a body within its allowance, the budget and the time limit. Calls `done` once. */
export function collectBody(body: IncomingBody, done: Done): void {
  const { stream, payload, lease, allowance, clock } = body;
  const chunks: Buffer[] = [];
  let limit = allowance.maxBytes;
  let length = 0;
  let received = 0;
  let isOver = false;
  // Most bodies are already received, or arrive in the next turn of the event loop.
  const timer = allowance.isKnown ? null : clock.after(openBodyMs, () => end(tooSlow()));

  if (stream !== payload) payload.on('data', (chunk: Buffer) => count(chunk.length));
  stream.on('data', (chunk: Buffer) => {
    if (isOver) return;
    length += chunk.length;
    if (stream !== payload && isBomb(length, received)) return end(inflatesTooMuch());
    if (!lease.add(chunk.length)) return end(noRoom());
    chunks.push(chunk);
    if (length > limit && !grow()) end(body.tooLarge(allowance));
  });
  stream.on('end', () => end(null));
  // A broken stream or invalid gzip: the client's error in both cases.
  stream.on('error', breakOff);
  stream.on('close', breakOff);

  // After every body: a refusal, which has a stack, is only made where one is needed.
  function breakOff(): void {
    if (!isOver) end(unreadable());
  }

  function count(bytes: number): void {
    received += bytes;
    if (!isOver && !lease.add(bytes)) end(noRoom());
  }

  /** Returns true when the beginning of the body has a valid session token, and there is room for the rest. */
  function grow(): boolean {
    const { growth } = allowance;
    if (growth === null || limit === growth.maxBytes || length > growth.maxBytes) return false;
    if (!growth.isSignedIn(Buffer.concat(chunks).subarray(0, allowance.maxBytes))) return false;
    limit = growth.maxBytes;
    timer?.[Symbol.dispose]();
    lease.promote();
    return true;
  }

  function end(refusal: Refusal | null): void {
    if (isOver) return;
    isOver = true;
    timer?.[Symbol.dispose]();
    const [first] = chunks;
    const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(refusal === null ? chunks : []);
    chunks.length = 0;
    done(refusal, bytes);
  }
}

function isBomb(inflated: number, received: number): boolean {
  return inflated > inflationFromBytes && inflated > received * maxInflation;
}

function inflatesTooMuch(): Refusal {
  return new Refusal('too-large', {
    message: `The body inflates to more than ${maxInflation} times its size. Send it without compression.`,
  });
}

function noRoom(): Refusal {
  return new Refusal('server-busy', {
    message: 'The server is receiving too many large bodies. Try again in a moment.',
    retryAfterS: 5,
  });
}

function tooSlow(): Refusal {
  return new Refusal('server-busy', {
    message: `The body did not arrive within ${openBodyMs / 1000} s. Try again, with the session token in a header.`,
    retryAfterS: 5,
  });
}

function unreadable(): Refusal {
  return new Refusal('malformed', { message: 'The body is incomplete or invalid. Send it again.' });
}
