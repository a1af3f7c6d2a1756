const minuteMs = 60_000;
/** Minute, latitude and longitude in thousandths of a degree, altitude in hundreds of feet. */
const columns = 4;
const unknownAltitude = -32_768;

/** A point of a thinned track; altitude in hundreds of feet. */
export type MinutePoint = readonly [minute: number, lat: number, lon: number, altitude: number | null];

/** A flight's track with at most one position a minute, in as little memory as that takes: 16 bytes each. */
export class MinuteTrack {
  #points = new Int32Array(16 * columns);
  #length = 0;

  get count(): number {
    return this.#length;
  }

  /** First and last minute since the epoch; null when it is empty. */
  get range(): readonly [from: number, to: number] | null {
    return this.#length === 0 ? null : [this.#at(0), this.#at(this.#length - 1)];
  }

  /** Adds a position unless one of its minute, or of a later one, is there. @param at milliseconds since the epoch */
  add(at: number, lat: number, lon: number, altitudeFt: number | null): void {
    const minute = Math.floor(at / minuteMs);
    if (this.#length > 0 && minute <= this.#at(this.#length - 1)) return;
    if ((this.#length + 1) * columns > this.#points.length) this.#grow();
    const altitude = altitudeFt === null ? unknownAltitude : Math.round(altitudeFt / 100);
    this.#points.set([minute, Math.round(lat * 1_000), Math.round(lon * 1_000), altitude], this.#length * columns);
    this.#length += 1;
  }

  /** Returns the points of these minutes, every `step`th minute; `to` is not included. */
  between(from: number, to: number, step: number): readonly MinutePoint[] {
    const found: MinutePoint[] = [];
    for (let index = this.#firstFrom(from); index < this.#length && this.#at(index) < to; index++) {
      const point = this.#point(index);
      if (point[0] % step === 0) found.push(point);
    }
    return found;
  }

  /** Returns every `step`th point from this minute on, and the last one. */
  sampled(from: number, step: number): readonly MinutePoint[] {
    const found: MinutePoint[] = [];
    const last = this.#length - 1;
    for (let index = this.#firstFrom(from); index <= last; index += step) found.push(this.#point(index));
    const end = found.at(-1);
    if (end !== undefined && end[0] !== this.#at(last)) found.push(this.#point(last));
    return found;
  }

  /** Adds the points of another track that come after the last one here. */
  append(other: MinuteTrack): void {
    for (const [minute, lat, lon, altitude] of other.between(0, Number.POSITIVE_INFINITY, 1))
      this.add(minute * minuteMs, lat / 1_000, lon / 1_000, altitude === null ? null : altitude * 100);
  }

  #at(index: number): number {
    return this.#points[index * columns] ?? 0;
  }

  #point(index: number): MinutePoint {
    const [minute = 0, lat = 0, lon = 0, altitude = 0] = this.#points.subarray(index * columns, (index + 1) * columns);
    return [minute, lat, lon, altitude === unknownAltitude ? null : altitude];
  }

  #firstFrom(minute: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#at(middle) < minute) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const larger = new Int32Array(this.#points.length * 2);
    larger.set(this.#points);
    this.#points = larger;
  }
}
