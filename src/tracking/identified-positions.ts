import type { ReportResult, Session } from './calls.ts';
import type { LiveFlight } from './live-flight.ts';
import type { Position } from './model.ts';
import type { ReportStore } from './report-store.ts';

/** Stores positions to which the client gave ids: one with a known id of this flight is a repeat, whatever else it holds. */
export async function storeIdentified(
  store: Pick<ReportStore, 'positions' | 'settle'>,
  live: LiveFlight,
  session: Session,
  positions: readonly Position[],
  ids: readonly (string | null)[],
): Promise<ReportResult> {
  const { clientIds } = live;
  const places = positions.flatMap((_, index) => {
    const id = ids[index] ?? null;
    if (clientIds.has(id)) return [];
    clientIds.add(id);
    return [index];
  });
  const forget = (indices: readonly number[]) => indices.forEach((index) => clientIds.forget(ids[index] ?? null));
  const placeOf = (index: number) => places[index] ?? index;
  try {
    const fresh = places.map((index) => positions[index] as Position);
    const repeats = positions.length - fresh.length;
    if (repeats > 0) await store.settle();
    const result = await store.positions(live, session, fresh);
    const refused = result.refused.map((each) => ({ ...each, index: placeOf(each.index) }));
    forget(refused.map(({ index }) => index));
    return { ...result, refused, duplicate: result.duplicate + repeats };
  } catch (error) {
    forget(places);
    throw error;
  }
}
