import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DeskCalls } from '../desk.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import type { PaperworkCore } from '../paperwork/core.ts';
import type { CurrentSettings } from '../sessions/current-settings.ts';
import type { PilotTurns } from '../sessions/pilot-turns.ts';

/** What of the core the opening of flights works with: by a start, by a report, and by a finish. */
export interface OpeningCore extends PaperworkCore {
  readonly journal: PaperworkCore['journal'] & Pick<Journal, 'listFlights' | 'nextFlightNumber' | 'hasSealedReport'>;
  readonly clock: Clock;
  readonly settings: CurrentSettings;
  readonly finder: FlightFinder;
  readonly turns: PilotTurns;
  readonly desk: Pick<DeskCalls, 'offers' | 'book' | 'charter' | 'unbook'>;
  /** Creates the id of a flight. */
  newId(): string;
}
