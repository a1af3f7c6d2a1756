import type { FlightEvent, Position } from '../tracking/model.ts';
import type { Committer } from './committer.ts';
import { eventText } from './event-row.ts';
import type { Appended } from './journal.ts';
import type { Tails } from './tails.ts';

/** What takes reports: the committer of a journal. */
export type ReportQueue = Pick<Committer, 'requireRoom' | 'filling' | 'added'>;

/** Numbers reports and passes them to the committer. */
export class Appender {
  readonly #committer: ReportQueue;
  readonly #tails: Tails;
  #nextNumber: number;

  constructor(committer: ReportQueue, tails: Tails, nextNumber: number) {
    this.#committer = committer;
    this.#tails = tails;
    this.#nextNumber = nextNumber;
  }

  positions(flightNumber: number, positions: readonly Position[]): Appended {
    const firstNumber = this.#take(flightNumber, positions.length);
    if (positions.length === 0) return { firstNumber, durable: Promise.resolve() };
    const { filling } = this.#committer;
    filling.addPositions(firstNumber, flightNumber, positions);
    this.#committer.added();
    return { firstNumber, durable: filling.durable };
  }

  events(flightNumber: number, events: readonly FlightEvent[]): Appended {
    const texts = events.map(eventText);
    const firstNumber = this.#take(flightNumber, events.length);
    if (events.length === 0) return { firstNumber, durable: Promise.resolve() };
    const { filling } = this.#committer;
    texts.forEach((text, index) => {
      filling.addOperation({ kind: 'event', number: firstNumber + index, flight: flightNumber, text });
    });
    this.#committer.added();
    return { firstNumber, durable: filling.durable };
  }

  #take(flightNumber: number, count: number): number {
    this.#committer.requireRoom(count);
    const firstNumber = this.#nextNumber;
    this.#nextNumber += count;
    this.#tails.add(flightNumber, firstNumber, count);
    return firstNumber;
  }
}
