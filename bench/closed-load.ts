import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { type LoadFlight, positionRequest } from './position-body.ts';
import { type LoadResult, summarise } from './summary.ts';

/** Each connection sends its next request when the last one is answered: how much the server can do. */
export interface ClosedLoad {
  readonly kind: 'closed';
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** Not measured, so that code is compiled and caches are filled. */
  readonly warmUpMs: number;
  readonly measureMs: number;
}

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
    openPilot(load, share, state, onAnswer);
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
  flights: readonly LoadFlight[],
  state: { readonly isStopped: boolean },
  onAnswer: (ms: number, failure: string | null) => void,
): void {
  let next = 0;
  let sentAt = 0;
  const send = () => {
    const flight = flights[next % flights.length];
    if (flight === undefined || state.isStopped) return connection.end();
    next += 1;
    sentAt = performance.now();
    connection.send(positionRequest(flight, load.path, Date.now()));
  };
  const connection = new Connection(load.port, send, (failure) => {
    onAnswer(performance.now() - sentAt, failure);
    send();
  });
}
