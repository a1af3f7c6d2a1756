import type { Flight, Judgement, Report } from '../../../src/tracking/model.ts';
import { detectors } from '../../../src/tracking/rules/detectors/detectors.ts';
import { flownFlight } from '../../../src/tracking/rules/detectors/flown-flight.ts';
import { judge } from '../../../src/tracking/rules/judgement.ts';
import type { RuleSet } from '../../../src/tracking/rules/rule.ts';
import type { Draws } from '../chance.ts';
import { excuseFor, positionsOf } from '../contents/flown.ts';
import { type PlainFlight, type PlainJudgement, plainJudgement } from '../contents/plain-judgement.ts';
import { ruleHistory } from '../contents/rule-history.ts';
import type { Scene } from '../scene.ts';
import { firstOf, type Invariant } from './invariant.ts';

export const judgedRightly: Invariant = {
  name: 'judged-rightly',
  sentence: 'Marks and score are what the rules say of all reports, in whatever order and how often they came.',
  atEnd: (world) => firstOf(world.models.disk.flights().map((flight) => problemOf(world, flight))),
};

function problemOf(world: Scene, flight: Flight): string | null {
  const judgement = flight.receipt?.pirep.judgement;
  if (flight.state !== 'filed' || judgement === undefined) return null;
  const set = ruleHistory(world).sets.get(judgement.set);
  if (set === undefined) return `flight ${flight.id} is judged by rule set ${judgement.set}, which was never saved`;
  world.counters.count('PIREPs judged by rules');
  const ranks: readonly (string | null)[] = [null, ...(ruleHistory(world).ranks.get(flight.pilot.id) ?? [])];
  const said = JSON.stringify(judgement);
  const shuffled = ranks.map((rank) => JSON.stringify(judgedInDisorder(world, flight, { set, rank, judgement })));
  if (!shuffled.includes(said)) return `in another order flight ${flight.id} is judged ${shuffled[0]}, and was ${said}`;
  return plainProblem(world, flight, { set, ranks, judgement });
}

/** Judges all reports of the disk in a drawn order, some of them twice. */
function judgedInDisorder(
  world: Scene,
  flight: Flight,
  { set, rank, judgement }: { readonly set: RuleSet; readonly rank: string | null; readonly judgement: Judgement },
): Judgement | null {
  const { sealed, raw } = world.models.disk.tables.reports.get(flight.number) ?? { sealed: [], raw: [] };
  const reports = shuffled([...sealed, ...raw], world.draws.fork(`disorder ${flight.id}`));
  const { pirep } = flight.receipt ?? {};
  if (pirep === undefined) return null;
  const around = { samples: null, feedRead: [], route: null, runwaysNear: () => [] };
  const flown = flownFlight(flight, reports, pirep, around);
  const facts = { rank, subfleets: [], clientScore: judgement.clientScore };
  return judge(set, flown, facts, detectors, (error) => world.bug(error));
}

/** A repeat has a number of its own, as one that was stored again. */
function shuffled(reports: readonly Report[], draws: Draws): readonly Report[] {
  const last = Math.max(0, ...reports.map(({ number }) => number));
  const again = reports
    .filter((report) => isKnownAgain(report) && draws.happens(0.2))
    .map((report, index) => ({ ...report, number: last + 1 + index }));
  const keyed = [...reports, ...again].map((report) => ({ report, key: draws.next() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ report }) => report);
}

/** Without a time and a number of its own nobody can tell a repeat from another report. */
function isKnownAgain(report: Report): boolean {
  const { seq, isDated } = report.kind === 'position' ? report.position : report.event;
  return seq !== null || isDated;
}

function plainProblem(
  world: Scene,
  flight: Flight,
  {
    set,
    ranks,
    judgement,
  }: { readonly set: RuleSet; readonly ranks: readonly (string | null)[]; readonly judgement: Judgement },
): string | null {
  const positions = positionsOf(world, flight);
  const isByReports = set.rules.some(({ detector }) => detector !== 'every-flight');
  const isClear =
    excuseFor(flight, positions) === null && positions.every(({ isDated, seq }) => isDated && seq !== null);
  if (isByReports && !isClear) {
    world.counters.count('excused: judgements, times that are not plain');
    return null;
  }
  const found = plainly(judgement);
  const expected = ranks.map((rank) => plainly(plainJudgement(set.rules, plainFlight(flight, positions, rank))));
  world.counters.count('PIREPs judged a second time, plainly');
  return expected.includes(found)
    ? null
    : `flight ${flight.id} is judged ${found}, and should be ${expected.join(' or ')}`;
}

function plainFlight(flight: Flight, positions: ReturnType<typeof positionsOf>, rank: string | null): PlainFlight {
  const { plan, aircraft, receipt } = flight;
  const inOrder = [...positions].sort(
    (a, b) => a.recordedAt - b.recordedAt || (a.seq ?? 0) - (b.seq ?? 0) || a.number - b.number,
  );
  return {
    flightType: plan.flightType ?? '',
    departure: plan.departure.icao,
    arrival: plan.arrival.icao,
    landedAt: receipt?.pirep.diversion?.icao ?? null,
    aircraftType: aircraft?.icao ?? null,
    rank,
    reports: inOrder
      .filter(({ recordedAt, seq }, index) => {
        const before = inOrder[index - 1];
        return before?.recordedAt !== recordedAt || before.seq !== seq;
      })
      .map(({ recordedAt, indicatedAirspeedKt, altitudeMslFt, isSlewing }) => ({
        at: recordedAt,
        indicatedKt: indicatedAirspeedKt,
        altitudeFt: altitudeMslFt,
        isSlewing,
      })),
    blockOffAt: receipt?.pirep.blockOffAt ?? null,
    blockOnAt: receipt?.pirep.blockOnAt ?? null,
  };
}

/** What both say, as a text that can be compared. */
function plainly(judged: Judgement | PlainJudgement): string {
  const { score, state } = judged;
  const pointsOf = ({ marks }: Judgement) =>
    Object.fromEntries(
      [...new Set(marks.map(({ rule }) => rule))].map((rule) => [
        rule,
        marks.filter((mark) => mark.rule === rule).map(({ points }) => points),
      ]),
    );
  const points = 'points' in judged ? judged.points : pointsOf(judged);
  const leftAlone = 'points' in judged ? judged.leftAlone : (judged.leftAlone ?? []).join(' ');
  return JSON.stringify([score, state, Object.entries(points).sort(), leftAlone]);
}
