import type { Calls } from '../../tracking/calls.ts';
import { type Contract, clientDeskCalls } from '../contract.ts';
import { listAirlines } from './airlines.ts';
import { listAirports } from './airports.ts';
import { chooseAircraft, unbook } from './bid.ts';
import { book } from './bids.ts';
import { charter } from './charters.ts';
import { listFleet } from './fleet.ts';
import { news } from './news.ts';
import { readPirep } from './pirep.ts';
import { listPireps } from './pireps.ts';
import { profile } from './profile.ts';
import { searchSchedules } from './schedules.ts';
import { statistics } from './statistics.ts';

/** The routes by which pilots look up and book. */
export const desk: Contract['desk'] = {
  searchSchedules: [searchSchedules],
  book: [book],
  unbook: [unbook],
  chooseAircraft: [chooseAircraft],
  charter: [charter],
  listPireps: [listPireps],
  readPirep: [readPirep],
  // No latest PIREP: `GET /pireps?per_page=1`.
  latestPirep: [],
  statistics: [statistics],
  profile: [profile],
  listAirports: [listAirports],
  listFleet: [listFleet],
  listAirlines: [listAirlines],
  news: [news],
};

/** Those of them that this crew center has, as `GET /schedules`. */
export function offersOf(calls: Calls): readonly string[] {
  return clientDeskCalls
    .filter((call) => calls.desk.offers(call))
    .flatMap((call) => desk[call].map(({ method, path }) => `${method} ${path}`));
}
