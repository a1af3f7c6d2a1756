import { answerInWords, deedOf, isIdle } from './deeds.ts';
import type { Plan } from './plan.ts';
import type { Exchange, WireAnswer } from './wire.ts';

/** Sees what happens in a world. Times are true ones, milliseconds since the Unix epoch. */
export interface Witness {
  /** Each line of the trace. */
  onLine?(line: string): void;
  onNote?(at: number, note: string): void;
  onAnswer?(at: number, exchange: Exchange, answer: WireAnswer): void;
}

interface Event {
  readonly at: number;
  readonly text: string;
  times: number;
}

/** What is the same as one of so many lines before is counted there. */
const near = 4;

const clients = {
  sdk: 'a client built with the SDK',
  smartcars: 'smartCARS 3',
  core: "a client of phpVMS 7's own API",
  script: 'a client that only sends its log',
};

/** What happened in a run, in lines that a pilot understands. */
export class Story implements Witness {
  readonly #events: Event[] = [];

  onNote(at: number, note: string): void {
    this.#tell(at, note);
  }

  onAnswer(at: number, exchange: Exchange, answer: WireAnswer): void {
    if (!isIdle(exchange, answer)) this.#tell(at, `${deedOf(exchange)}${answerInWords(answer)}`);
  }

  /** @param most - how many lines; of a longer story the end is told */
  lines({ generation, pilots, absent }: Plan, most: number): readonly string[] {
    const [first] = this.#events;
    const present = pilots.filter(({ name }) => !absent.includes(name));
    const people = present.map(({ name, kind, account }) => `${name} has ${clients[kind]} and account ${account}`);
    const told = this.#events.map(({ at, text, times }) => {
      const seconds = ((at - (first?.at ?? at)) / 1_000).toFixed(1);
      return `${seconds} s: ${text}${times > 1 ? ` (${times} times)` : ''}`;
    });
    const left = told.length - (most - 2);
    const beginning = left > 0 ? [`(${left} lines before)`] : [];
    return [
      `Beside a phpVMS ${generation}; ${people.join('; ')}.`,
      ...[...beginning, ...told.slice(left > 0 ? left + 1 : 0)],
    ];
  }

  #tell(at: number, text: string): void {
    const same = this.#events.slice(-near).find((event) => event.text === text);
    if (same === undefined) this.#events.push({ at, text, times: 1 });
    else same.times += 1;
  }
}
