import type { Members } from '../../cluster/members.ts';
import type { Config } from '../../config/config.ts';
import type { Elsewhere } from '../../http/elsewhere.ts';
import type { Journal } from '../../journal/journal.ts';
import type { CorrectedClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import type { Platform } from '../../platform/port.ts';
import type { Tokens } from '../../tracking/sessions/session-model.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import type { ExistsOnce, OnceNeeds } from '../duties/exists-once.ts';
import type { HttpServer } from '../http.ts';
import type { PlaceInCluster } from './place.ts';
import type { ClusterStatus } from './status.ts';

/** The servers that share the pilots, as this one sees them: itself alone, or several with one database. */
export interface Cluster extends AsyncDisposable {
  /** Whether there can be no others. */
  readonly isAlone: boolean;
  readonly members: Members;
  /** The flights of this server. */
  readonly own: Tracking;
  /** What is seen and done over all servers: its calls are for requests that this server answers. */
  readonly tracking: Tracking;
  /** The journal of this server, with the reads of the pages over all servers. */
  readonly journal: Journal;
  /** Which requests other servers answer; null: none. */
  readonly elsewhere: Elsewhere | null;
  readonly place: PlaceInCluster;
  /** Opens what exists once, however many servers there are. To be called before it joins. */
  openOnce(needs: OnceNeeds): Promise<ExistsOnce>;
  /** Takes its share of the pilots, and answers the other servers; disposing hands over. */
  join(http: Pick<HttpServer, 'fastify' | 'answerReport'>): Promise<AsyncDisposable>;
  /** The servers as their database has them; null where there is none. */
  readStatus(): Promise<ClusterStatus | null>;
}

/** What the cores of a server are made from. */
export interface CoreParts {
  readonly journal: Journal;
  readonly platform: Platform;
  readonly tokens: Tokens;
}

export interface ClusterNeeds {
  readonly config: Config;
  readonly clock: CorrectedClock;
  readonly log: Logger;
  /** What belongs to no partition; of a server that is alone, everything. */
  readonly journal: Journal;
  readonly platform: Platform;
  readonly tokens: Tokens;
  /** Creates the core that also answers what is no pilot's, and notices how the crew center is. */
  createFirst(parts: CoreParts): Tracking;
  /** Creates a core for the pilots of one partition. */
  createCore(parts: CoreParts): Tracking;
  readonly onError: (error: unknown) => void;
}
