import { Echoes } from './echoes.ts';
import { Instants } from './instants.ts';

/** The part of a report that identifies it. */
interface Known {
  readonly seq: number | null;
  readonly recordedAt: number;
  readonly receivedAt: number;
  readonly isDated: boolean;
}

/**
 * Identifies a flight's reports to recognise repeats: `seq`s as ranges, instants of the unsealed tail as a set (sealed ones
 * are looked up in the journal).
 */
export class Repeats {
  #seqs: SeqRanges;
  /** Those of more than one report: two devices that fly one flight count alike. Null while there are none, as nearly always. */
  #sharedSeqs: SeqRanges | null = null;
  #times = new Instants();
  /** Null until a report came without a number and a time. */
  #echoes: Echoes | null = null;
  /** Instants that are being sealed into a chunk. */
  #sealing: Instants | null = null;
  #newestSealed: number;
  #newestKnown: number;
  readonly #isSealed: (recordedAt: number) => boolean;
  /** How many were removed. */
  forgotten = 0;

  constructor(
    sealed: { readonly seqs: readonly (readonly [number, number])[]; readonly newest: number } | null,
    isSealed: (recordedAt: number) => boolean,
  ) {
    this.#seqs = new SeqRanges(sealed?.seqs ?? []);
    this.#newestSealed = sealed?.newest ?? Number.NEGATIVE_INFINITY;
    this.#newestKnown = this.#newestSealed;
    this.#isSealed = isSealed;
  }

  get lastSeq(): number | null {
    return this.#seqs.last;
  }

  /**
   * Returns true when this report was stored before. A known `seq` with an unknown instant is not a repeat: the client
   * restarted its count. With neither a `seq` nor an instant of the client's own, equal values within a second are a repeat.
   */
  isRepeat(report: Known): boolean {
    if (report.seq !== null) {
      if (!this.#seqs.has(report.seq)) return false;
      return !report.isDated || this.#isTimeKnown(report.recordedAt);
    }
    return report.isDated ? this.#isTimeKnown(report.recordedAt) : this.#echoes?.has(report) === true;
  }

  /** Returns false for a `seq` that would create one gap too many. */
  hasRoomFor(seq: number | null): boolean {
    return seq === null || this.#seqs.hasRoomFor(seq);
  }

  add(report: Known): void {
    if (report.seq !== null) this.#addSeq(report.seq);
    else if (!report.isDated) {
      this.#echoes ??= new Echoes();
      this.#echoes.add(report);
    }
    if (!report.isDated) return;
    this.#times.add(report.recordedAt);
    if (report.recordedAt > this.#newestKnown) this.#newestKnown = report.recordedAt;
  }

  /** Undoes an `add` whose report could not be stored. */
  forget(report: Known): void {
    this.forgotten += 1;
    if (report.seq !== null) (this.#sharedSeqs?.has(report.seq) ? this.#sharedSeqs : this.#seqs).remove(report.seq);
    else if (!report.isDated) this.#echoes?.forget(report);
    // One that was added before a sealing began is with those that are being sealed.
    if (report.isDated && !this.#times.remove(report.recordedAt)) this.#sealing?.remove(report.recordedAt);
  }

  /** Replaces the known `seq`s by those that are stored: a removed one may also be that of a stored report. */
  relearn(sealed: readonly (readonly [number, number])[], unsealed: Iterable<number | null>): void {
    this.#seqs = new SeqRanges(sealed);
    this.#sharedSeqs = null;
    for (const seq of unsealed) if (seq !== null) this.#addSeq(seq);
  }

  #addSeq(seq: number): void {
    if (!this.#seqs.has(seq)) {
      this.#seqs.add(seq);
      return;
    }
    this.#sharedSeqs ??= new SeqRanges([]);
    if (this.#sharedSeqs.hasRoomFor(seq)) this.#sharedSeqs.add(seq);
  }

  /** Called when the reports so far are sealed: once that is done their instants are looked up in the journal; if it fails they stay here. */
  async sealWith(sealing: Promise<void>): Promise<void> {
    const newest = this.#newestKnown;
    const instants = this.#times;
    this.#sealing = instants;
    this.#times = new Instants();
    try {
      await sealing;
      this.#newestSealed = newest;
    } catch (error) {
      for (const instant of instants) this.#times.add(instant);
      throw error;
    } finally {
      this.#sealing = null;
    }
  }

  #isTimeKnown(recordedAt: number): boolean {
    if (recordedAt > this.#newestKnown) return false;
    if (this.#times.has(recordedAt) || this.#sealing?.has(recordedAt) === true) return true;
    return recordedAt <= this.#newestSealed && this.#isSealed(recordedAt);
  }
}

/** Maximum number of gaps left by reports out of order; each costs time and memory. */
const maxRanges = 10_000;

/** A set of integers as ascending, disjoint, inclusive ranges: a flight's numbers are mostly one range. */
export class SeqRanges {
  #ranges: [number, number][];

  constructor(ranges: readonly (readonly [number, number])[]) {
    this.#ranges = ranges.map(([from, to]) => [from, to]);
  }

  get last(): number | null {
    return this.#ranges.at(-1)?.[1] ?? null;
  }

  has(seq: number): boolean {
    const range = this.#ranges[this.#indexBefore(seq)];
    return range !== undefined && seq <= range[1];
  }

  /** Returns false when the maximum number of ranges is reached and this number would create a new one. */
  hasRoomFor(seq: number): boolean {
    if (this.#ranges.length < maxRanges) return true;
    const before = this.#indexBefore(seq);
    const left = this.#ranges[before];
    const right = this.#ranges[before + 1];
    return (left !== undefined && seq <= left[1] + 1) || (right !== undefined && right[0] === seq + 1);
  }

  add(seq: number): void {
    const before = this.#indexBefore(seq);
    const left = this.#ranges[before];
    if (left !== undefined && seq <= left[1]) return;
    const right = this.#ranges[before + 1];
    const joinsLeft = left !== undefined && left[1] === seq - 1;
    const joinsRight = right !== undefined && right[0] === seq + 1;
    if (joinsLeft && joinsRight) {
      left[1] = right[1];
      this.#ranges.splice(before + 1, 1);
    } else if (joinsLeft) left[1] = seq;
    else if (joinsRight) right[0] = seq;
    // An empty list that grows gets room for seventeen, and nearly all stay at one.
    else if (this.#ranges.length === 0) this.#ranges = [[seq, seq]];
    else this.#ranges.splice(before + 1, 0, [seq, seq]);
  }

  remove(seq: number): void {
    const at = this.#indexBefore(seq);
    const range = this.#ranges[at];
    if (range === undefined || seq > range[1]) return;
    const [from, to] = range;
    const rest: [number, number][] = [];
    if (from < seq) rest.push([from, seq - 1]);
    if (seq < to) rest.push([seq + 1, to]);
    this.#ranges.splice(at, 1, ...rest);
  }

  toArray(): readonly (readonly [number, number])[] {
    return this.#ranges;
  }

  /** Index of the last range that begins at or before `seq`, -1 when none does. */
  #indexBefore(seq: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const range = this.#ranges[middle];
      if (range !== undefined && range[0] <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
