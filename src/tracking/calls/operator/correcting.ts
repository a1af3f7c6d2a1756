import type { Journal } from '../../../journal/journal.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Platform } from '../../../platform/port.ts';
import type { AuditTrail } from '../../delivery/audit-trail.ts';
import type { LiveFlights } from '../../flight/live-flights.ts';
import { type Correction, correctableFigures, correctionText, type Flight } from '../../model.ts';
import { Refusal } from '../../refusals.ts';

/** What correcting a filed PIREP needs of the core. */
export interface CorrectingCore {
  readonly flights: LiveFlights;
  readonly journal: Pick<Journal, 'readFlight'>;
  readonly platform: Platform;
  readonly clock: Clock;
}

export type CorrectionWish = Pick<Correction, 'reason' | 'figures'>;

/** Corrects figures of a filed PIREP when staff ask for it. @throws as `OperatorCalls.correctPirep` */
export async function correctFiled(
  { flights, journal, platform, clock }: CorrectingCore,
  audit: AuditTrail,
  wish: CorrectionWish & { readonly actor: string; readonly flightId: string },
): Promise<Flight> {
  const { actor, flightId, reason, figures } = wish;
  const live = flights.byId(flightId);
  const flight = live?.flight ?? (await journal.readFlight({ flightId }));
  if (flight === null) throw new Refusal('flight-not-found', { message: `There is no flight ${flightId}.` });
  if (flight.receipt === null)
    throw new Refusal('invalid', { message: 'This flight has no PIREP that could be corrected.' });
  if (platform.correctPirep === undefined)
    throw new Refusal('not-offered', { message: 'This crew center corrects PIREPs on its own pages only.' });
  const correction: Correction = { at: clock.now(), by: actor, reason, figures };
  // The crew center first: what it did is found again when this is repeated after a crash.
  const { pirepId } = await platform.correctPirep(flight.receipt.pirepId, correction);
  const transition = { kind: 'corrected', correction } as const;
  // A form that is sent twice corrects once, and is one event.
  const { pirep } = flight.receipt;
  const isNew = correctableFigures.some((figure) => figure in figures && figures[figure] !== pirep[figure]);
  if (isNew && live === undefined) await flights.applyToEnded(flight, transition);
  else if (isNew && live !== undefined) await flights.apply(live, transition);
  await audit.write(actor, 'pirep-correct', pirepId, correctionText(pirep, correction));
  return (flights.byId(flightId)?.flight ?? (await journal.readFlight({ flightId }))) as Flight;
}
