import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import type { DeliveryCursors } from '../delivery/cursors.ts';
import type { TrackDelivery } from '../delivery/track.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Delays } from './delays.ts';

/** What of the core the paperwork at the crew center works with. Each function names the part that it uses. */
export interface PaperworkCore {
  readonly journal: Pick<Journal, 'barrier' | 'readSealed' | 'readReports' | 'isMissingReports'>;
  readonly platform: Platform;
  readonly flights: LiveFlights;
  readonly cursors: DeliveryCursors;
  readonly track: TrackDelivery;
  readonly delays: Delays;
  /** Creates the id of a PIREP; null if the host chooses it. */
  newPirepId(): string | null;
}
