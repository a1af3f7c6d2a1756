import type { FastifyRequest } from 'fastify';
import type { Flight } from '../../tracking/model.ts';
import type { WebParts } from '../parts.ts';
import { readShare } from './share.ts';

/**
 * Who views a flight. `public`: anyone, while it is under way and for some hours after its end; track and figures, no
 * pilot and no free text. `shared`: anyone with a share link; everything but the pilot. `operator`: everything.
 */
export type Audience = 'public' | 'shared' | 'operator';

/** Returns the audience of this request; null when it may not see the flight. */
export function audienceOf(parts: WebParts, request: FastifyRequest, flight: Flight): Audience | null {
  if (parts.access.isSignedIn(request)) return 'operator';
  const now = parts.clock.now();
  const { share } = request.query as { share?: unknown };
  if (typeof share === 'string' && readShare(parts.access.signer, flight.id, share, now) !== null) return 'shared';
  const isPublic = flight.endedAt === null || now < flight.endedAt + parts.options.publicHours * 3_600_000;
  return isPublic ? 'public' : null;
}
