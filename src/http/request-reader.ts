import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isBroken } from './broken-http.ts';

const endOfHead = Buffer.from('\r\n\r\n');
/** No request is shorter, up to the end of its head. */
const minBytes = 14;
/** What holds no end of a head is given in parts of this size. */
const maxPartBytes = 16_384;

/**
 * Gives what a connection receives to Node's parser one request at a time. The parser alone would find a thousand requests in
 * one chunk and have all of them answered at once, before anybody else's. The next one is given when the answer has been sent
 * and others had a turn; until then no more is read, so that the answers of a client who reads none stay one.
 */
export class RequestReader {
  readonly #socket: Socket;
  readonly #parse: (chunk: Buffer) => void;
  readonly #onAnswered: () => void;
  /** What the parser does not have yet. */
  #held: Buffer | null = null;
  /** Requests without an answer, and the newest of all. */
  #unanswered = 0;
  #request: IncomingMessage | null = null;
  #isWaiting = false;
  /** Begins the answer to the request behind the one that is being answered. */
  #begin: (() => void) | null = null;

  /** @param onAnswered - called after each answer */
  constructor(socket: Socket, parse: (chunk: Buffer) => void, onAnswered: () => void) {
    this.#socket = socket;
    this.#parse = parse;
    this.#onAnswered = onAnswered;
  }

  receive(chunk: Buffer): void {
    this.#held = this.#held === null ? chunk : Buffer.concat([this.#held, chunk]);
    if (!this.#isWaiting) this.#give();
    if (this.#held !== null) this.#socket.pause();
  }

  /** Calls `begin` when it is the turn of the request that the parser found just now: at once, or after the answer before it. */
  inTurn(begin: () => void): void {
    if (this.#unanswered === 0) begin();
    else this.#begin = begin;
  }

  /** Must be called for every request that the parser finds on this connection, after `inTurn`. */
  noteRequest(request: IncomingMessage, response: ServerResponse): void {
    this.#unanswered += 1;
    this.#request = request;
    response.once('close', () => {
      this.#unanswered -= 1;
      if (this.#unanswered === 0) this.#request = null;
      this.#onAnswered();
      if (this.#held !== null || this.#begin !== null) this.#goOnLater();
    });
  }

  #give(): void {
    while (this.#held !== null && !this.#mustWait()) {
      const part = this.#take(this.#held);
      // Before the parser has it, which may stop reading for a body that nobody takes.
      if (this.#held === null && this.#socket.isPaused()) this.#socket.resume();
      // Node gives the parser of a closed connection to the next one: nothing more may be parsed.
      if (this.#socket.writable && !isBroken(this.#socket)) this.#parse(part);
    }
  }

  /** The rest of a body is given to the request that is being answered; those behind it wait for its answer. */
  #mustWait(): boolean {
    if (this.#unanswered > 0) return this.#unanswered > 1 || this.#request?.complete === true;
    if (!this.#socket.writableNeedDrain) return false;
    this.#giveAfterDrain();
    return true;
  }

  /** Returns what is held up to the first end of a head: at most one request begins in it. */
  #take(held: Buffer): Buffer {
    const end = held.indexOf(endOfHead, minBytes);
    const length = end < 0 ? maxPartBytes : Math.min(end + endOfHead.length, maxPartBytes);
    this.#held = length < held.length ? held.subarray(length) : null;
    return held.subarray(0, length);
  }

  #goOnLater(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setImmediate(() => {
      this.#isWaiting = false;
      const begin = this.#begin;
      this.#begin = null;
      if (!this.#socket.destroyed) begin?.();
      this.#give();
    });
  }

  #giveAfterDrain(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#socket.once('drain', () => {
      this.#isWaiting = false;
      this.#goOnLater();
    });
  }
}
