import type { Contract } from '../contract.ts';
import { liveMap } from './acars/live.ts';
import { postLogs } from './acars/logs.ts';
import { postPositions } from './acars/positions.ts';
import { readGeojson, readLogs, readPositions } from './acars/track.ts';
import { status } from './lists/status.ts';
import { cancel } from './pireps/cancel.ts';
import { comments } from './pireps/comments.ts';
import { fields } from './pireps/fields.ts';
import { file } from './pireps/file.ts';
import { finances } from './pireps/finances.ts';
import { prefile } from './pireps/prefile.ts';
import { readPirep } from './pireps/read-pirep.ts';
import { route } from './pireps/route.ts';
import { update } from './pireps/update.ts';
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
  start: prefile,
  readFlight: [readPirep, finances, ...comments, ...route],
  readReports: [...readPositions, ...readLogs, ...readGeojson],
  listLive: liveMap,
  describe: [...update, ...fields],
  report: postPositions,
  recordEvents: postLogs,
  // It comes with `update`.
  changeAircraft: [],
  finish: file,
  cancel,
};
