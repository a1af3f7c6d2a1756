import { table } from '../../lib/table.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import type { Airport } from '../../tracking/model.ts';
import { distanceToGoNm } from './acars-shapes.ts';
import type { ShownOfPilots } from './flight-wire.ts';

const minKtForTime = 30;

/**
 * Flights under way as phpVMS 5 answers `action.php/acars/data` (core/modules/ACARS/ACARS.php), for widgets that are
 * written for it. Its map puts these texts into the page as they are (core/templates/acarsmap.php), so none has a
 * character of markup.
 */
export function toAcarsData(flights: readonly FlightView[], { showsIdent, nameOf }: ShownOfPilots) {
  return flights.flatMap((view) => {
    const { flight, lastPosition: position } = view;
    if (position === null) return [];
    const { plan, aircraft } = flight;
    const pilot = showsIdent ? flight.pilot.ident : '';
    const toGo = distanceToGoNm(view);
    return harmless({
      id: flight.id,
      pilotid: pilot,
      pilotname: nameOf(flight.pilot) ?? pilot,
      firstname: '',
      lastname: '',
      code: plan.airlineCode ?? '',
      flightnum: plan.ident,
      aircraft: aircraft?.registration ?? '',
      registration: aircraft?.registration ?? '',
      aircraftname: aircraft?.name ?? aircraft?.icao ?? '',
      lat: String(position.lat),
      lng: String(position.lon),
      heading: Math.round(position.headingDeg ?? 0),
      alt: String(Math.round(position.altitudeMslFt ?? 0)),
      gs: Math.round(position.groundSpeedKt ?? 0),
      ...airport('dep', plan.departure),
      ...airport('arr', arrivalOf(flight)),
      deptime: plan.departureTime ?? '',
      arrtime: plan.arrivalTime ?? '',
      route: plan.route ?? '',
      route_details: [],
      distremain: toGo === null ? '' : String(Math.round(toGo)),
      distremaining: toGo === null ? '' : String(Math.round(toGo)),
      timeremaining: timeToGo(toGo, position.groundSpeedKt),
      phasedetail: words(view.phase),
      online: flight.network ?? '',
      client: 'Tracker',
      lastupdate: new Date(view.lastReportAt).toISOString().slice(0, 19).replace('T', ' '),
    });
  });
}

function airport(which: 'dep' | 'arr', { icao, name, lat, lon }: Airport) {
  return {
    [`${which}icao`]: icao,
    [`${which}apt`]: name ?? icao,
    [`${which}name`]: name ?? icao,
    [`${which}lat`]: String(lat ?? ''),
    [`${which}lng`]: String(lon ?? ''),
  };
}

/** `01:25`; `-` where it is unknown. */
function timeToGo(nm: number | null, kt: number | null): string {
  if (nm === null || kt === null || kt < minKtForTime) return '-';
  const minutes = Math.round((nm / kt) * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** `taxi-in` as `Taxi in`; its own word where there is none. */
function words(phase: string | null): string {
  const text = (phase ?? 'Enroute').replaceAll('-', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const similar = table<string>({ '<': '‹', '>': '›', '"': '”', "'": '’', '`': '’', '&': '+' });

/** Replaces characters of markup by similar ones. */
function harmless(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll(/[<>"'`&]/g, (character) => similar[character] ?? '') : value,
  ]);
  return Object.fromEntries(members) as Record<string, unknown>;
}
