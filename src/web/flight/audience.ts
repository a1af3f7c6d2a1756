import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import type { Flight } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import type { Access } from '../access/access.ts';
import { readShare } from './share.ts';

/**
 * Who views a flight. `public`: anyone, while it is under way and for some hours after its end; track and figures, no
 * pilot and no free text. `shared`: anyone with a share link; everything but the pilot. `operator`: everything.
 */
export type Audience = 'public' | 'shared' | 'operator';

/** What tells who may see a flight. */
interface AudienceParts {
  readonly access: Access;
  readonly clock: Clock;
  readonly options: { readonly publicHours: number };
  readonly tracking: Pick<Tracking, 'operator'>;
}

/** Returns the audience of this request; null when it may not see the flight. */
export function audienceOf(parts: AudienceParts, request: FastifyRequest, flight: Flight): Audience | null {
  if (parts.access.isSignedIn(request)) return 'operator';
  const now = parts.clock.now();
  const { share } = request.query as { share?: unknown };
  if (typeof share === 'string' && readShare(parts.access.signer, flight.id, share, now) !== null) return 'shared';
  return isPublicFlight(parts, flight) ? 'public' : null;
}

/** Returns whether anyone may see this flight now. */
export function isPublicFlight(
  { clock, options }: Pick<AudienceParts, 'clock' | 'options'>,
  { endedAt }: Pick<Flight, 'endedAt'>,
): boolean {
  return endedAt === null || clock.now() < endedAt + options.publicHours * 3_600_000;
}

/** A request below a flight's page. */
export type FlightRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/**
 * Returns the flight of this address and its audience.
 * @throws Refusal `flight-not-found`, or `forbidden` when this visitor may not see the flight
 */
export async function requireVisible(
  parts: AudienceParts,
  request: FlightRequest,
): Promise<{ readonly view: FlightView; readonly audience: Audience }> {
  const view = await parts.tracking.operator.readFlight(request.params.id);
  if (view === null)
    throw new Refusal('flight-not-found', {
      message: 'There is no flight at this address. The link may be incomplete.',
    });
  const audience = audienceOf(parts, request, view.flight);
  if (audience === null) {
    const message = 'This flight is no longer public. Ask the operator of the crew center for a share link.';
    throw new Refusal('forbidden', { message });
  }
  return { view, audience };
}
