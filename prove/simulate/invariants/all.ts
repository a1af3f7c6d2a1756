import { bidsAreOwn, callsAreRead, liveIsUnderWay, reportsAreReadBack, saidIsStored } from '../readers/answers.ts';
import { bidsAreListed, bidsGoForAReason, bookedIsBooked } from '../readers/bookings.ts';
import { credentialsEnd } from '../readers/credentials.ts';
import { eventsAreThere } from '../readers/events.ts';
import { exportsAreWhole } from '../readers/exports.ts';
import { limitsHold } from '../readers/limits.ts';
import { logbookIsWhole } from '../readers/logbook.ts';
import { mapIsShown } from '../readers/maps.ts';
import { papersAreKept } from '../readers/papers.ts';
import { settingsAreRead } from '../readers/settings.ts';
import { webhooksTell } from '../readers/webhooks.ts';
import { acknowledgedIsThere } from './acknowledged.ts';
import { answersAllowed } from './answers-allowed.ts';
import { contentsStay } from './contents.ts';
import { erasedIsErased } from './erased.ts';
import { goodReportsAreTaken } from './good-reports.ts';
import type { Invariant } from './invariant.ts';
import { judgedRightly } from './judged-rightly.ts';
import { decidedOnce, judgedThere } from './judged-there.ts';
import { judgedBySetInForce, judgedOnce, rulesStay } from './judgements.ts';
import { ownFlightsOnly } from './own-flights.ts';
import { crewCenterIsTold, endedForAReason, endIsStored, oneAtATime, oneFlightUnderWay } from './paperwork.ts';
import { figuresAreRight } from './pirep-figures.ts';
import { finishedIsFiled, onePirep, onePirepABid, receiptStays } from './pireps.ts';
import { sessionsLast } from './sessions.ts';
import { silenceIsCounted } from './silence.ts';
import { statesDecide } from './states.ts';
import { journalIsWhole, memoryIsBounded, nothingIsStuck } from './stuck.ts';
import { reportedArrives, trackIsWhole } from './track.ts';

/** What must hold, in the order in which it is looked at. */
export const invariants: readonly Invariant[] = [
  ...[
    acknowledgedIsThere,
    onePirep,
    onePirepABid,
    receiptStays,
    ownFlightsOnly,
    answersAllowed,
    memoryIsBounded,
    journalIsWhole,
  ],
  ...[endIsStored, oneFlightUnderWay, oneAtATime, sessionsLast, endedForAReason, crewCenterIsTold],
  ...[eventsAreThere, credentialsEnd, settingsAreRead, erasedIsErased, mapIsShown],
  ...[
    callsAreRead,
    bidsAreOwn,
    bookedIsBooked,
    bidsGoForAReason,
    bidsAreListed,
    logbookIsWhole,
    papersAreKept,
    saidIsStored,
    reportsAreReadBack,
    liveIsUnderWay,
    webhooksTell,
    exportsAreWhole,
    limitsHold,
  ],
  ...[nothingIsStuck, finishedIsFiled, reportedArrives, trackIsWhole],
  ...[judgedOnce, judgedBySetInForce, rulesStay, judgedRightly, judgedThere, decidedOnce],
  ...[contentsStay, figuresAreRight, statesDecide, silenceIsCounted, goodReportsAreTaken],
];
