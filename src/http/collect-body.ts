import type { Readable } from 'node:stream';
import type { Clock } from '../lib/clock.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { BodyLease } from './body-budget.ts';

/** How long a sender who is not signed in may take to send a body. */
const openBodyMs = 10_000;
/** Inflated bytes for each received one; text that repeats itself much stays far below. */
const maxInflation = 100;
/** Below this size the ratio does not matter. */
const inflationFromBytes = 64 * 1024;

/** How large the body of one request may be. */
export interface BodyAllowance {
  /** After decompression. */
  readonly maxBytes: number;
  /** The sender is signed in: the time to send is not limited further, and the common budget is open. */
  readonly isKnown: boolean;
  /** For a sender who may sign in by the body itself: whether its beginning does, and how large it may be then. */
  readonly growth: { readonly maxBytes: number; isSignedIn(start: Buffer): boolean } | null;
}

export interface IncomingBody {
  /** As received. */
  readonly payload: Readable;
  /** Inflated; the payload itself when it is not compressed. */
  readonly stream: Readable;
  readonly lease: BodyLease;
  readonly allowance: BodyAllowance;
  readonly clock: Clock;
  tooLarge(allowance: BodyAllowance): Refusal;
}

type Done = (refusal: Refusal | null, bytes: Buffer) => void;

/** Collects a body as far as its allowance, the budget and the time let it. Calls `done` once. */
export function collectBody(body: IncomingBody, done: Done): void {
  const { stream, payload, lease, allowance, clock } = body;
  const chunks: Buffer[] = [];
  let limit = allowance.maxBytes;
  let length = 0;
  let received = 0;
  let isOver = false;
  // Most bodies are here already, or one turn later.
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
  // A broken stream, or bad gzip: the client's doing either way.
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

  /** True when the beginning of the body signs its sender in, and there is room for the rest. */
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
    message: `The body inflates to more than ${maxInflation} times its size; send it without compression.`,
  });
}

function noRoom(): Refusal {
  return new Refusal('server-busy', {
    message: 'The server is reading too many bodies right now; try again in a moment.',
    retryAfterS: 5,
  });
}

function tooSlow(): Refusal {
  return new Refusal('server-busy', {
    message: `The body did not arrive within ${openBodyMs / 1000} s; try again, with the session token in a header.`,
    retryAfterS: 5,
  });
}

function unreadable(): Refusal {
  return new Refusal('malformed', { message: 'The body could not be read; send it again, whole.' });
}
