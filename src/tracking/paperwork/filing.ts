import type { Delivery } from '../delivery.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Airport, Flight, Pirep, Receipt, Report, ReportedFigures } from '../model.ts';
import type { Parts } from '../parts.ts';
import { landedElsewhere, makePirep } from '../pirep.ts';
import { isRefusal } from '../refusals.ts';
import { refold } from '../sealing.ts';
import { endAsCancelled, prefileAnew } from './renewal.ts';

/** Writes down that the flight is to be filed. From here on it takes no more reports. */
export async function intendToFile(parts: Parts, live: LiveFlight, figures: ReportedFigures): Promise<Flight> {
  return parts.flights.apply(live, { kind: 'finishing', at: parts.clock.now(), figures });
}

/**
 * What `finish` does, in order: waits until every report is on disk, delivers what is undelivered, computes the PIREP,
 * files it (the adapter asks the host first whether it is filed already), and stores the receipt. Whoever asks while it
 * is under way waits for the same job.
 */
export async function fileAtPlatform(parts: Parts, delivery: Delivery, live: LiveFlight): Promise<void> {
  return live.lane.run('file', () => file(parts, delivery, live));
}

async function file(parts: Parts, delivery: Delivery, live: LiveFlight): Promise<void> {
  const { intent } = live.flight;
  if (intent?.kind !== 'finish' || live.flight.setAside !== null) return;
  await parts.journal.barrier();
  // What a full disk refused is not in the journal: the summary must not count it either.
  if (live.hasLost) await refold(parts, live);
  try {
    await deliverAll(parts, delivery, live);
    const reports = await readAll(parts, live);
    const { plan, startedAt } = live.flight;
    const { airport, remarks: ofLanding } = await findDiversion(parts, live, reports, intent.figures);
    const remarks = [...live.secondClient.remarks, ...ofLanding];
    const pirep = makePirep(plan, reports, intent.figures, airport, { startedAt, finishedAt: intent.at, remarks });
    const filed = await fileOrRenew(parts, delivery, live, pirep);
    await storeReceipt(
      parts,
      live,
      {
        flightId: live.flight.id,
        pirepId: filed.pirepId,
        pirepState: filed.state,
        filedAt: parts.clock.now(),
        pirep,
      },
      filed.isUnsure === true,
    );
  } catch (error) {
    if (isRefusal(error, 'flight-ended')) return endAsCancelled(parts, live, 'The crew center cancelled the PIREP.');
    if (!isRefusal(error, 'crew-center-refused')) throw error;
    await parts.flights.apply(live, { kind: 'set-aside', reason: error.message });
  }
}

async function deliverAll(parts: Parts, delivery: Delivery, live: LiveFlight): Promise<void> {
  try {
    await delivery.deliverTrack(live);
  } catch (error) {
    if (!isRefusal(error, 'flight-not-found')) {
      // Cancelled or filed there: filing itself finds out which.
      if (!isRefusal(error, 'flight-ended')) throw error;
      return;
    }
    await prefileAnew(parts, live);
    await delivery.deliverTrack(live);
  }
}

/** A PIREP that the host has lost meanwhile is opened anew and gets the whole track again, then it is filed. */
async function fileOrRenew(parts: Parts, delivery: Delivery, live: LiveFlight, pirep: Pirep) {
  try {
    return await parts.platform.filePirep(live.hostFlight(), pirep);
  } catch (error) {
    if (!isRefusal(error, 'flight-not-found')) throw error;
    await prefileAnew(parts, live);
    await delivery.deliverTrack(live);
    return parts.platform.filePirep(live.hostFlight(), pirep);
  }
}

async function storeReceipt(parts: Parts, live: LiveFlight, receipt: Receipt, isUnsure: boolean): Promise<void> {
  await parts.flights.apply(live, { kind: 'filed', receipt, summary: live.summary(), isUnsure });
  // Its reports are with the crew center; the flight stays until that was asked what it left undone.
  if (isUnsure) await parts.cursors.advance(live, live.lastNumber);
  else await parts.cursors.close(live);
}

async function readAll(parts: Parts, live: LiveFlight): Promise<readonly Report[]> {
  return parts.journal.readReports(live.flight.number);
}

interface Diversion {
  readonly airport: Airport | null;
  readonly remarks: readonly string[];
}

/** The airport where it came down, when that is not the planned one: told by the client, or found by the place of the landing. */
async function findDiversion(
  parts: Parts,
  live: LiveFlight,
  reports: readonly Report[],
  figures: ReportedFigures,
): Promise<Diversion> {
  const { plan, startedAt } = live.flight;
  const planned = plan.arrival.icao;
  if (figures.arrival !== null) {
    if (figures.arrival === planned) return { airport: null, remarks: [] };
    const known = await parts.platform.findAirport({ icao: figures.arrival });
    return { airport: known ?? { icao: figures.arrival, name: null, lat: null, lon: null }, remarks: [] };
  }
  const place = landedElsewhere(plan, reports, startedAt);
  if (place === null) return { airport: null, remarks: [] };
  const airport = await parts.platform.findAirport(place);
  if (airport !== null) return { airport: airport.icao === planned ? null : airport, remarks: [] };
  const where = `${place.lat.toFixed(3)}, ${place.lon.toFixed(3)}`;
  return {
    airport,
    remarks: [`It landed at ${where}, not at ${planned} and far from every airport of the crew center.`],
  };
}
