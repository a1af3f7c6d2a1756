import type { Position } from '../../tracking/model.ts';
import { extremes } from './thin.ts';

/** Beyond this number of positions a track is thinned, to this share of it or less. */
const maxKept = 8_000;
const keptShare = 0.75;
/** Positions this near to a landing, or to the newest one, are all kept. */
const nearMs = 3 * 60_000;
/** A stretch keeps its first position, and the lowest and highest of three figures. */
const perStretch = 7;

interface Kept {
  /** Its place in the whole track. */
  readonly index: number;
  readonly position: Position;
}

/** A track that holds the whole of a usual flight, and of a long one what can be seen of it. */
export class KeptTrack {
  #kept: Kept[] = [];
  #count = 0;
  /** Positions of which `perStretch` are kept. */
  #stretch = perStretch;
  #thinnedAt = maxKept;

  get count(): number {
    return this.#count;
  }

  get keptCount(): number {
    return this.#kept.length;
  }

  get positions(): readonly Position[] {
    return this.#kept.map(({ position }) => position);
  }

  /** @param landingAt - of the last landing; null before it */
  add(position: Position, landingAt: number | null): void {
    this.#kept.push({ index: this.#count, position });
    this.#count += 1;
    if (this.#kept.length > this.#thinnedAt) this.#thin(landingAt);
  }

  #thin(landingAt: number | null): void {
    const newestAt = this.#kept.at(-1)?.position.recordedAt ?? 0;
    do {
      this.#kept = this.#inStretches(landingAt, newestAt);
      if (this.#kept.length <= maxKept * keptShare) break;
      this.#stretch *= 2;
    } while (this.#stretch < this.#count);
    this.#thinnedAt = Math.max(maxKept, this.#kept.length + maxKept * (1 - keptShare));
  }

  #inStretches(landingAt: number | null, newestAt: number): Kept[] {
    const kept = this.#kept;
    const isNear = (each: Kept | undefined) =>
      each !== undefined &&
      (newestAt - each.position.recordedAt <= nearMs ||
        (landingAt !== null && Math.abs(each.position.recordedAt - landingAt) <= nearMs));
    // The neighbours too: a touchdown lies between two reports.
    const places = new Set(
      [...kept.keys()].filter((place) => [place - 1, place, place + 1].some((each) => isNear(kept[each]))),
    );
    const positions = this.positions;
    for (let from = 0; from < kept.length; ) {
      const stretch = Math.floor((kept[from]?.index ?? 0) / this.#stretch);
      let to = from + 1;
      while (to < kept.length && Math.floor((kept[to]?.index ?? 0) / this.#stretch) === stretch) to += 1;
      for (const place of [from, ...extremes(positions, from, to)]) places.add(place);
      from = to;
    }
    return kept.filter((_, place) => places.has(place));
  }
}
