import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { silentMinutes } from '../browser/figures.js';
import { versionOf } from './flight-records.ts';

type Reporting = Pick<FlightView, 'flight' | 'positionCount' | 'eventCount' | 'lastReportAt'>;

/** Returns the minutes for which a flight under way has not been reported; null while it reports, and of one that is suspended or has ended. */
export function silentMin({ flight: { state }, lastReportAt }: Reporting, now: number): number | null {
  return state === 'open' ? silentMinutes(now - lastReportAt) : null;
}

/** Returns the version of what the page of a flight shows: that of its record, and how long it has been silent. */
export function shownVersion(view: FlightView, now: number): string {
  const silent = silentMin(view, now);
  return silent === null ? versionOf({ view }) : `${versionOf({ view })}.silent${silent}`;
}
