import type { Observation } from './observation.ts';

/** What an adapter knows about its site, for `tracker check`. Paths are absolute unless said. */
export interface SiteProfile {
  /** Folders that may be what the site's address shows, most likely first. */
  readonly publicFolders: readonly string[];
  /** Public folders of ours, or of tracking software before: what lies there may be moved without being named. */
  readonly trackingFolders: readonly string[];
  /** No script may be in the tracking folders any more: this version has none. */
  readonly isEveryScriptObsolete: boolean;
  /** Whether this file, by its path below a tracking folder, belongs there. */
  belongs(folder: string, path: string): boolean;
  /** Folders that the crew center itself brings along and that nobody may read, relative to its folder. */
  readonly shippedFolders: readonly string[];
  /** Single files of that kind. */
  readonly shippedFiles: RegExp;
  /** Where a server before this one may have left its data, besides the present place. */
  readonly oldDataFolders: readonly string[];
  /** What its own configuration says that weakens it. */
  readSettings(): Promise<readonly Observation[]>;
  /** Versions of the files of ours. */
  readVersions(): Promise<readonly Observation[]>;
  /** What is wrong with its database and functions. */
  inspectHost(options: HostOptions): Promise<readonly Observation[]>;
}

/** How a crew center is reached, besides what its own configuration says. */
export interface HostOptions {
  readonly databaseServer: string | null;
  readonly php: string | null;
  /** Time between two reports that clients are asked for, at most, in seconds. */
  readonly reportIntervalS: number;
  /** Time without a report after which a flight is suspended, in minutes. */
  readonly suspendAfterMin: number;
  /** Time without a report after which it is ended, in hours. */
  readonly abandonAfterH: number;
}
