import { flights as deFlights } from './de/flights.ts';
import { frame as deFrame } from './de/frame.ts';
import { log as deLog } from './de/log.ts';
import { start as deStart } from './de/start.ts';
import { flights as enFlights } from './en/flights.ts';
import { frame as enFrame } from './en/frame.ts';
import { log as enLog } from './en/log.ts';
import { start as enStart } from './en/start.ts';
import { flights as frFlights } from './fr/flights.ts';
import { frame as frFrame } from './fr/frame.ts';
import { log as frLog } from './fr/log.ts';
import { start as frStart } from './fr/start.ts';

const en = { ...enFrame, ...enStart, ...enFlights, ...enLog };
const de = { ...deFrame, ...deStart, ...deFlights, ...deLog };
const fr = { ...frFrame, ...frStart, ...frFlights, ...frLog };

/** The texts of the staff's pages, by language. Only the server reads them: what browsers load does not grow with them. */
export const staffTexts = { en, de, fr };

export type StaffKey = keyof typeof en;
