import type { Secret } from '../lib/secret.ts';
import type { ClusterPlace } from './cluster-place.ts';
import type { JournalPlace } from './journal-place.ts';
import type { PlacedValues } from './settings.ts';

/** The server's own settings, validated. Those of the virtual airline (its name, its rules) are in the crew center. */
export type Config = PlacedValues & Combined;

/** What is made of several settings, or of more than settings. */
export interface Combined {
  /** `default`: not configured, so the crew center may choose a better location than `./data`. */
  readonly dataDirectory: { readonly kind: 'given' | 'default'; readonly path: string };
  /** Sockets that systemd passed to this process, for `listen` of kind `systemd`. */
  readonly passedSockets: number;
  readonly tls: { readonly kind: 'none' } | { readonly kind: 'files'; readonly cert: string; readonly key: string };
  readonly crewCenter:
    | { readonly kind: 'embedded'; readonly version: '7' | '5' }
    | { readonly kind: 'folder'; readonly path: string };
  /** How staff are alerted; null: not in this way. */
  readonly alerts: { readonly mail: MailSettings | null; readonly discord: Secret | null };
  /** How pilots get mail; null: they get none. */
  readonly pilotMail: PilotMailSettings | null;
  /** Null: no backups are made by themselves. */
  readonly backups: { readonly folder: string; readonly hour: number; readonly keep: number } | null;
  /** Null: a file in the data directory. */
  readonly journal: (JournalPlace & { readonly password: Secret }) | null;
  /** Also where there is no `journal`, for a command that names the place itself. */
  readonly journalPassword: Secret;
  /** This server among those that share its journal; of no use for a journal in a file. */
  readonly cluster: ClusterPlace;
  /** Variables that start with `TRACKER_` but are not settings: most likely a typing error. Logged at the start. */
  readonly unknownSettings: readonly string[];
  /** Sentences about given settings that no longer have an effect. Logged at the start. */
  readonly retiredSettings: readonly string[];
  /** Settings that the environment gives under a former name. Logged at the start. */
  readonly renamedSettings: readonly { readonly from: string; readonly to: string }[];
}

/** A server that sends mail. */
export interface MailServerSettings {
  readonly from: string;
  /** `smtps://name@mail.example.org` */
  readonly server: string;
  readonly password: Secret | null;
}

export interface MailSettings extends MailServerSettings {
  readonly to: readonly string[];
}

export interface PilotMailSettings extends MailServerSettings {
  /** What links begin with, without a slash at the end. */
  readonly address: string;
}
