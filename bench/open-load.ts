import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { type LoadFlight, positionRequest } from './position-body.ts';
import { type LoadResult, summarise, type Told } from './summary.ts';

/** Flights report when they are due, each on its own connection, whether the server keeps up or not: how long a pilot waits. */
export interface OpenLoad {
  readonly kind: 'open';
  readonly port: number;
  readonly path: string;
  readonly flights: number;
  /** Of all flights together. */
  readonly positionsPerSecond: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** A flight on its connection. What is due while a request is under way waits, and its time runs from when it was due. */
class Pilot {
  readonly #flight: LoadFlight;
  readonly #path: string;
  readonly #connection: Connection;
  readonly #due: number[] = [];
  readonly #refused: number[] = [];
  #answered = 0;

  constructor(
    load: OpenLoad,
    flight: LoadFlight,
    onOpen: () => void,
    onAnswer: (dueAt: number, failure: string | null) => void,
  ) {
    this.#flight = flight;
    this.#path = load.path;
    this.#connection = new Connection(load.port, onOpen, (failure) => {
      const dueAt = this.#due.shift();
      if (dueAt !== undefined) {
        this.#answered = flight.seq;
        if (failure !== null) this.#refused.push(flight.seq);
        onAnswer(dueAt, failure);
      }
      if (this.#due.length > 0) this.#send();
    });
  }

  get told(): Told {
    return { upTo: this.#answered, refused: this.#refused };
  }

  get waiting(): number {
    return this.#due.length;
  }

  report(dueAt: number): void {
    this.#due.push(dueAt);
    if (this.#due.length === 1) this.#send();
  }

  end(): void {
    this.#connection.end();
  }

  #send(): void {
    this.#connection.send(positionRequest(this.#flight, this.#path, Date.now()));
  }
}

export interface OpenLoadResult extends LoadResult {
  /** Of each flight, in the order of the tokens. */
  readonly told: readonly Told[];
}

/** Times are from the moment a report was due, so that a stall is felt by all that came due in it. */
export async function runOpenLoad(load: OpenLoad, flights: readonly LoadFlight[]): Promise<OpenLoadResult> {
  const times: number[] = [];
  const failures: string[] = [];
  let measureFrom = Number.POSITIVE_INFINITY;
  const pilots = await openPilots(load, flights.slice(0, load.flights), (dueAt, failure) => {
    if (failure !== null) failures.push(failure);
    else if (dueAt >= measureFrom) times.push(performance.now() - dueAt);
  });
  const begun = performance.now();
  measureFrom = begun + load.warmUpMs;
  const until = measureFrom + load.measureMs;
  const everyMs = 1_000 / load.positionsPerSecond;
  let count = 0;
  while (performance.now() < until) {
    for (; begun + count * everyMs <= performance.now(); count++) {
      pilots[count % pilots.length]?.report(begun + count * everyMs);
    }
    await setTimeout(1);
  }
  await setTimeout(1_000);
  const unanswered = pilots.reduce((sum, pilot) => sum + pilot.waiting, 0);
  for (const pilot of pilots) pilot.end();
  const told = pilots.map((pilot) => pilot.told);
  return { ...summarise(times, failures, unanswered, load.measureMs / 1_000), told };
}

/** A few hundred at a time, as the queue of a listening socket is finite. */
async function openPilots(
  load: OpenLoad,
  flights: readonly LoadFlight[],
  onAnswer: (dueAt: number, failure: string | null) => void,
): Promise<readonly Pilot[]> {
  const pilots: Pilot[] = [];
  for (let at = 0; at < flights.length; at += 500) {
    const opened = flights.slice(at, at + 500).map((flight) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      pilots.push(new Pilot(load, flight, resolve, onAnswer));
      return promise;
    });
    await Promise.all(opened);
  }
  return pilots;
}
