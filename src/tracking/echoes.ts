/** A report; its values are compared as they are. */
interface Undated {
  readonly receivedAt: number;
}

/** Reports with the same values that arrive within this time, and carry neither number nor time, are one. */
const echoMs = 1_000;

/**
 * The reports of the last second that have neither a number nor a time of their own, so that one that a client sends
 * twice at once is stored once.
 */
export class Echoes {
  #recent: Undated[] = [];

  /** True when the same was received less than a second before. */
  has(report: Undated): boolean {
    return this.#recent.some((each) => Math.abs(report.receivedAt - each.receivedAt) < echoMs && isSame(each, report));
  }

  add(report: Undated): void {
    // Less than before where our clock was set back.
    const isRecent = (each: Undated) => Math.abs(report.receivedAt - each.receivedAt) < echoMs;
    if (!this.#recent.every(isRecent)) this.#recent = this.#recent.filter(isRecent);
    this.#recent.push(report);
  }

  forget(report: Undated): void {
    this.#recent = this.#recent.filter((each) => each !== report);
  }
}

/** Everything but the instants, which are those of the arrival. */
function isSame(one: Undated, other: Undated): boolean {
  const others = other as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(one).every(([name, value]) => {
    if (name === 'recordedAt' || name === 'receivedAt' || value === others[name]) return true;
    return typeof value === 'object' && JSON.stringify(value) === JSON.stringify(others[name]);
  });
}
