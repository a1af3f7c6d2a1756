/** A report without a number or time of its own. */
interface Undated {
  readonly receivedAt: number;
}

/** Reports without number and time that have equal values and arrive within this time count as one, in milliseconds. */
const echoMs = 1_000;

/**
 * The reports of the last second that have neither a number nor a time of their own, so that a report that a client sends
 * twice in a row is stored once.
 */
export class Echoes {
  #recent: Undated[] = [];

  /** Returns true when an equal report was received less than a second before. */
  has(report: Undated): boolean {
    return this.#recent.some((each) => Math.abs(report.receivedAt - each.receivedAt) < echoMs && isSame(each, report));
  }

  add(report: Undated): void {
    // Negative when the server's clock was set back.
    const isRecent = (each: Undated) => Math.abs(report.receivedAt - each.receivedAt) < echoMs;
    if (!this.#recent.every(isRecent)) this.#recent = this.#recent.filter(isRecent);
    this.#recent.push(report);
  }

  forget(report: Undated): void {
    this.#recent = this.#recent.filter((each) => each !== report);
  }
}

/** Compares everything except the instants, which are the times of arrival. */
function isSame<Report extends Undated>(one: Report, other: Report): boolean {
  // Most reports differ in their place, which comes first: nothing is made of the other members.
  for (const name in one) {
    const value = one[name];
    if (value === other[name] || name === 'recordedAt' || name === 'receivedAt') continue;
    if (typeof value !== 'object' || JSON.stringify(value) !== JSON.stringify(other[name])) return false;
  }
  return true;
}
