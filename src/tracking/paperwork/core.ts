import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Judging } from '../rules/judging.ts';
import type { Delays } from './delays.ts';

/** The track of a flight at the crew center. */
export interface HostTrack {
  /** Delivers all undelivered reports of the flight, in order. */
  deliver(live: LiveFlight): Promise<void>;
  /** A new PIREP gets everything from the start. */
  restart(live: LiveFlight): Promise<void>;
  /** The PIREP is filed: undelivered reports are no longer delivered. */
  close(live: LiveFlight): Promise<void>;
}

/** What of the core the paperwork at the crew center works with. Each function names the part that it uses. */
export interface PaperworkCore {
  readonly journal: Pick<Journal, 'barrier' | 'readSealed' | 'readReports' | 'isMissingReports'>;
  readonly platform: Platform;
  readonly flights: LiveFlights;
  readonly track: HostTrack;
  readonly delays: Delays;
  readonly judging: Judging;
  /** Creates the id of a PIREP; null if the host chooses it. */
  newPirepId(): string | null;
}
