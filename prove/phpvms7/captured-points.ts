/** A point that a captured round sent, and between which instants it was, as the project dates it. */
export interface Sent {
  readonly id: string;
  readonly lat: number;
  readonly from: number;
  readonly to: number;
  /** False for one whose answer was lost and that the client did not send again: it is there once, or not at all. */
  readonly isSure: boolean;
}

/** A point as a client spells it: that of phpVMS's own API, of smartCARS 3 or of Stratos. */
export interface WirePoint {
  readonly id?: string;
  readonly type?: number;
  readonly log?: string;
  readonly lat?: number | string;
  readonly latitude?: number;
  readonly created_at?: string;
  readonly sim_time?: string;
}

/** By how much the clock of a simulator is off after what the site kept a request waiting. */
const slackMs = 15_000;
/** Rows have five decimals of a place. */
const placeDegrees = 0.00002;
/** Rows have whole seconds. */
const secondMs = 1_000;

/** The points of one flight, in the order of their sending; what is sent again is there once. */
export class SentPoints {
  readonly all: Sent[] = [];
  readonly #known = new Set<string>();
  #ahead: number | null = null;

  /** @param from - when the request was first sent, @param to - when it was answered */
  note(points: readonly WirePoint[], from: number, to: number, isSure = true): void {
    for (const point of points) {
      if ((point.type ?? 0) !== 0 || point.log !== undefined) continue;
      const name = point.id ?? JSON.stringify(point);
      const isRepeat = this.#known.has(name) && (point.id ?? point.created_at ?? point.sim_time) !== undefined;
      if (isRepeat) continue;
      this.#known.add(name);
      const [earliest, latest] = this.#between(point, points.length > 1, from, to);
      const lat = Number(point.lat ?? point.latitude);
      this.all.push({ id: point.id ?? '', lat, from: earliest, to: latest, isSure });
    }
  }

  /**
   * The time that the point says; of several in one request, that of the simulator's clock as it was ahead at the first point;
   * of any other, the time of the request.
   */
  #between(point: WirePoint, isOfSeveral: boolean, from: number, to: number): readonly [number, number] {
    const said = Date.parse(point.created_at ?? '');
    if (!Number.isNaN(said)) return [said, said];
    const simulated = Date.parse(point.sim_time ?? '');
    if (Number.isNaN(simulated)) return [from, to];
    this.#ahead ??= to - simulated;
    const at = simulated + this.#ahead;
    return isOfSeveral ? [at - slackMs, at + slackMs] : [from, to];
  }
}

/** How far, in milliseconds, each row is outside the time of its point. */
export function offBy(rows: readonly number[], sent: readonly Sent[]): readonly number[] {
  return rows.map((at, index) => {
    const point = sent[index];
    if (point === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, point.from - secondMs - at, at - point.to - secondMs);
  });
}

/** The points that must have these rows: all that are sure, and of the others those that are there in their turn. */
export function expectedOf(rows: readonly number[], sent: readonly Sent[]): readonly Sent[] {
  let next = 0;
  return sent.filter(({ lat, isSure }) => {
    const isThere = Math.abs((rows[next] ?? Number.POSITIVE_INFINITY) - lat) < placeDegrees;
    if (isThere || isSure) next += 1;
    return isThere || isSure;
  });
}
