import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../tracking/refusals.ts';
import { originOf } from './exchange.ts';
import type { Origin } from './origin.ts';
import { sentOnFrom } from './sent-on.ts';

/** Tells which requests another server of ours answers. Null: this one does. */
export interface Elsewhere {
  /** By the session token of the request. */
  ofToken(token: string): Place | null | Promise<Place | null>;
  /** Who answers for this token: this server, or another one; null when that is not known without asking. */
  holderOf(token: string): 'here' | Place | null;
  /** By the API key that a client sends with every request. */
  ofKey(apiKey: string): Place | null | Promise<Place | null>;
  /** Where the pages, the map and the API for other programs are answered: at one server for all. */
  ofPages(): Place | null;
}

/** Another server of ours. */
export interface Place {
  /**
   * Sends a request on, once.
   * @throws Refusal `shutting-down` while nobody answers there
   */
  send(request: SentRequest): Promise<PlaceAnswer>;
  /** Sends a plain report on, once, by a shorter way; returns false at once where there is none. `done` is called later, once. */
  sendReport(report: SentReport, done: (answer: ReportAnswer) => void): boolean;
}

/** A plain report that came whole. */
export interface SentReport {
  /** The message as its client sent it, head and body. */
  readonly message: Buffer;
  /** Where the client is, as the server that it reached knows it. */
  readonly origin: Origin;
}

/**
 * A whole message for the client, with its status. `left`: nothing was begun there, and it may be sent as any other request.
 * `lost`: whether it was carried out is not known.
 */
export type ReportAnswer = { readonly status: number; readonly message: Buffer | string } | 'left' | 'lost';

/** A request as its client sent it. */
export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names and values in turn, as `rawHeaders` of Node. */
  readonly headers: readonly string[];
  /** The whole body, decompressed; or a stream of it as it comes in. */
  readonly body: Buffer | Readable | null;
  /** Where the client is, as the server that it reached knows it. */
  readonly origin: Origin;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

export interface PlaceAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Readable;
}

/** Headers of one connection, and those that the receiver would take for the client's own (RFC 9110, 7.6.1). */
const notSentOn: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'],
  ...['x-real-ip', 'forwarded', 'x-tracker-edge', 'x-tracker-peer', 'x-tracker-origin'],
]);
/**
 * The body was read, and is no longer compressed; or it is not sent on at all: a length that no body follows would make the
 * other side take the next request for it.
 */
const notWithBytes = new Set([...notSentOn, 'content-length', 'content-encoding']);
const notReturned = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * Lets another server answer this request, and returns its answer unchanged. A request that was sent on already is not
 * sent on again: two servers that disagree would pass it to each other for ever.
 * @throws Refusal `shutting-down` while that server cannot be reached, before anything was sent to the client
 */
export async function answerElsewhere(
  place: Place,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer | Readable | null,
): Promise<void> {
  if (sentOnFrom(request.raw) !== null) throw movingNow();
  const isWhole = !(body instanceof Readable);
  const gone = new AbortController();
  // A request that came whole and is answered needs no end, which is an error with a stack each time.
  reply.raw.once('close', () => {
    if (!isWhole || !reply.raw.writableFinished) gone.abort();
  });
  const answer = await place.send({
    method: request.method,
    target: request.originalUrl,
    headers: without(request.raw.rawHeaders, isWhole ? notWithBytes : notSentOn),
    origin: isWhole ? withoutDigest(originOf(request)) : originOf(request),
    body,
    signal: gone.signal,
  });
  reply.hijack();
  reply.raw.writeHead(answer.status, without(answer.headers, notReturned) as string[]);
  // An answer that breaks off breaks off for the client too.
  pipeline(answer.body, reply.raw, (error) => void (error && reply.raw.destroy()));
}

/** What was asked for is being taken over by another server: the same request is answered in a moment. */
export function movingNow(): Refusal {
  return new Refusal('shutting-down', {
    message: 'Another server is taking this over. Try again in a moment.',
    retryAfterS: 1,
  });
}

/** The edge signs a body as it was sent; it was compared when it was read, and may have been compressed. */
function withoutDigest({ bodyDigest: _, ...origin }: Origin): Origin {
  return origin;
}

function without(headers: readonly string[], names: ReadonlySet<string>): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!names.has(name.toLowerCase())) kept.push(name, headers[index + 1] ?? '');
  }
  return kept;
}
