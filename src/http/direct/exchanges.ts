import type { Socket } from 'node:net';
import { openBodyBytes } from '../body.ts';
import type { BodyBudget } from '../body-budget.ts';
import { movingNow, type Place, type ReportAnswer, type SentReport } from '../elsewhere.ts';
import { parseJson } from '../json.ts';
import type { RequestLog } from '../log-requests.ts';
import type { Origin } from '../origin.ts';
import type { SentHead } from '../peer.ts';
import { splitMessage, type WholeRequest } from './direct-connection.ts';
import type { DirectRoute, DirectRoutes, FoundRoute } from './direct-routes.ts';
import { DirectReply, DirectRequest, type ReplyWay } from './exchange.ts';
import { type RequestHead, readHead } from './request-head.ts';
import { Waiting } from './waiting.ts';

export interface DirectParts {
  readonly routes: DirectRoutes;
  readonly bodies: BodyBudget;
  newRequestId(): string;
  originOf(socket: Socket, head: SentHead): Origin;
  /** Returns false for a request that must not be served: the framework says why. */
  isAdmitted(origin: Origin): boolean;
  readonly log: RequestLog | null;
}

/** The requests that are answered without the framework: of clients, and those that other servers of ours sent on. */
export class Exchanges {
  readonly #waiting = new Waiting();
  readonly #parts: DirectParts;
  readonly #keepAliveS: number;

  constructor(parts: DirectParts, keepAliveS: number) {
    this.#parts = parts;
    this.#keepAliveS = keepAliveS;
  }

  /** Settles when every request taken so far is answered. */
  settled(): Promise<void> {
    return this.#waiting.settled();
  }

  /** Answers a client's request here or lets another server do it; see `AnswerDirect`. */
  ofClient(socket: Socket, whole: WholeRequest<FoundRoute>, done: (left: Buffer | null) => void): boolean {
    const { route: found, head, body, message } = whole;
    if (!hasRoom(this.#parts.bodies, body.length)) return false;
    const holder = found.route.holderOf(head.headers);
    if (holder === null) return false;
    const request = this.#admit(found, head, this.#parts.originOf(socket, head));
    if (request === null) return false;
    const end = this.#begin(request);
    const reply = new DirectReply(socket, this.#keepAliveS, (status) => {
      end(status);
      done(null);
    });
    if (holder === 'here') serve(found, body, request, reply);
    else {
      const kept = Buffer.from(message);
      const leave = () => {
        end(null);
        done(kept);
      };
      if (!sendOn(holder, kept, { found, request, reply, leave })) {
        end(null);
        return false;
      }
    }
    return true;
  }

  /** Answers a report that another server sent on. What is not answered directly here is left to that server. */
  ofPeer({ message, origin }: SentReport, done: (answer: ReportAnswer) => void): void {
    const whole = this.#readSentOn(message);
    const request = whole && this.#admit(whole.route, whole.head, origin);
    if (whole === null || request === null) {
      done('left');
      return;
    }
    const end = this.#begin(request);
    const way = new WayOfPeer();
    const reply = new DirectReply(way, this.#keepAliveS, (status) => {
      end(status);
      done({ status, message: way.message });
    });
    serve(whole.route, whole.body, request, reply);
  }

  /** Never sent on twice: two servers that disagree would pass it to each other for ever. */
  #readSentOn(message: Buffer): Omit<WholeRequest<FoundRoute>, 'message'> | null {
    const split = splitMessage(message);
    const head = split && readHead(split.text);
    const route = head === null ? undefined : this.#parts.routes.find(head);
    if (split === null || head === null || route === undefined) return null;
    const body = message.subarray(split.bodyAt);
    const isWhole = body.length === head.bodyBytes && hasRoom(this.#parts.bodies, body.length);
    return isWhole && route.route.holderOf(head.headers) === 'here' ? { head, route, body } : null;
  }

  #admit({ params }: FoundRoute, head: RequestHead, origin: Origin): DirectRequest | null {
    const { isAdmitted, newRequestId } = this.#parts;
    return isAdmitted(origin) ? new DirectRequest(newRequestId(), head, params, origin) : null;
  }

  /** Returns what ends it: with the status of its answer, or null where the framework answers. */
  #begin(request: DirectRequest): (status: number | null) => void {
    const release = this.#waiting.add();
    const { log } = this.#parts;
    const began = log === null ? 0 : performance.now();
    return (status) => {
      if (status !== null) log?.(request, status, performance.now() - began);
      release();
    };
  }
}

/** The answer to a report that another server sent on: its client's connection is there. */
class WayOfPeer implements ReplyWay {
  readonly writable = true;
  readonly end = null;
  message: string | Buffer = '';

  write(message: string | Buffer): void {
    this.message = message;
  }
}

/** Whether the budget has room for a body that is already here, and small enough not to be held. */
function hasRoom(bodies: BodyBudget, bytes: number): boolean {
  return bytes <= openBodyBytes && bodies.hasRoom(bytes);
}

interface Exchange {
  readonly found: FoundRoute;
  readonly request: DirectRequest;
  readonly reply: DirectReply;
  /** Leaves the request to the framework. */
  readonly leave: () => void;
}

/** Lets another server answer; returns false where it cannot be asked in this way. */
function sendOn(place: Place, message: Buffer, { found: { route }, request, reply, leave }: Exchange): boolean {
  return place.sendReport({ message, origin: request.trackerOrigin }, (answer) => {
    if (answer === 'left') leave();
    else if (answer === 'lost') route.refuse(movingNow(), request, reply);
    else reply.pass(answer.status, answer.message);
  });
}

function serve({ route }: FoundRoute, body: Buffer, request: DirectRequest, reply: DirectReply): void {
  try {
    const admitted = route.admit(request);
    if (admitted === undefined) {
      answerRead(route, body, request, reply);
      return;
    }
    const kept = Buffer.from(body);
    admitted
      .then(() => answerRead(route, kept, request, reply))
      .catch((error: unknown) => route.refuse(error, request, reply));
  } catch (error) {
    route.refuse(error, request, reply);
  }
}

function answerRead(route: DirectRoute, body: Buffer, request: DirectRequest, reply: DirectReply): void {
  request.body = parseJson(body);
  void route.answer(request, reply);
}
