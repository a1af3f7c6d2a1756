import type { Contract } from '../contracts/contract.ts';
import type { RefuserParts } from '../contracts/refuser.ts';
import type { EdgeDoor } from '../http/edge-door.ts';
import type { Elsewhere } from '../http/elsewhere.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { CrewCenterSettings } from '../platform/port.ts';
import type { Calls } from '../tracking/calls.ts';

export interface HttpOptions {
  /** Whether requests that are not local must use HTTPS. */
  readonly requireHttps: () => boolean;
  /** Name of that setting, for messages. */
  readonly requireHttpsSetting: string;
  /** Proxies whose X-Forwarded-For and -Proto are trusted: addresses, networks, `unix:`. */
  readonly trustProxy: readonly string[];
  /** Name of that setting, for messages. */
  readonly trustProxySetting: string;
  /** Checks requests of the edge; null without an edge. */
  readonly edge: EdgeDoor | null;
  /** Whether nearly every request would be refused at this moment: an edge that knows other servers asks them. */
  readonly isCutOff?: () => boolean;
  /** Certificate and key; null for plain HTTP (behind a proxy, or locally). */
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | null;
  /** The level at which each request is logged; null: none is. */
  readonly logRequests: 'info' | 'debug' | null;
}

export interface HttpParts {
  /** Each is mounted below its own base; the first one handles paths outside all of them. */
  readonly contracts: readonly [Contract, ...Contract[]];
  readonly calls: Calls;
  readonly settings: () => CrewCenterSettings;
  readonly options: HttpOptions;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Which requests other servers answer; null for a server that is alone. */
  readonly elsewhere: Elsewhere | null;
  readonly onRefused?: RefuserParts['onRefused'];
  /** Beginning of every request's id; random by default. */
  readonly requestIds?: string;
}
