import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RequestReader } from '../request-reader.ts';
import { type RequestHead, readHead } from './request-head.ts';

/** Where a request is answered that is not left to the framework; undefined for the others. */
export type FindDirect<T> = (head: RequestHead) => T | undefined;

/** A whole request. */
export interface WholeRequest<T> {
  readonly route: T;
  readonly head: RequestHead;
  readonly body: Buffer;
  /** Head and body as they came. */
  readonly message: Buffer;
}

/**
 * Answers a whole request and then calls `done`, or returns false at once and leaves it to the framework. It may find out later
 * that it is the framework's, before anything was begun: `done(false)`.
 */
export type AnswerDirect<T> = (
  socket: Socket,
  request: WholeRequest<T>,
  done: (isAnswered: boolean) => void,
) => boolean;

const maxHeadBytes = 4_096;
const endOfHead = Buffer.from('\r\n\r\n');

/** Returns where the body of a message begins, and its head as text; null when the head is not whole, or long. */
export function splitMessage(message: Buffer): { readonly text: string; readonly bodyAt: number } | null {
  const end = message.indexOf(endOfHead);
  if (end < 0 || end > maxHeadBytes) return null;
  return { text: message.toString('latin1', 0, end), bodyAt: end + endOfHead.length };
}

/**
 * A connection of Node's HTTP server, whose plain whole requests may be answered without it. Everything else goes to Node's
 * parser as it came: what arrives in pieces, several requests at once, other framing. After the first such arrival the
 * connection is the parser's for good, because only between two messages that both sides read alike is it known where one begins.
 * The first request of a connection is always the parser's too, which counts the time that a new connection may stay silent.
 */
export class DirectConnection<T> {
  readonly #socket: Socket;
  readonly #parse: (chunk: Buffer) => void;
  readonly #reader: RequestReader;
  readonly #find: FindDirect<T>;
  readonly #answer: AnswerDirect<T>;
  #state: 'new' | 'between' | 'in-framework' | 'in-answer' | 'left' = 'new';
  /** How many requests Node's parser has found in the bytes given to it last, and the newest. */
  #seen = 0;
  #request: IncomingMessage | null = null;
  /** Clients write the same head again and again. */
  #headText = '';
  #head: RequestHead | null = null;
  #route: T | undefined = undefined;
  /** What came while an answer was under way. */
  #held: Buffer | null = null;

  /** @param parse - gives bytes to Node's parser */
  constructor(socket: Socket, parse: (chunk: Buffer) => void, find: FindDirect<T>, answer: AnswerDirect<T>) {
    this.#socket = socket;
    this.#parse = parse;
    this.#reader = new RequestReader(socket, parse, () => {
      if (this.#state === 'in-framework') this.#state = 'between';
    });
    this.#find = find;
    this.#answer = answer;
  }

  receive(chunk: Buffer): void {
    if (this.#state === 'left') this.#reader.receive(chunk);
    else if (this.#state === 'in-answer') this.#hold(chunk);
    else {
      const bodyAt = this.#state === 'in-framework' ? -1 : this.#readWhole(chunk);
      if (bodyAt < 0) this.#leave(chunk);
      else if (!this.#answerDirectly(chunk, bodyAt)) this.#giveToFramework(chunk);
    }
  }

  /** Calls `begin` when it is the turn of the request that Node's parser found just now. */
  inTurn(begin: () => void): void {
    this.#reader.inTurn(begin);
  }

  /** Must be called for every request that Node's parser finds on this connection, after `inTurn`. */
  noteRequest(request: IncomingMessage, response: ServerResponse): void {
    this.#reader.noteRequest(request, response);
    if (this.#state !== 'in-framework') return;
    this.#seen += 1;
    this.#request = request;
  }

  /** Returns where the body begins if the chunk is exactly one plain request, else -1. */
  #readWhole(chunk: Buffer): number {
    const split = splitMessage(chunk);
    if (split === null) return -1;
    const { text, bodyAt } = split;
    if (text !== this.#headText) {
      this.#headText = text;
      this.#head = readHead(text);
      this.#route = this.#head === null ? undefined : this.#find(this.#head);
    }
    return this.#head !== null && chunk.length === bodyAt + this.#head.bodyBytes ? bodyAt : -1;
  }

  #answerDirectly(chunk: Buffer, bodyAt: number): boolean {
    if (this.#state !== 'between' || this.#head === null || this.#route === undefined) return false;
    this.#state = 'in-answer';
    const request = { route: this.#route, head: this.#head, body: chunk.subarray(bodyAt), message: chunk };
    const isTaken = this.#answer(this.#socket, request, (isAnswered) => this.#answered(isAnswered ? null : chunk));
    if (!isTaken) this.#state = 'between';
    return isTaken;
  }

  /** @param left - the request, if it is the framework's after all */
  #answered(left: Buffer | null): void {
    if (this.#state !== 'in-answer') return;
    this.#state = 'between';
    const held = this.#held;
    this.#held = null;
    // Node gives the parser of a closed connection to the next one: nothing more may be parsed.
    if (this.#socket.destroyed) return;
    if (left !== null) this.#giveToFramework(left);
    if (held === null) return;
    this.#socket.resume();
    this.receive(held);
  }

  /** What comes meanwhile waits, and no more is read. */
  #hold(chunk: Buffer): void {
    this.#held = this.#held === null ? chunk : Buffer.concat([this.#held, chunk]);
    this.#socket.pause();
  }

  /** Nothing but this one request may have been found in it. */
  #giveToFramework(chunk: Buffer): void {
    this.#state = 'in-framework';
    this.#seen = 0;
    this.#parse(chunk);
    if (this.#seen !== 1 || this.#request?.complete !== true) this.#state = 'left';
    this.#request = null;
  }

  #leave(chunk: Buffer): void {
    this.#state = 'left';
    this.#reader.receive(chunk);
  }
}
