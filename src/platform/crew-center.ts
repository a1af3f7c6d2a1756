import type { Platform } from './port.ts';
import type { EdgeKeys } from './site/edge-signature.ts';

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
  /** The crew center's own word, as it is now; null where the server's setting decides. */
  requireHttps(): boolean | null;
  /** Where that word stands, for the sentence that a refused client reads. */
  readonly requireHttpsSetting: string;
  readonly edge: OpenedEdge;
  readonly siteUrl: string | null;
}

/** The folder inside the crew center that forwards to us. */
export interface OpenedEdge {
  /** Forwarding headers that the edge received are believed; as the crew center says now. */
  trustsPeer(): boolean;
  /** The setting that says so; null where there is none. */
  readonly trustSetting: string | null;
  /** As they are now: `install` may make one while we run. */
  keys(): EdgeKeys;
  /** Changes when the edge's files do: all sessions end then. Null while no edge is installed. Asked each minute. */
  readFingerprint(): Promise<string | null>;
  /**
   * Writes down, where the edge reads it, at which addresses the server listens, best first.
   * @throws what the file system says
   */
  saveAddresses(addresses: readonly string[]): void;
}

/** The folder is not what it was taken for, or says something that cannot be used. The message says what to do. */
export class CrewCenterError extends Error {
  override readonly name = 'CrewCenterError';
}
