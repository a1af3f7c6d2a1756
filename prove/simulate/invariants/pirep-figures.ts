import type { Flight } from '../../../src/tracking/model.ts';
import { excuseFor, nothingSaid, plainReport, positionsOf } from '../contents/flown.ts';
import {
  milesOf,
  milesOfArrived,
  type PlainFigures,
  plainFigures,
  type SaidFigures,
} from '../contents/plain-figures.ts';
import { finishesOf, noteFinishes } from '../contents/said-at-end.ts';
import type { Scene } from '../scene.ts';
import { firstOf, type Invariant } from './invariant.ts';
import { namesOf } from './paperwork.ts';

export const figuresAreRight: Invariant = {
  name: 'figures-are-right',
  sentence: 'Each figure of a PIREP is what its client said at the end, or what its reports add up to.',
  onAnswer(world, exchange) {
    noteFinishes(world, exchange);
    return null;
  },
  atEnd: (world) => firstOf(world.models.disk.flights().map((flight) => problemOf(world, flight))),
};

function problemOf(world: Scene, flight: Flight): string | null {
  const { receipt, state } = flight;
  if (state !== 'filed' || receipt === null) return null;
  const positions = positionsOf(world, flight);
  const excuse = excuseFor(flight, positions);
  world.counters.count('PIREPs filed');
  if (excuse !== null) {
    world.counters.count(`excused: figures, ${excuse}`);
    return null;
  }
  const reports = positions.flatMap((each) => plainReport(world, each) ?? []);
  const isWhole = reports.length === positions.length;
  const problems = saidOf(world, flight).map((said) => {
    const figures = isWhole ? plainFigures(reports, said) : { ...given(said), ...countedOf(positions, said) };
    return firstOf([
      differenceOf(`the PIREP of ${flight.id}`, figures, receipt.pirep),
      atCrewCenter(world, receipt.pirepId, figures),
    ]);
  });
  world.counters.count(isWhole ? 'PIREPs computed again' : 'PIREPs of which the distance was computed again');
  return problems.includes(null) ? null : firstOf(problems);
}

/** What may have been said at its end: by any finish that names it, or names none; nothing where an operator filed it. */
function saidOf(world: Scene, flight: Flight): readonly SaidFigures[] {
  const names = new Set([...namesOf(flight), flight.bidId]);
  const sent = finishesOf(world, flight.pilot.id).filter(
    (each) => each.names.length === 0 || each.names.some((name) => names.has(name)),
  );
  const isByOperator = world.endedByOthers.has(flight.id);
  return [...sent.map(({ figures }) => figures), ...(isByOperator || sent.length === 0 ? [nothingSaid] : [])];
}

/** Where not every instrument reports: the number of reports, and the way between them. */
function countedOf(
  positions: readonly {
    readonly lat: number;
    readonly lon: number;
    readonly recordedAt: number;
    readonly isDated: boolean;
    readonly number: number;
  }[],
  said: SaidFigures,
): Partial<PlainFigures> {
  const inOrder = [...positions].sort((a, b) => a.recordedAt - b.recordedAt || a.number - b.number);
  const hasTimes = inOrder.some(({ isDated }) => isDated);
  const miles = hasTimes
    ? milesOf(inOrder)
    : milesOfArrived(inOrder.map(({ lat, lon, recordedAt }) => ({ lat, lon, at: recordedAt })));
  const distanceNm = said.distanceNm ?? Math.round(miles * 10) / 10;
  return { positionCount: positions.length, ...(positions.length < 2 ? {} : { distanceNm }) };
}

/** Those that were said. */
function given(said: SaidFigures): Partial<PlainFigures> {
  return Object.fromEntries(Object.entries(said).filter(([, figure]) => figure !== null));
}

function atCrewCenter(world: Scene, pirepId: string, expected: Partial<PlainFigures>): string | null {
  const there = world.models.crew.host.pireps.get(pirepId)?.figures;
  if (there === undefined) return null;
  const known = Object.entries(expected).filter(([name]) => name in there);
  return differenceOf(`PIREP ${pirepId} at the crew center`, Object.fromEntries(known), there);
}

function differenceOf(where: string, expected: Partial<PlainFigures>, found: object): string | null {
  const figures = found as Readonly<Record<string, number | null>>;
  const wrong = Object.entries(expected).find(([name, figure]) => !isNear(name, figure, figures[name] ?? null));
  return wrong === undefined
    ? null
    : `${wrong[0]} of ${where} is ${figures[wrong[0]]}, and should be ${wrong[1]} by what was sent`;
}

/** Two ways to compute a distance may round it otherwise. */
function isNear(name: string, expected: number | null, found: number | null): boolean {
  if (expected === null || found === null) return expected === found;
  return Math.abs(expected - found) <= (name === 'distanceNm' ? 0.1001 : name === 'fuelUsedLb' ? 0.011 : 1e-6);
}
