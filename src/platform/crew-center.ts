import type { Secret } from '../lib/secret.ts';
import type { Platform } from './port.ts';

/** What the operator's own settings say about the crew center in a folder. */
export interface OpenOptions {
  /** `--data`; decides over the crew center's own place, and is held to the same rule. */
  readonly dataDirectory: string | null;
  /** `host:port` or `unix:/path` of its database, where its own configuration does not lead there from here. */
  readonly databaseServer: string | null;
  /** The PHP program that runs the crew center's own functions; null: `php` on the path. */
  readonly php: string | null;
  readonly log: OpenLog;
}

export type OpenLog = (level: 'info' | 'warn', message: string, details?: Readonly<Record<string, unknown>>) => void;

/** A crew center that was found by its folder, ready to be served. */
export interface OpenedCrewCenter {
  readonly platform: Platform;
  /** Which contract it is served with: that of a phpVMS 5, or that of a phpVMS 7. */
  readonly generation: 5 | 7;
  /** Where journal and logs lie; never public. Exists. */
  readonly dataDirectory: string;
  /** The crew center's own word; null where the server's setting decides. */
  readonly requireHttps: boolean | null;
  /** Forwarding headers that the edge received are believed. */
  readonly trustsEdgePeer: boolean;
  /** Checks `X-Tracker-Edge`; null when there is no secret that is long enough. */
  readonly edgeKey: Secret | null;
  /** Changes when the edge's files do: all sessions end then. Null while no edge is installed. Asked each minute. */
  readEdgeFingerprint(): Promise<string | null>;
  readonly siteUrl: string | null;
}

/** The folder is not what it was taken for, or says something that cannot be used. The message says what to do. */
export class CrewCenterError extends Error {
  override readonly name = 'CrewCenterError';
}
