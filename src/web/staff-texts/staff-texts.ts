import { accounts as deAccounts } from './de/accounts.ts';
import { admin as deAdmin } from './de/admin.ts';
import { editing as deEditing } from './de/editing.ts';
import { fleet as deFleet } from './de/fleet.ts';
import { flights as deFlights } from './de/flights.ts';
import { frame as deFrame } from './de/frame.ts';
import { kept as deKept } from './de/kept.ts';
import { log as deLog } from './de/log.ts';
import { people as dePeople } from './de/people.ts';
import { pilots as dePilots } from './de/pilots.ts';
import { pireps as dePireps } from './de/pireps.ts';
import { programs as dePrograms } from './de/programs.ts';
import { refused as deRefused } from './de/refused.ts';
import { review as deReview } from './de/review.ts';
import { rules as deRules } from './de/rules.ts';
import { safety as deSafety } from './de/safety.ts';
import { site as deSite } from './de/site.ts';
import { start as deStart } from './de/start.ts';
import { trials as deTrials } from './de/trials.ts';
import { accounts as enAccounts } from './en/accounts.ts';
import { admin as enAdmin } from './en/admin.ts';
import { editing as enEditing } from './en/editing.ts';
import { fleet as enFleet } from './en/fleet.ts';
import { flights as enFlights } from './en/flights.ts';
import { frame as enFrame } from './en/frame.ts';
import { kept as enKept } from './en/kept.ts';
import { log as enLog } from './en/log.ts';
import { people as enPeople } from './en/people.ts';
import { pilots as enPilots } from './en/pilots.ts';
import { pireps as enPireps } from './en/pireps.ts';
import { programs as enPrograms } from './en/programs.ts';
import { refused as enRefused } from './en/refused.ts';
import { review as enReview } from './en/review.ts';
import { rules as enRules } from './en/rules.ts';
import { safety as enSafety } from './en/safety.ts';
import { site as enSite } from './en/site.ts';
import { start as enStart } from './en/start.ts';
import { trials as enTrials } from './en/trials.ts';
import { accounts as frAccounts } from './fr/accounts.ts';
import { admin as frAdmin } from './fr/admin.ts';
import { editing as frEditing } from './fr/editing.ts';
import { fleet as frFleet } from './fr/fleet.ts';
import { flights as frFlights } from './fr/flights.ts';
import { frame as frFrame } from './fr/frame.ts';
import { kept as frKept } from './fr/kept.ts';
import { log as frLog } from './fr/log.ts';
import { people as frPeople } from './fr/people.ts';
import { pilots as frPilots } from './fr/pilots.ts';
import { pireps as frPireps } from './fr/pireps.ts';
import { programs as frPrograms } from './fr/programs.ts';
import { refused as frRefused } from './fr/refused.ts';
import { review as frReview } from './fr/review.ts';
import { rules as frRules } from './fr/rules.ts';
import { safety as frSafety } from './fr/safety.ts';
import { site as frSite } from './fr/site.ts';
import { start as frStart } from './fr/start.ts';
import { trials as frTrials } from './fr/trials.ts';

const en = {
  ...enSite,
  ...enKept,
  ...enFleet,
  ...enPilots,
  ...enPireps,
  ...enAdmin,
  ...enFrame,
  ...enStart,
  ...enFlights,
  ...enReview,
  ...enLog,
  ...enPeople,
  ...enAccounts,
  ...enPrograms,
  ...enRules,
  ...enEditing,
  ...enTrials,
  ...enSafety,
  ...enRefused,
};
const de = {
  ...deSite,
  ...deKept,
  ...deFleet,
  ...dePilots,
  ...dePireps,
  ...deAdmin,
  ...deFrame,
  ...deStart,
  ...deFlights,
  ...deReview,
  ...deLog,
  ...dePeople,
  ...deAccounts,
  ...dePrograms,
  ...deRules,
  ...deEditing,
  ...deTrials,
  ...deSafety,
  ...deRefused,
};
const fr = {
  ...frSite,
  ...frKept,
  ...frFleet,
  ...frPilots,
  ...frPireps,
  ...frAdmin,
  ...frFrame,
  ...frStart,
  ...frFlights,
  ...frReview,
  ...frLog,
  ...frPeople,
  ...frAccounts,
  ...frPrograms,
  ...frRules,
  ...frEditing,
  ...frTrials,
  ...frSafety,
  ...frRefused,
};

/** The texts of the staff's pages, by language. Only the server reads them: what browsers load does not grow with them. */
export const staffTexts = { en, de, fr };

export type StaffKey = keyof typeof en;
