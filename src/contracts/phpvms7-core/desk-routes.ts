import type { Contract } from '../contract.ts';
import { user } from './user/user.ts';

/** The calls that look up and book, by the call of the core that each makes first. */
export const deskRoutes: Contract['desk'] = {
  searchSchedules: [],
  book: [],
  unbook: [],
  chooseAircraft: [],
  charter: [],
  listPireps: [],
  readPirep: [],
  latestPirep: [],
  statistics: [],
  profile: [user],
  listAirports: [],
  listFleet: [],
  listAirlines: [],
  news: [],
};
