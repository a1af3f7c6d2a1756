import type { Contract } from '../contract.ts';
import { airports } from './airports/airports.ts';
import { fleet } from './fleet/fleet.ts';
import { flights } from './flights/flight.ts';
import { flightLists } from './flights/search.ts';
import { airlines } from './lists/airlines.ts';
import { news } from './lists/news.ts';
import { addBid, removeBid } from './user/bids.ts';
import { pireps } from './user/pireps.ts';
import { user, userById, usersMe } from './user/user.ts';

/** The calls that look up and book, by the call of the core that each makes first. */
export const deskRoutes: Contract['desk'] = {
  searchSchedules: [...flightLists, ...flights],
  book: addBid,
  unbook: [removeBid],
  // Its clients name the aircraft when they bid, and when they open the PIREP.
  chooseAircraft: [],
  // A flight without a bid needs none: `pireps/prefile` opens it.
  charter: [],
  listPireps: pireps,
  // They are read with the calls of a flight.
  readPirep: [],
  latestPirep: [],
  // They come with the profile.
  statistics: [],
  profile: [user, usersMe, userById],
  listAirports: airports,
  listFleet: fleet,
  listAirlines: airlines,
  news: [news],
};
