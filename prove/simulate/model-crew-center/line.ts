import type { Clock } from '../../../src/lib/clock.ts';
import type { HostFlight } from '../../../src/platform/port.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import { type Conduct, type Course, Unreadable } from './conduct.ts';
import type { ModelHost } from './host.ts';

/** How a call does its work at the host; `isTorn` when it ends between its first and its last step. */
type Work<T> = (isTorn: boolean) => T;

interface Task<T> {
  readonly call: string;
  readonly work: Work<T>;
  /** Whether the host has done it before: then it does not refuse it. */
  isDone(): boolean;
  /** Called when the host has done it, or refused. */
  settle(isRefused: boolean): void;
}

/** Calls that change a flight's paperwork and are under way at the host, by flight. They outlive the server that made them. */
export type UnderWay = Map<string, { readonly call: string; readonly line: Line; readonly answer: Promise<unknown> }>;

/** The connection of one server with the crew center. Work happens by the host's clock, answers arrive by the server's. */
export class Line {
  readonly #host: ModelHost;
  readonly #clock: Clock;
  readonly #conduct: Conduct;
  readonly #underWay: UnderWay;
  #isClosed = false;

  constructor(host: ModelHost, clock: Clock, conduct: Conduct, underWay: UnderWay) {
    this.#host = host;
    this.#clock = clock;
    this.#conduct = conduct;
    this.#underWay = underWay;
  }

  close(): void {
    this.#isClosed = true;
  }

  async ask<T>(call: string, work: Work<T>): Promise<T> {
    if (this.#isClosed) throw unavailable('the connection is closed');
    return this.#run({ call, work, isDone: () => false, settle: () => undefined });
  }

  /**
   * The same for a call that decides over the flight's PIREP: a repeat of it shares the run, and another one is not made
   * while the one before may still be done.
   * @param isDone - whether the host finds that it did this before: then it does not refuse
   */
  async decide<T>(call: string, flight: Pick<HostFlight, 'id'>, work: Work<T>, isDone = () => false): Promise<T> {
    if (this.#isClosed) throw unavailable('the connection is closed');
    const running = this.#underWay.get(flight.id);
    if (running?.call === call && running.line === this) return running.answer as Promise<T>;
    if (running?.line === this) this.#host.overlaps.push(`${running.call} and ${call} of flight ${flight.id}`);
    this.requireSettled(flight);
    const settle = (isRefused: boolean) => {
      this.#underWay.delete(flight.id);
      if (isRefused) this.#host.refused.add(`${call} of ${flight.id}`);
    };
    const answer = this.#run({ call, work, isDone, settle });
    this.#underWay.set(flight.id, { call, line: this, answer });
    return answer;
  }

  /** @throws Refusal `crew-center-unavailable` while a call of a flight may still be done at the host */
  requireSettled(flight: Pick<HostFlight, 'id'>): void {
    const running = this.#underWay.get(flight.id);
    if (running !== undefined && running.line !== this) throw unavailable('a call before may still be running there');
  }

  #run<T>({ call, work, isDone, settle }: Task<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const course = this.#conduct.courseOf(call);
    this.#host.clock.after(course.workMs, () => {
      const isRefused = course.fate === 'refused' && !isDone();
      const outcome = isRefused ? { error: saysNo() } : outcomeOf(course, work);
      settle(isRefused);
      this.#clock.after(course.answerMs, () => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error)));
    });
    return promise;
  }
}

function outcomeOf<T>({ fate }: Course, work: Work<T>): { readonly value: T } | { readonly error: unknown } {
  if (fate === 'down') return { error: unavailable('it does not answer') };
  try {
    if (fate === 'twice') work(false);
    const value = work(fate === 'torn');
    if (fate === 'garbled') return { error: new Unreadable() };
    return fate === 'lost' || fate === 'torn' ? { error: unavailable('there was no response') } : { value };
  } catch (error) {
    if (fate === 'garbled') return { error: new Unreadable() };
    return { error: fate === 'lost' || fate === 'torn' ? unavailable('there was no response') : error };
  }
}

const saysNo = () => new Refusal('crew-center-refused', { message: 'The crew center says no.' });

export function unavailable(why: string): Refusal {
  return new Refusal('crew-center-unavailable', { message: `The crew center: ${why}.`, retryAfterS: 10 });
}
