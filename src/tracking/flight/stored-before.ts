import type { Journal } from '../../journal/journal.ts';
import type { Position } from '../model.ts';

/** Degrees are stored in steps of this part. */
const perDegree = 1e7;

/**
 * Returns those of these positions that are stored already. After a restart of the server the ids that clients gave to their
 * positions are not known any more: one without a time of its own is recognised by its place and the simulator's time.
 */
export async function findStored(
  journal: Pick<Journal, 'readReports'>,
  flight: number,
  positions: readonly Position[],
): Promise<ReadonlySet<Position>> {
  if (positions.every((position) => nameOf(position) === null)) return new Set();
  const reports = await journal.readReports(flight);
  const stored = new Set(reports.map((report) => (report.kind === 'position' ? nameOf(report.position) : null)));
  stored.delete(null);
  return new Set(positions.filter((position) => stored.has(nameOf(position))));
}

/** Null for a position that nothing but its id tells from others of its flight. */
function nameOf({ isDated, simTime, lat, lon }: Position): string | null {
  if (isDated || simTime === null) return null;
  return `${simTime} ${Math.round(lat * perDegree)} ${Math.round(lon * perDegree)}`;
}
