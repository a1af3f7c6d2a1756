import { type Duplex, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  movingNow,
  type Place,
  type PlaceAnswer,
  type ReportAnswer,
  type SentReport,
  type SentRequest,
} from '../http/elsewhere.ts';
import { systemClock } from '../lib/clock.ts';
import { thisMachine } from '../lib/machine.ts';
import type { Secret } from '../lib/secret.ts';
import { PeerWatch, type PeerWatchNeeds, silentAfterMs } from './peer-watch.ts';
import { ReportLine } from './reports/report-line.ts';
import { type CallAnswer, decodeValue, encodeValue, resultOf } from './wire.ts';

/** A request to another server. */
export interface AskedPeer {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Once aborted, nobody wants the answer, or the rest of it. */
  readonly signal: AbortSignal;
}

export interface PeerAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Readable;
}

/** How requests reach another server. */
export interface PeerLine {
  /** Rejects when no answer begins in time, or none at all: whether the request was carried out is then not known. */
  request(asked: AskedPeer, body: Buffer | Readable | null): Promise<PeerAnswer>;
  /** Opens a two-way stream; absent where there is none. Rejects where the other side knows no such stream. */
  openStream?(asked: Pick<AskedPeer, 'path' | 'headers'>): Promise<Duplex>;
  /** How long the answer to a request may take to begin, in milliseconds. */
  readonly deadlineMs: number;
  /** Is aborted when a call that begins now has taken too long. */
  deadline(): AbortSignal;
  /** Rejects every request whose answer has not begun. */
  abandon(): void;
  close(): void;
}

/** Proves that a request comes from a server of ours. */
export const peerHeader = 'x-tracker-peer';
/** Where the client of a request is that was sent on, as JSON. */
export const originHeader = 'x-tracker-origin';
/** Path of the calls between servers; nothing else of ours is there. */
export const callPath = '/cluster/call';
/** Path of the stream on which reports are sent on; the number is that of the format of its frames. */
export const reportsPath = '/cluster/reports/1';

type PeerTime = Pick<PeerWatchNeeds, 'clock' | 'monotonic'>;
const ofThisMachine: PeerTime = { clock: systemClock, monotonic: () => thisMachine.monotonic() };

/** Another server of ours. */
export class Peer implements Place {
  readonly #line: PeerLine;
  readonly #secret: Secret;
  readonly #reports: ReportLine | null;
  readonly #time: PeerTime;
  readonly #watch: PeerWatch;

  /** @param time - of the server that asks */
  constructor(line: PeerLine, secret: Secret, time: PeerTime = ofThisMachine) {
    this.#line = line;
    this.#secret = secret;
    this.#time = time;
    this.#watch = new PeerWatch({ ...time, ask: () => this.#ask(), onSilent: () => this.#abandon() });
    const { openStream, deadlineMs } = line;
    const asked = { path: reportsPath, headers: [peerHeader, secret.reveal()] };
    this.#reports = openStream ? new ReportLine({ open: () => openStream.call(line, asked), deadlineMs }) : null;
  }

  /** Whether it was asked in vain for seconds, and has said nothing since. */
  get isSilent(): boolean {
    return this.#watch.isSilent;
  }

  sendReport(report: SentReport, done: (answer: ReportAnswer) => void): boolean {
    if (this.#reports === null || this.#watch.isSilent) return false;
    const isSent = this.#reports.send(report, (answer) => {
      this.#watch.end(answer !== 'lost');
      done(answer);
    });
    if (isSent) this.#watch.begin();
    return isSent;
  }

  async send({ method, target, headers, body, origin, signal }: SentRequest): Promise<PlaceAnswer> {
    const sent = [...headers, originHeader, JSON.stringify(origin)];
    if (body !== null && !(body instanceof Readable)) sent.push('content-length', String(body.length));
    const answer = await this.#request({ method, path: target, headers: sent, signal }, body);
    if (answer.headers.some((each, index) => index % 2 === 0 && each.toLowerCase() === peerHeader)) {
      answer.body.resume();
      throw movingNow();
    }
    return answer;
  }

  /**
   * Calls a method of that server. Arguments and result are as `wire.ts` encodes them.
   * @throws Refusal that the method threw; `shutting-down` while nobody answers there
   */
  async call(method: string, args: readonly unknown[]): Promise<unknown> {
    const { body, ...asked } = callOf(method, args);
    const answer = await this.#request({ ...asked, signal: this.#line.deadline() }, body);
    const said = await text(answer.body).catch(() => null);
    if (answer.status !== 200 || said === null) throw movingNow();
    return resultOf(decodeValue(said) as CallAnswer);
  }

  close(): void {
    this.#watch.close();
    this.#reports?.close();
    this.#line.close();
  }

  async #request(asked: AskedPeer, body: Buffer | Readable | null): Promise<PeerAnswer> {
    if (this.#watch.isSilent) throw movingNow();
    this.#watch.begin();
    let isAnswered = false;
    try {
      const answer = await this.#send(asked, body);
      isAnswered = true;
      return answer;
    } catch {
      // Whether it was carried out is not known: every call may be repeated, so the client is asked to.
      throw movingNow();
    } finally {
      this.#watch.end(isAnswered);
    }
  }

  #send(asked: AskedPeer, body: Buffer | Readable | null): Promise<PeerAnswer> {
    return this.#line.request({ ...asked, headers: [...asked.headers, peerHeader, this.#secret.reveal()] }, body);
  }

  /** Whatever the answer is, somebody is there. */
  async #ask(): Promise<void> {
    const { body, ...asked } = callOf('clockNow', []);
    const late = new AbortController();
    using _limit = this.#time.clock.after(silentAfterMs, () => late.abort());
    const answer = await this.#send({ ...asked, signal: late.signal }, body);
    answer.body.resume();
  }

  #abandon(): void {
    this.#line.abandon();
    this.#reports?.abandon();
  }
}

function callOf(name: string, args: readonly unknown[]): Omit<AskedPeer, 'signal'> & { readonly body: Buffer } {
  const body = Buffer.from(encodeValue({ method: name, args }));
  const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
  return { method: 'POST', path: callPath, headers, body };
}
