import type { FastifyRequest } from 'fastify';
import type { Flight } from '../../tracking/model.ts';
import type { WebParts } from '../parts.ts';
import { readShare } from './share.ts';

/**
 * Who looks at a flight. `public`: anyone, while it is under way and for a while after its end; track and figures, no
 * pilot and no free text. `shared`: who has a share link; all but the pilot. `operator`: everything.
 */
export type Audience = 'public' | 'shared' | 'operator';

/** null: this flight is not for whoever asks. */
export function audienceOf(parts: WebParts, request: FastifyRequest, flight: Flight): Audience | null {
  if (parts.access.isSignedIn(request)) return 'operator';
  const now = parts.clock.now();
  const { share } = request.query as { share?: unknown };
  if (typeof share === 'string' && readShare(parts.access.signer, flight.id, share, now) !== null) return 'shared';
  const isPublic = flight.endedAt === null || now < flight.endedAt + parts.options.publicHours * 3_600_000;
  return isPublic ? 'public' : null;
}
