import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RequestReader } from '../request-reader.ts';
import { type RequestHead, readHead } from './request-head.ts';

/** Where a request is answered that is not left to the framework; undefined for the others. */
export type FindDirect<T> = (head: RequestHead) => T | undefined;

/** A whole request. Its bytes stay only until the call returns that is given it. */
export interface WholeRequest<T> {
  readonly route: T;
  readonly head: RequestHead;
  readonly body: Buffer;
  /** Head and body as they came. */
  readonly message: Buffer;
}

/**
 * Answers a whole request and then calls `done`, or returns false at once and leaves it to the framework. It may find out later
 * that it is the framework's, before anything was begun: `done` with a copy of the message.
 */
export type AnswerDirect<T> = (
  socket: Socket,
  request: WholeRequest<T>,
  done: (left: Buffer | null) => void,
) => boolean;

const maxHeadBytes = 4_096;
const endOfHead = Buffer.from('\r\n\r\n');

/** Returns where the body of a message begins, and its head as text; null when the head is not whole, or long. */
export function splitMessage(message: Buffer): { readonly text: string; readonly bodyAt: number } | null {
  const end = message.indexOf(endOfHead);
  if (end < 0 || end > maxHeadBytes) return null;
  return { text: message.toString('latin1', 0, end), bodyAt: end + endOfHead.length };
}

interface WholeHead {
  readonly head: RequestHead;
  readonly bodyAt: number;
}

/**
 * Returns the head of a chunk that is exactly one plain request, and where its body begins. No head is kept until the next one comes:
 * those of ten thousand connections would fill the old generation, as decision 0011 says of positions.
 */
function readWhole(chunk: Buffer): WholeHead | null {
  const split = splitMessage(chunk);
  const head = split === null ? null : readHead(split.text);
  if (split === null || head === null || chunk.length !== split.bodyAt + head.bodyBytes) return null;
  return { head, bodyAt: split.bodyAt };
}

/** What Node's HTTP server has of a connection that it took over. */
interface OfNode {
  /** Gives bytes to its parser. */
  readonly parse: (chunk: Buffer) => void;
  readonly reader: RequestReader;
}

/**
 * A connection of Node's HTTP server, whose plain whole requests may be answered without it. Everything else goes to Node's
 * parser as it came: what arrives in pieces, several requests at once, other framing. After the first such arrival the
 * connection is the parser's for good, because only between two messages that both sides read alike is it known where one begins.
 * Node takes the connection over with the first request that is its own: until then it has no parser.
 */
export class DirectConnection<T> {
  readonly #socket: Socket;
  readonly #takeOver: () => (chunk: Buffer) => void;
  #ofNode: OfNode | null = null;
  readonly #find: FindDirect<T>;
  readonly #answer: AnswerDirect<T>;
  #state: 'between' | 'in-framework' | 'in-answer' | 'left' = 'between';
  /** How many requests Node's parser has found in the bytes given to it last, and the newest. */
  #seen = 0;
  #request: IncomingMessage | null = null;
  /** What came while an answer was under way. */
  #held: Buffer | null = null;

  /** @param takeOver - makes the connection one of Node's server; returns what gives bytes to its parser */
  constructor(socket: Socket, takeOver: () => (chunk: Buffer) => void, find: FindDirect<T>, answer: AnswerDirect<T>) {
    this.#socket = socket;
    this.#takeOver = takeOver;
    this.#find = find;
    this.#answer = answer;
  }

  /** @param chunk - its bytes stay only until this returns */
  receive(chunk: Buffer): void {
    // A request that comes after the last answer gets none: it is not begun.
    if (!this.#socket.writable) return;
    const whole = this.#state === 'between' ? readWhole(chunk) : null;
    if (whole !== null && this.#answerDirectly(chunk, whole)) return;
    const kept = Buffer.from(chunk);
    if (whole !== null) this.#giveToFramework(kept);
    else if (this.#state === 'left') this.#toNode().reader.receive(kept);
    else if (this.#state === 'in-answer') this.#hold(kept);
    else this.#leave(kept);
  }

  /** Whether it has answered a request, all of the answer is sent, no other one came, and Node's server does not know of it. */
  get isIdle(): boolean {
    const { bytesRead, writableLength } = this.#socket;
    return this.#ofNode === null && this.#state === 'between' && bytesRead > 0 && writableLength === 0;
  }

  /** Calls `begin` when it is the turn of the request that Node's parser found just now. */
  inTurn(begin: () => void): void {
    this.#toNode().reader.inTurn(begin);
  }

  /** Must be called for every request that Node's parser finds on this connection, after `inTurn`. */
  noteRequest(request: IncomingMessage, response: ServerResponse): void {
    this.#toNode().reader.noteRequest(request, response);
    if (this.#state !== 'in-framework') return;
    this.#seen += 1;
    this.#request = request;
  }

  #answerDirectly(message: Buffer, { head, bodyAt }: WholeHead): boolean {
    const route = this.#find(head);
    if (route === undefined) return false;
    this.#state = 'in-answer';
    const request = { route, head, body: message.subarray(bodyAt), message };
    const isTaken = this.#answer(this.#socket, request, this.#done);
    if (!isTaken) this.#state = 'between';
    return isTaken;
  }

  /** @param left - the request, if it is the framework's after all */
  readonly #done = (left: Buffer | null): void => {
    if (this.#state !== 'in-answer') return;
    this.#state = 'between';
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#socket.resume();
    // Its client has ended, or it is closed: no further request can be answered, and Node may have given its parser to another one.
    if (!this.#socket.writable) return;
    if (left !== null) this.#giveToFramework(left);
    if (held !== null) this.receive(held);
  };

  /** What comes meanwhile waits, and no more is read. */
  #hold(chunk: Buffer): void {
    this.#held = this.#held === null ? chunk : Buffer.concat([this.#held, chunk]);
    this.#socket.pause();
  }

  /** Nothing but this one request may have been found in it. */
  #giveToFramework(chunk: Buffer): void {
    this.#state = 'in-framework';
    this.#seen = 0;
    this.#toNode().parse(chunk);
    if (this.#seen !== 1 || this.#request?.complete !== true) this.#state = 'left';
    this.#request = null;
  }

  #leave(chunk: Buffer): void {
    this.#state = 'left';
    this.#toNode().reader.receive(chunk);
  }

  #toNode(): OfNode {
    this.#ofNode ??= this.#takenOver();
    return this.#ofNode;
  }

  #takenOver(): OfNode {
    const parse = this.#takeOver();
    const reader = new RequestReader(this.#socket, parse, () => {
      if (this.#state === 'in-framework') this.#state = 'between';
    });
    return { parse, reader };
  }
}
