import type { Flight, Pirep, PirepFigure, ReportedFigures } from '../model.ts';

/** A `finish` without a flight time cannot open a flight: so soon after one it asks for that flight's receipt. */
const withoutTimeMs = 10 * 60_000;
/** Minimum time after a flight within which the same figures are a repeat. */
const minRepeatMs = 2 * 60_000;
/** Nobody flies a flight again in less than its time at this simulation rate. */
const maxSimRate = 4;

/**
 * Whether an unnamed `finish` is a repeat of the one that ended this flight: it says the same, sooner than the same could be
 * flown again. Its client got no response, and the pilot may have a further bid by now.
 */
export function isRepeatedFinish(flight: Flight, figures: ReportedFigures, now: number): boolean {
  const sinceMs = now - (flight.intent?.at ?? flight.endedAt ?? flight.startedAt);
  const { flightTimeMin } = figures;
  if (flightTimeMin === null) return sinceMs < withoutTimeMs;
  return sinceMs < Math.max(minRepeatMs, (flightTimeMin * 60_000) / maxSimRate) && saysTheSame(flight, figures);
}

function saysTheSame({ intent, receipt }: Flight, figures: ReportedFigures): boolean {
  if (intent?.kind === 'finish') return JSON.stringify(intent.figures) === JSON.stringify(figures);
  return receipt !== null && wasFiledAs(receipt.pirep, figures);
}

const figureNames = [
  ...(['flightTimeMin', 'distanceNm', 'fuelUsedLb', 'blockFuelLb', 'landingRateFpm'] as const),
  ...(['blockOffAt', 'takeoffAt', 'landingAt', 'blockOnAt'] as const),
] satisfies readonly PirepFigure[];

/** Figures that were not believed, and the server's own lines and remarks, say nothing of what the client sent. */
function wasFiledAs(pirep: Pirep, figures: ReportedFigures): boolean {
  const isSameFigure = (name: PirepFigure) => pirep.basis[name] !== 'reported' || pirep[name] === figures[name];
  const lines = figures.log.map((line) => (typeof line === 'string' ? line : line.text));
  const filed = lines.length === 0 ? [] : pirep.log.slice(-lines.length).map(({ text }) => text);
  return (
    figureNames.every(isSameFigure) &&
    lines.every((line, index) => line === filed[index]) &&
    (figures.notes === null || pirep.notes?.startsWith(figures.notes) === true) &&
    clientScoreOf(pirep) === figures.score &&
    pirep.load === figures.load &&
    JSON.stringify(pirep.fields) === JSON.stringify(figures.fields)
  );
}

/** The score as the client said it, which the rules replace. */
function clientScoreOf({ score, judgement }: Pirep): number | null {
  return judgement === undefined ? score : judgement.clientScore;
}
