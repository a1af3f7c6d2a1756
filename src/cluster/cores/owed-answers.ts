import { movingNow } from '../../http/elsewhere.ts';

/**
 * The answers that a core still owes. When its lease ends they fail at once: clients repeat them at the server that takes the partition,
 * and do not wait until the statements of this one give up. The work itself ends as it would have: nothing was acknowledged.
 */
export class OwedAnswers {
  readonly #refuse = new Set<(reason: unknown) => void>();

  /** Returns the same calls, whose answers are owed until they are there. */
  owedBy<Calls extends object>(calls: Calls): Calls {
    const owed = Object.entries(calls).map(([name, call]) => [name, this.#owed(calls, call)]);
    return Object.fromEntries(owed) as Calls;
  }

  /** Those who wait get the refusal `shutting-down`. */
  fail(): void {
    for (const refuse of this.#refuse) refuse(movingNow());
    this.#refuse.clear();
  }

  #owed(calls: object, call: unknown): unknown {
    if (typeof call === 'object' && call !== null) return this.owedBy(call);
    if (typeof call !== 'function') return call;
    return (...args: readonly unknown[]) => {
      const answer: unknown = Reflect.apply(call, calls, args);
      return answer instanceof Promise ? this.#untilLost(answer) : answer;
    };
  }

  #untilLost(answer: Promise<unknown>): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#refuse.add(reject);
    answer.finally(() => this.#refuse.delete(reject)).then(resolve, reject);
    return promise;
  }
}
