import { admin as deAdmin } from './de/admin.ts';
import { flights as deFlights } from './de/flights.ts';
import { frame as deFrame } from './de/frame.ts';
import { log as deLog } from './de/log.ts';
import { pilots as dePilots } from './de/pilots.ts';
import { pireps as dePireps } from './de/pireps.ts';
import { start as deStart } from './de/start.ts';
import { admin as enAdmin } from './en/admin.ts';
import { flights as enFlights } from './en/flights.ts';
import { frame as enFrame } from './en/frame.ts';
import { log as enLog } from './en/log.ts';
import { pilots as enPilots } from './en/pilots.ts';
import { pireps as enPireps } from './en/pireps.ts';
import { start as enStart } from './en/start.ts';
import { admin as frAdmin } from './fr/admin.ts';
import { flights as frFlights } from './fr/flights.ts';
import { frame as frFrame } from './fr/frame.ts';
import { log as frLog } from './fr/log.ts';
import { pilots as frPilots } from './fr/pilots.ts';
import { pireps as frPireps } from './fr/pireps.ts';
import { start as frStart } from './fr/start.ts';

const en = { ...enPilots, ...enPireps, ...enAdmin, ...enFrame, ...enStart, ...enFlights, ...enLog };
const de = { ...dePilots, ...dePireps, ...deAdmin, ...deFrame, ...deStart, ...deFlights, ...deLog };
const fr = { ...frPilots, ...frPireps, ...frAdmin, ...frFrame, ...frStart, ...frFlights, ...frLog };

/** The texts of the staff's pages, by language. Only the server reads them: what browsers load does not grow with them. */
export const staffTexts = { en, de, fr };

export type StaffKey = keyof typeof en;
