import { excessOfClock } from '../../figures/fold-clock.ts';
import { contentOf, inOrderOfTime, instantsOf } from '../../figures/timeline.ts';
import type { Flight, FlightEvent, Pirep, Position, Report } from '../../model.ts';
import type { FlownFlight } from './detector.ts';

/** What is known of a flight beside its document, its reports and its PIREP. */
export type Surroundings = Pick<FlownFlight, 'samples' | 'feedRead' | 'route' | 'runwaysNear'>;

/**
 * Returns what detectors read of a flight: its reports in order of time, each once, whatever their order here. Instants that a wrong
 * clock made are corrected as those of the PIREP are.
 */
export function flownFlight(
  { plan, aircraft, network, startedAt }: Pick<Flight, 'plan' | 'aircraft' | 'network' | 'startedAt'>,
  reports: readonly Report[],
  pirep: Pirep,
  surroundings: Surroundings,
): FlownFlight {
  const { blockOffAt, takeoffAt, landingAt, blockOnAt, landingRateFpm, basis, diversion, fuelUsedLb, route } = pirep;
  return {
    ...reportsOf(reports, startedAt),
    plan,
    aircraft,
    pirep: { blockOffAt, takeoffAt, landingAt, blockOnAt, landingRateFpm, basis, diversion, fuelUsedLb, route },
    network,
    ...surroundings,
  };
}

function reportsOf(reports: readonly Report[], startedAt: number): Pick<FlownFlight, 'positions' | 'events'> {
  const once = eachOnce(reports);
  const instants = instantsOf(once, startedAt);
  const timed = inOrderOfTime(once, startedAt).map((report) => ({
    report,
    at: instants.get(report.number) ?? contentOf(report).recordedAt,
  }));
  correctClocks(timed, startedAt);
  const positions: Position[] = [];
  const events: FlightEvent[] = [];
  for (const { report, at } of timed) {
    if (report.kind === 'event') events.push(withInstant(report.event, at));
    else positions.push(withInstant(report.position, at));
  }
  return { positions, events };
}

/** Most are as they were reported. */
function withInstant<T extends Position | FlightEvent>(content: T, recordedAt: number): T {
  return content.recordedAt === recordedAt ? content : { ...content, recordedAt };
}

/** Shifts what was recorded before a client's clock was corrected, as the PIREP's instants are. */
function correctClocks(timed: { readonly report: Report; at: number }[], startedAt: number): void {
  let last: Position | null = null;
  for (const [index, { report, at }] of timed.entries()) {
    if (report.kind === 'event') continue;
    const { receivedAt, isDated } = report.position;
    const excess = last === null ? 0 : excessOfClock(startedAt, last, { recordedAt: at, receivedAt, isDated });
    if (excess > 0) for (const earlier of timed.slice(0, index)) earlier.at += excess;
    last = { ...report.position, recordedAt: at };
  }
}

/** Of repeats, the one that arrived first. A report is known by its kind, its time and its `seq`; without a time of its own, by its `seq`. */
function eachOnce(reports: readonly Report[]): readonly Report[] {
  const found = new Map<string, Report>();
  for (const report of reports) {
    const { seq, recordedAt, isDated } = contentOf(report);
    const name = isDated ? `${recordedAt} ${seq}` : seq === null ? `number ${report.number}` : `seq ${seq}`;
    const kind = report.kind === 'event' ? report.event.kind : 'position';
    const key = `${report.kind} ${kind} ${name}`;
    const known = found.get(key);
    if (known === undefined || report.number < known.number) found.set(key, report);
  }
  return [...found.values()];
}
