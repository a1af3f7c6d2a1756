import { connect, type Socket } from 'node:net';
import { type LoadFlight, positionRequest } from './position-body.ts';

/** What the load is told, as a message from its parent. */
export interface ClosedLoad {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** Not measured, so that code is compiled and caches are filled. */
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface LoadResult {
  /** Requests answered with 200 within the measured time, a second. */
  readonly rate: number;
  readonly answered: number;
  /** Answers other than 200, and connections that broke. */
  readonly failed: number;
  readonly firstFailure: string | null;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A connection sends its next request when the last one is answered; nothing is pipelined. */
class Connection {
  readonly #socket: Socket;
  readonly #flights: readonly LoadFlight[];
  readonly #path: string;
  readonly #onAnswer: (ms: number, failure: string | null) => void;
  #next = 0;
  #sentAt = 0;
  #received = '';
  #isStopped = false;

  constructor(
    load: ClosedLoad,
    flights: readonly LoadFlight[],
    onAnswer: (ms: number, failure: string | null) => void,
  ) {
    this.#path = load.path;
    this.#flights = flights;
    this.#onAnswer = onAnswer;
    this.#socket = connect(load.port, '127.0.0.1', () => this.#send());
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#receive(chunk.toString('latin1')));
    this.#socket.on('error', (error) => onAnswer(0, error.message));
  }

  /** Ends the connection after the answer that is under way. */
  stop(): void {
    this.#isStopped = true;
  }

  #send(): void {
    const flight = this.#flights[this.#next];
    if (flight === undefined) return;
    this.#next = (this.#next + 1) % this.#flights.length;
    this.#sentAt = performance.now();
    this.#socket.write(positionRequest(flight, this.#path, Date.now()), 'latin1');
  }

  #receive(text: string): void {
    this.#received = this.#received === '' ? text : this.#received + text;
    if (!isWhole(this.#received)) return;
    const isOk = this.#received.startsWith('HTTP/1.1 200');
    this.#onAnswer(performance.now() - this.#sentAt, isOk ? null : this.#received);
    this.#received = '';
    if (this.#isStopped) this.#socket.end();
    else this.#send();
  }
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const at = answer.search(/content-length: /i);
  return at >= 0 && answer.length >= end + 4 + Number.parseInt(answer.slice(at + 16, at + 26), 10);
}

/** Flies `flights` over the connections, each connection its own share of them. */
export async function runClosedLoad(load: ClosedLoad, flights: readonly LoadFlight[]): Promise<LoadResult> {
  const times: number[] = [];
  const failures: string[] = [];
  let isMeasuring = false;
  const onAnswer = (ms: number, failure: string | null) => {
    if (failure !== null) failures.push(failure);
    else if (isMeasuring) times.push(ms);
  };
  const connections = Array.from({ length: load.connections }, (_, index) => {
    const share = flights.filter((__, at) => at % load.connections === index);
    return new Connection(load, share, onAnswer);
  });
  await wait(load.warmUpMs);
  isMeasuring = true;
  const begun = performance.now();
  await wait(load.measureMs);
  isMeasuring = false;
  const seconds = (performance.now() - begun) / 1_000;
  for (const connection of connections) connection.stop();
  await wait(200);
  return summarise(times, failures, seconds);
}

function summarise(times: number[], failures: readonly string[], seconds: number): LoadResult {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    rate: times.length / seconds,
    answered: times.length,
    failed: failures.length,
    firstFailure: failures[0]?.slice(0, 600) ?? null,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
