import { landedElsewhere } from '../figures/landed-elsewhere.ts';
import { makePirep } from '../figures/pirep.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { refold } from '../flight/sealing.ts';
import type { Airport, Flight, Intent, Pirep, Report, ReportedFigures } from '../model.ts';
import type { PaperworkCore } from './core.ts';
import { judgeOnce } from './judging.ts';

/** Waits until every report of the flight is on disk. @throws Refusal `journal-full` */
export async function settleReports({ journal }: PaperworkCore, live: LiveFlight): Promise<void> {
  await journal.barrier();
  // Reports that a full disk refused are not in the journal, so the summary must not count them.
  if (live.hasLost) await refold(journal, live);
}

/**
 * Computes the PIREP of a flight from its reports in the journal, and has it judged.
 * @param finish what its client said at the end, and when the pilot ended it
 */
export async function draftPirep(
  core: PaperworkCore,
  live: LiveFlight,
  finish: Intent & { readonly kind: 'finish' },
): Promise<Pirep> {
  const { journal } = core;
  const { flight } = live;
  const reports = await journal.readReports(flight.number);
  const { airport, unlisted, remarks } = await findDiversion(core, flight, reports, finish.figures);
  const pirep = makePirep(flight.plan, reports, finish.figures, airport, {
    startedAt: flight.startedAt,
    finishedAt: finish.at,
    remarks: [...live.secondClient.remarks, ...remarks, ...(journal.isMissingReports(flight.number) ? [damaged] : [])],
  });
  const touchdown = await core.judging.findTouchdown({ flight, reports, pirep });
  const placed = { ...pirep, ...(unlisted && { unlisted }), ...(touchdown && { touchdown }) };
  return judgeOnce(core, live, finish, placed, reports);
}

const damaged = 'Reports of this flight are damaged on the server: figures and times may be wrong.';

/** The airport where it landed if that is not the planned one, and sentences for the operator. */
interface Diversion {
  readonly airport: Airport | null;
  /** Where it landed, if the crew center does not have that airport. */
  readonly unlisted?: Airport;
  readonly remarks: readonly string[];
}

/** Where it landed is reported by the client, or found by the position of the landing. */
async function findDiversion(
  { platform, flights }: PaperworkCore,
  { plan, startedAt, air }: Flight,
  reports: readonly Report[],
  figures: ReportedFigures,
): Promise<Diversion> {
  const planned = plan.arrival.icao;
  if (figures.arrival !== null) {
    if (figures.arrival === planned) return { airport: null, remarks: [] };
    const known = await platform.findAirport({ icao: figures.arrival });
    return { airport: known ?? { icao: figures.arrival, name: null, lat: null, lon: null }, remarks: [] };
  }
  const place = landedElsewhere(plan, reports, startedAt);
  if (place === null) return { airport: null, remarks: [] };
  const airport = await platform.findAirport(place);
  if (airport !== null) return { airport: airport.icao === planned ? null : airport, remarks: [] };
  // Landings that older versions stored do not have it.
  const unlisted = air?.landing?.elsewhere ?? flights.airportAt(place);
  const where = `${place.lat.toFixed(3)}, ${place.lon.toFixed(3)}`;
  return {
    airport,
    ...(unlisted && unlisted.icao !== planned && { unlisted }),
    remarks: [`It landed at ${where}, not at ${planned} and not near any airport of the crew center.`],
  };
}
