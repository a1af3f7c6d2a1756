import type { Platform } from './port.ts';
import type { EdgeKeys } from './site/edge-signature.ts';
import type { Observation } from './site/observation.ts';
import type { SiteRequests } from './site/site-requests.ts';

/** The operator's settings for a crew center in a folder. */
export interface OpenOptions {
  /** `--data`; overrides the crew center's own place, and the same rules apply to it. */
  readonly dataDirectory: string | null;
  /** `host:port` or `unix:/path` of its database, if the address in its configuration does not work from here. */
  readonly databaseServer: string | null;
  /** The PHP program that runs the crew center's own functions; null means `php` on the path. */
  readonly php: string | null;
  /** Names of the profile fields of a version 5 that hold pilots' ids on networks; null: none. */
  readonly networkFields?: { readonly vatsim: string | null; readonly ivao: string | null } | undefined;
  readonly log: OpenLog;
}

export type OpenLog = (level: 'info' | 'warn', message: string, details?: Readonly<Record<string, unknown>>) => void;

/** A crew center that was found by its folder, ready to be served. */
export interface OpenedCrewCenter {
  readonly platform: Platform;
  /** Determines its contract: that of a phpVMS 5 or of a phpVMS 7. */
  readonly generation: 5 | 7;
  /** Existing private folder for the journal and logs. */
  readonly dataDirectory: string;
  /** The crew center's own setting, as it is now; null if the server's setting decides. */
  requireHttps(): boolean | null;
  /** Name of that setting, for the message to a refused client. */
  readonly requireHttpsSetting: string;
  readonly edge: OpenedEdge;
  readonly siteUrl: string | null;
  readonly inspectApi: InspectApi | null;
}

/** What keeps the server's own calls from the crew center's API; null when nothing does. */
export type InspectApi = (requests: SiteRequests) => Promise<Observation | null>;

/** Erases pilots in a crew center that is part of this server. */
export interface PilotEraser {
  /** Returns the pilot of this ident; null when there is none. */
  find(ident: string): { readonly id: string; readonly ident: string; readonly name: string } | null;
  /** What a pilot is known by there: addresses, idents, keys. */
  namesOf(pilotId: string): Promise<{
    readonly words: readonly string[];
    readonly names: readonly string[];
    readonly keys: readonly string[];
  }>;
  /** Whether somebody has this e-mail address. */
  hasAddress(address: string): boolean;
  /** Removes what identifies the pilot; PIREPs keep their owner. */
  erase(pilotId: string): Promise<void>;
  /** Overwrites what deleted rows left in its file. @throws an error that is unreachable while it cannot be done */
  scrub(): Promise<void>;
}

/** The folder in the crew center that forwards requests to the server. */
export interface OpenedEdge {
  /** Whether forwarding headers received by the edge are trusted, according to the crew center's current setting. */
  trustsPeer(): boolean;
  /** Name of that setting; null if there is none. */
  readonly trustSetting: string | null;
  /** The current keys: `install` may create one while the server runs. */
  keys(): EdgeKeys;
  /** Changes with the edge's files, which ends all sessions. Null while no edge is installed. Called each minute. */
  readFingerprint(): Promise<string | null>;
  /**
   * Stores the server's addresses for the edge, preferred ones first.
   * @throws errors of the file system
   */
  saveAddresses(addresses: readonly string[]): void;
}

/** The folder is not a crew center, or its configuration cannot be used. The message says what to do. */
export class CrewCenterError extends Error {
  override readonly name = 'CrewCenterError';
}
