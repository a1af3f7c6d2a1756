import type { FlightView } from '../tracking/figures/flight-view.ts';
import type { Position } from '../tracking/model.ts';
import type { SeenFlight } from '../tracking/running.ts';

/** A flight as another server gets it at first, and whenever more than its position and its counts has changed. */
export interface BoardFlight {
  readonly view: FlightView;
  readonly fold: SeenFlight['fold'];
  readonly knownPhase: SeenFlight['knownPhase'];
}

type Figure = number | string | boolean | null;
/** A flight that has moved since: its id, its counts, and the values of its newest position. */
export type MovedRow = readonly [id: string, counts: readonly (number | null)[], values: readonly Figure[]];

/** Flights that have moved, and what the values of their positions are. */
export interface Moves {
  readonly names: readonly string[];
  readonly rows: readonly MovedRow[];
}

/** A flight with its view, which is made once for what is asked of it. */
export interface Viewed extends BoardFlight {
  /** The same text while nothing but its position and its counts change. */
  readonly facts: string;
}

/** Returns what other servers get of a flight. */
export function viewedOf(live: SeenFlight): Viewed {
  const { fold, knownPhase } = live;
  const { blockOff, takeoff, landing, blockOn, landingRateFpm, hasGap, distanceNm, positionCount, last } = fold;
  const marks = { blockOff, takeoff, landing, blockOn, landingRateFpm, hasGap };
  const view = live.view();
  const facts = JSON.stringify([knownPhase, view.phase, view.remarks, last === null, marks]);
  const totals = { ...marks, distanceNm, positionCount, last: last && { recordedAt: last.recordedAt } };
  return { view, knownPhase, facts, fold: totals };
}

/** Returns the rows of flights that have moved; those without a position have none. */
export function movesOf(flights: readonly BoardFlight[]): Moves {
  const names = Object.keys(flights.find(({ view }) => view.lastPosition !== null)?.view.lastPosition ?? {});
  const rows: MovedRow[] = [];
  for (const { view, fold } of flights) {
    const { lastPosition, lastSeq, positionCount, eventCount, distanceFlownNm, lastReportAt, nextIntervalS } = view;
    if (lastPosition === null || fold.last === null) continue;
    const ofView = [lastSeq, positionCount, eventCount, distanceFlownNm, lastReportAt, nextIntervalS];
    const counts = [...ofView, fold.distanceNm, fold.last.recordedAt];
    const values = names.map((name) => lastPosition[name as keyof Position] ?? null);
    rows.push([view.flight.id, counts, values]);
  }
  return { names, rows };
}

/** Returns a flight as it is after a move. */
export function movedBy(
  { view, fold, knownPhase }: BoardFlight,
  [, counts, values]: MovedRow,
  names: Moves['names'],
): BoardFlight {
  const [lastSeq, positionCount, eventCount, distanceFlownNm, lastReportAt, nextIntervalS, distanceNm, recordedAt] =
    counts;
  const position: Record<string, Figure> = {};
  for (const [index, name] of names.entries()) position[name] = values[index] ?? null;
  const known = {
    lastSeq: lastSeq ?? null,
    positionCount: positionCount ?? view.positionCount,
    eventCount: eventCount ?? view.eventCount,
    distanceFlownNm: distanceFlownNm ?? null,
    lastReportAt: lastReportAt ?? view.lastReportAt,
    nextIntervalS: nextIntervalS ?? view.nextIntervalS,
    lastPosition: position as unknown as Position,
  };
  const last = { recordedAt: recordedAt ?? 0 };
  const totals = { distanceNm: distanceNm ?? fold.distanceNm, positionCount: known.positionCount, last };
  return { view: { ...view, ...known }, fold: { ...fold, ...totals }, knownPhase };
}

/** Returns a flight of another server as the pages see it. */
export function seenOf({ view, fold, knownPhase }: BoardFlight): SeenFlight {
  return { flight: view.flight, lastPosition: view.lastPosition, fold, knownPhase, view: () => view };
}
