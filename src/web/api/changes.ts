import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatInstant } from '../../contracts/instant.ts';
import { viewOfEnded } from '../../tracking/figures/flight-view.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import { encodeApiFlight } from './flight-wire.ts';
import type { ApiKey } from './keys.ts';
import type { NumberedChange } from './needs.ts';

export const maxStreams = 100;
export const maxStreamsPerKey = 5;
const batchSize = 100;
const keepAliveMs = 15_000;

/**
 * Streams of the durable changes of flights, as server-sent events: each has its number as `id`, so that a program that
 * was away, or a server that was restarted, continues with `Last-Event-ID` where the program was.
 */
export class ChangeStreams implements Disposable {
  readonly #parts: Pick<WebParts, 'api' | 'clock'>;
  readonly #streams = new Set<{ readonly key: ApiKey; readonly close: () => void }>();

  constructor(parts: Pick<WebParts, 'api' | 'clock'>) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#streams.size;
  }

  /** @throws Refusal `invalid`, `server-busy` */
  open(request: FastifyRequest, reply: FastifyReply, key: ApiKey): void {
    // Its end was before anybody could hear of it.
    if (reply.raw.destroyed) return void reply.hijack();
    const { api } = this.#parts;
    const own = [...this.#streams].filter((stream) => stream.key.id === key.id).length;
    if (this.#streams.size >= maxStreams || own >= maxStreamsPerKey) throw tooMany();
    const last = api.changes.last();
    const known = lastId(request) ?? last;
    // The journal was restored from a backup, and its numbers begin again: what came after them is not known to the program.
    const after = Math.min(known, last);
    const headers = { ...reply.getHeaders() } as Record<string, string>;
    reply.hijack();
    reply.raw.writeHead(200, { ...headers, ...streamHeaders });
    reply.raw.write(`retry: 2000\n: after ${after}\n\n`);
    if (known > last) reply.raw.write(gapOf(known));
    this.#serve(reply.raw, after, key);
  }

  /** Sends what follows, until the program or the server closes it, or the key ends. */
  #serve(raw: ServerResponse, after: number, key: ApiKey): void {
    const { api, clock } = this.#parts;
    let cursor = after;
    // A program that reads slowly is sent the rest when it has read what is on its way.
    const isReady = () => !raw.destroyed && !raw.writableEnded && !raw.writableNeedDrain;
    const sendMore = async () => {
      const entries = await api.changes.read(cursor, batchSize);
      if (raw.destroyed || raw.writableEnded) return false;
      const first = entries[0];
      // Older ones are deleted after a month.
      if (cursor > 0 && first !== undefined && first.number > cursor + 1) raw.write(gapOf(cursor));
      for (const entry of entries) raw.write(eventOf(entry));
      cursor = entries.at(-1)?.number ?? cursor;
      return entries.length === batchSize;
    };
    const send = onceAtATime(() =>
      endingElsewhere(raw, async () => {
        while (isReady() && (await sendMore())) {}
      }),
    );
    const listening = api.changes.listen(send);
    let timer: Disposable | null = null;
    const keepAlive = () => {
      // A program that reads nothing is not waited for: what is on its way to it may never end.
      if (!api.keys.isOpen(key.id)) return void (raw.writableNeedDrain ? raw.destroy() : raw.end());
      if (!raw.writableNeedDrain) raw.write(': \n\n');
      send();
      timer = clock.after(keepAliveMs, keepAlive);
    };
    timer = clock.after(keepAliveMs, keepAlive);
    const stream = { key, close: () => raw.end() };
    this.#streams.add(stream);
    raw.on('drain', send);
    raw.on('close', () => {
      listening[Symbol.dispose]();
      timer?.[Symbol.dispose]();
      this.#streams.delete(stream);
    });
    send();
  }

  [Symbol.dispose](): void {
    for (const { close } of this.#streams) close();
  }
}

/** Ends the stream when another server answers from now on: the program connects again, and continues there. */
async function endingElsewhere(raw: ServerResponse, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!isRefusal(error, 'shutting-down')) throw error;
    raw.end();
  }
}

/** Runs the task; a call in the meantime runs it once more afterwards. When it fails the program is sent what it missed by the next call. */
function onceAtATime(task: () => Promise<void>): () => void {
  let isRunning = false;
  let isDue = false;
  const run = async () => {
    isRunning = true;
    try {
      while (isDue) {
        isDue = false;
        await task();
      }
    } finally {
      isRunning = false;
    }
  };
  return () => {
    isDue = true;
    // The journal reports its own failures.
    if (!isRunning) run().catch(() => undefined);
  };
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** Changes after this number are not there any more. */
function gapOf(number: number): string {
  return `event: gap\ndata: {"after":${number}}\n\n`;
}

/** `flight` is the flight as it was then; its position and figures are in `/flights/{id}`. */
function eventOf({ number, at, kind, flight }: NumberedChange): string {
  const data = { number, at: formatInstant(at), change: kind, flight: encodeApiFlight(viewOfEnded(flight), true) };
  return `id: ${number}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`;
}

function lastId({ headers, query }: FastifyRequest): number | null {
  const sent = headers['last-event-id'] ?? (query as { after?: unknown }).after;
  if (sent === undefined) return null;
  if (typeof sent === 'string' && /^\d{1,15}$/.test(sent)) return Number(sent);
  const message = 'Must be the number of a change.';
  throw new Refusal('invalid', { message, fields: { after: message } });
}

function tooMany(): Refusal {
  const message = 'Too many streams are open. Close one of this key, or try again later.';
  return new Refusal('server-busy', { message, retryAfterS: 30 });
}
