import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { type LoadWireName, loadWires } from './load-wire.ts';
import type { LoadFlight } from './position-body.ts';
import { type LoadResult, summarise } from './summary.ts';

/**
 * Each connection sends its next request when the last one is answered: how much the server can do. Many pilots share a connection,
 * and each of them stays below what a session may do, however few others are served meanwhile.
 */
export interface ClosedLoad {
  readonly kind: 'closed';
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** HTTP where none is said. */
  readonly wire?: LoadWireName;
  /** Not measured, so that code is compiled and caches are filled. */
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Of one flight, in milliseconds: 18 a second, a tenth fewer than the server allows each session where nothing else is set. */
const leastBetweenReports = 1_000 / 18;

/** Flies `flights` over the connections, each connection its own share of them. */
export async function runClosedLoad(load: ClosedLoad, flights: readonly LoadFlight[]): Promise<LoadResult> {
  const times: number[] = [];
  const failures: string[] = [];
  const state = { isMeasuring: false, isStopped: false };
  const onAnswer = (ms: number, failure: string | null) => {
    if (failure !== null) failures.push(failure);
    else if (state.isMeasuring) times.push(ms);
  };
  for (let index = 0; index < load.connections; index++) {
    const share = flights.filter((_, at) => at % load.connections === index);
    openPilot(load, index, share, state, onAnswer);
  }
  await setTimeout(load.warmUpMs);
  state.isMeasuring = true;
  const begun = performance.now();
  await setTimeout(load.measureMs);
  state.isMeasuring = false;
  const seconds = (performance.now() - begun) / 1_000;
  state.isStopped = true;
  await setTimeout(200);
  return summarise(times, failures, 0, seconds);
}

function openPilot(
  load: ClosedLoad,
  index: number,
  flights: readonly LoadFlight[],
  state: { readonly isStopped: boolean },
  onAnswer: (ms: number, failure: string | null) => void,
): void {
  const wire = loadWires[load.wire ?? 'http'];
  const turns = flights.map((flight) => ({ flight, dueAt: 0 }));
  let next = 0;
  let sentAt = 0;
  const send = () => {
    const turn = turns[next % turns.length];
    if (turn === undefined || state.isStopped) return connection.end();
    const { flight, dueAt } = turn;
    sentAt = performance.now();
    // Timers have whole milliseconds.
    if (sentAt < dueAt) return void globalThis.setTimeout(send, Math.ceil(dueAt - sentAt));
    next += 1;
    turn.dueAt = sentAt + leastBetweenReports;
    const greeting = next === 1 ? wire.greet(index) : '';
    connection.send(greeting + wire.request(flight, load.path, Date.now()));
  };
  const onEnd = (failure: string | null) => {
    onAnswer(performance.now() - sentAt, failure);
    send();
  };
  const connection: Connection = new Connection(load.port, send, onEnd, undefined, wire);
}
