import type { Report } from '../../src/tracking/model.ts';
import { type Marker, nameOf } from './sortie.ts';

export type PositionReport = Extract<Report, { readonly kind: 'position' }>;

/** Fewer than so many are looked at one after the other. */
const few = 200;

/** Finds positions by where they are, in lists of reports to which more are added at the end, and nothing else is changed. */
export class PlaceIndex {
  readonly #known = new WeakMap<readonly Report[], { count: number; byName: Map<string, PositionReport[]> }>();

  /** Returns those of the list that are exactly there, in its order. */
  at(reports: readonly Report[], marker: Marker): readonly PositionReport[] {
    const near = reports.length < few ? reports : (this.#index(reports).get(nameOf(marker)) ?? []);
    return near.filter(
      (report): report is PositionReport =>
        report.kind === 'position' && report.position.lat === marker.lat && report.position.lon === marker.lon,
    );
  }

  #index(reports: readonly Report[]): ReadonlyMap<string, readonly PositionReport[]> {
    const known = this.#known.get(reports) ?? { count: 0, byName: new Map<string, PositionReport[]>() };
    this.#known.set(reports, known);
    for (; known.count < reports.length; known.count += 1) {
      const report = reports[known.count];
      if (report?.kind !== 'position') continue;
      const name = nameOf(report.position);
      const there = known.byName.get(name);
      if (there === undefined) known.byName.set(name, [report]);
      else there.push(report);
    }
    return known.byName;
  }
}
