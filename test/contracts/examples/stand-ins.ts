/**
 * What a server makes up (tokens, ids) has other values each time: in the examples it is a text that stands in for it. Which one
 * it is shows in the answer: a text that the server did not give, where it gave another one.
 */
export class StandIns {
  /** The server's value of this run, by the text of the example. */
  readonly #given = new Map<string, string>();

  /** Compares an answer with the example's. */
  learn(example: unknown, answer: unknown): void {
    const given = new Set(textsOf(answer));
    const learnAt = (shown: unknown, real: unknown): void => {
      if (typeof shown === 'string' && typeof real === 'string') {
        if (shown.length >= 8 && !given.has(shown)) this.#given.set(shown, real);
      } else if (isObject(shown) && isObject(real)) {
        for (const [name, each] of Object.entries(shown)) learnAt(each, (real as Record<string, unknown>)[name]);
      }
    };
    learnAt(example, answer);
  }

  /** The request of an example as this server has to get it. */
  fill<T>(request: T): T {
    return mapTexts(request, (text) => replaceAll(text, [...this.#given])) as T;
  }

  /** An answer of this server as an example shows it. */
  hide(answer: unknown): unknown {
    return mapTexts(answer, (text) =>
      replaceAll(
        text,
        [...this.#given].map(([shown, real]) => [real, shown]),
      ),
    );
  }
}

function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((all, [from, to]) => all.replaceAll(from, to), text);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
