import type { Secret } from '../lib/secret.ts';
import type { ClusterPlace } from './cluster-place.ts';
import type { JournalPlace } from './journal-place.ts';
import type { ContractChoice, Listen, ServerListen } from './kinds.ts';
import type { Values } from './settings.ts';

/** The server's own settings, validated. Those of the virtual airline (its name, its rules) are in the crew center. */
export interface Config {
  /** `default`: not configured, so the crew center may choose a better location than `./data`. */
  readonly dataDirectory: { readonly kind: 'given' | 'default'; readonly path: string };
  readonly listen: ServerListen;
  /** Sockets that systemd passed to this process, for `listen` of kind `systemd`. */
  readonly passedSockets: number;
  /** Null: no metrics are served. */
  readonly metricsListen: Listen | null;
  readonly tls: { readonly kind: 'none' } | { readonly kind: 'files'; readonly cert: string; readonly key: string };
  readonly requireHttps: boolean;
  /** Addresses and networks (`10.0.0.0/8`) whose forwarding headers are trusted. */
  readonly trustProxy: readonly string[];
  readonly crewCenter:
    | { readonly kind: 'embedded'; readonly version: '7' | '5' }
    | { readonly kind: 'folder'; readonly path: string };
  /** Contracts that are served beside the crew center's own. */
  readonly contracts: ContractChoice;
  /** Whether a web server hands over the ACARS paths of a phpVMS 7's own API. */
  readonly coreHandedOver: boolean;
  /** What visitors see. */
  readonly pages: {
    readonly tileUrl: string | null;
    readonly tileAttribution: string | null;
    /** Further tile servers for visitors to choose from. */
    readonly mapSources: readonly { readonly name: string; readonly url: string; readonly attribution: string }[];
    readonly publicHours: number;
    /** Address of METARs with `{icao}`; null for none. */
    readonly metarUrl: string | null;
    /** Folder with waypoints and airways; null for none. */
    readonly navigationData: string | null;
    /** Origins of other web sites whose scripts may read the API; `*` for all. */
    readonly apiOrigins: readonly string[];
  };
  /** When data of an older version of the embedded crew center is upgraded. */
  readonly update: 'at-start' | 'by-operator';
  /** How a crew center in a folder is reached, in addition to its own configuration. */
  readonly host: { readonly databaseServer: string | null; readonly php: string | null };
  readonly flights: {
    readonly suspendAfterMin: number;
    readonly abandonAfterH: number;
    readonly crewCenterTimeoutMs: number;
    readonly maxForwardedWaits: number;
  };
  readonly limits: {
    readonly bodyBytes: number;
    readonly finishBodyBytes: number;
    readonly positionsPerCall: number;
    readonly requestsPerSecond: number;
    readonly requestBurst: number;
  };
  readonly loginLimits: { readonly perPilotAndAddress: number; readonly perAddress: number; readonly perPilot: number };
  /** What one flight may store. */
  readonly quotas: {
    readonly reportsPerFlight: number;
    readonly bytesPerFlight: number;
    readonly eventsPerMinute: number;
    readonly eventBurst: number;
  };
  /** Networks outside the public internet to which events may be delivered. */
  readonly webhookNetworks: readonly string[];
  /** How staff are alerted; null: not in this way. */
  readonly alerts: { readonly mail: MailSettings | null; readonly discord: Secret | null };
  /** How long things are kept, in days; null for ever. */
  readonly retention: { readonly flightDays: number | null; readonly auditDays: number | null };
  /** Null: no backups are made by themselves. */
  readonly backups: { readonly folder: string; readonly hour: number; readonly keep: number } | null;
  /** Null: a file in the data directory. */
  readonly journal: (JournalPlace & { readonly password: Secret }) | null;
  /** Also where there is no `journal`, for a command that names the place itself. */
  readonly journalPassword: Secret;
  /** This server among those that share its journal; of no use for a journal in a file. */
  readonly cluster: ClusterPlace;
  readonly commitWindowMs: number;
  readonly accessLog: boolean;
  readonly logLevel: Values['logLevel'];
  /** Variables that start with `TRACKER_` but are not settings: most likely a typing error. Logged at the start. */
  readonly unknownSettings: readonly string[];
  /** Sentences about given settings that no longer have an effect. Logged at the start. */
  readonly retiredSettings: readonly string[];
  /** Settings that the environment gives under a former name. Logged at the start. */
  readonly renamedSettings: readonly { readonly from: string; readonly to: string }[];
}

export interface MailSettings {
  readonly to: readonly string[];
  readonly from: string;
  /** `smtps://name@mail.example.org` */
  readonly server: string;
  readonly password: Secret | null;
}
