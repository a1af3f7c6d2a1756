import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Platform } from '../../platform/port.ts';
import type { DeskCalls } from '../desk.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Ending } from '../paperwork/ending.ts';
import type { PirepOpening } from '../paperwork/pirep-opening.ts';
import type { HostSettings } from '../sessions/host-settings.ts';
import type { PilotTurns } from '../sessions/pilot-turns.ts';
import { BidFlight } from './bid-flight.ts';
import { Clearances } from './clearances.ts';
import { FlightBefore } from './flight-before.ts';
import { FlightOfFinish } from './flight-of-finish.ts';
import { FlightOfReport } from './flight-of-report.ts';
import { FlightOpener } from './flight-opener.ts';
import { type FlightIds, NewFlights } from './new-flights.ts';
import { OtherFlights } from './other-flights.ts';
import { PlanChoice } from './plan-choice.ts';
import { Resumption } from './resumption.ts';
import { StartBids } from './start-bids.ts';
import { StartInTurn } from './start-in-turn.ts';
import { Stragglers } from './stragglers.ts';

interface OpeningNeeds {
  readonly journal: Journal;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly flights: LiveFlights;
  readonly finder: FlightFinder;
  readonly turns: PilotTurns;
  readonly settings: HostSettings;
  readonly desk: DeskCalls;
  readonly ending: Ending;
  readonly pireps: PirepOpening;
  readonly ids: FlightIds;
}

/** Every way to open a flight: by a start, by a report, and by a finish. All of them pass one `Clearances`. */
export interface Openings {
  readonly ofStart: StartInTurn;
  readonly ofReport: FlightOfReport;
  readonly ofFinish: FlightOfFinish;
  readonly bids: StartBids;
}

export function createOpenings(needs: OpeningNeeds): Openings {
  const { journal, platform, clock, flights, finder, turns, settings, ending } = needs;
  const clearances = new Clearances(flights, journal);
  const opener = new FlightOpener(new NewFlights(flights, journal, clock, needs.ids), needs.pireps);
  const plans = new PlanChoice(platform, settings);
  const others = new OtherFlights(flights, ending);
  const bidFlight = new BidFlight(plans, clearances, others, opener);
  const before = new FlightBefore(finder, platform, new Stragglers(finder, clock), ending);
  const bids = new StartBids(platform, needs.desk, settings, clearances);
  const resumption = new Resumption(flights, journal, clearances, opener);
  return {
    ofStart: new StartInTurn(resumption, bids, others, plans, opener),
    ofReport: new FlightOfReport(flights, turns, before, bidFlight),
    ofFinish: new FlightOfFinish(finder, turns, bidFlight, clock),
    bids,
  };
}
