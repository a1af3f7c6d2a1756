import { type Contract, noDesk } from '../contract.ts';
import { status } from './lists/status.ts';
import { bids } from './user/bids.ts';

/** The calls of a flight. */
export const flightRoutes: Contract['routes'] = {
  status,
  // Its clients send their key with every request.
  login: [],
  resume: [],
  logout: [],
  listBids: bids,
  latestBid: [],
  start: [],
  readFlight: [],
  readReports: [],
  listLive: [],
  describe: [],
  report: [],
  recordEvents: [],
  changeAircraft: [],
  finish: [],
  cancel: [],
};

/** Those of them that a web server may hand over while a phpVMS 7 answers the others. */
export const handedOver: Pick<Contract, 'routes' | 'desk'> = {
  routes: { ...flightRoutes, status: [], listBids: [], latestBid: [] },
  desk: noDesk,
};
