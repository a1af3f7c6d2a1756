import type { FastifyRequest } from 'fastify';
import type { Bcrypt } from '../../lib/bcrypt.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Records } from '../records.ts';
import type { CookiePlace } from './cookies.ts';
import type { HostAdmin } from './staff.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Marks a form that may be sent without a session, from our own page (`stranger`), one of a pilot who is signed in (`pilot`), or a call
     * that only the crew center makes (`edge`). Every other form needs a session of the staff and its token.
     */
    form?: 'stranger' | 'pilot' | 'edge';
    /** Whether the route is also for members who lack the second factor that is required of them. */
    isForUnfinished?: true;
  }
}

export interface RequestOrigin extends CookiePlace {
  readonly address: string;
  readonly isLocal: boolean;
  /** For whom of its staff the crew center asks; absent for visitors. */
  readonly admin?: HostAdmin;
}

/** What `Access` needs. */
export interface AccessNeeds {
  readonly records: Records;
  readonly clock: Clock;
  readonly bcrypt: Bcrypt;
  /** Returns where a request comes from; headers of trusted proxies are applied. */
  readonly originOf: (request: FastifyRequest) => RequestOrigin;
}
