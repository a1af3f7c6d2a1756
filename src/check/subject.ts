import type { EdgeKit } from '../platform/site/edge-kit.ts';
import type { WebServer } from '../platform/site/finding-kind.ts';
import type { Observation } from '../platform/site/observation.ts';
import { type Owner, ownerOf } from '../platform/site/owner.ts';
import type { HostOptions, SiteProfile } from '../platform/site/site-profile.ts';
import { type Ask, createAsk } from './ask.ts';
import { findPlaces, type Place } from './places.ts';

/** A crew center that is checked, with what was found out about its web server before the checks run. */
export interface Subject {
  /** The crew center's own folder. */
  readonly folder: string;
  readonly owner: Owner;
  readonly profile: SiteProfile;
  readonly kit: EdgeKit;
  /** Address of the site without a trailing slash; null when unknown. */
  readonly url: string | null;
  readonly server: WebServer;
  /** Folders that were seen to be shown. */
  readonly places: readonly Place[];
  /** The site responds at its address. */
  readonly isReachable: boolean;
  readonly ask: Ask;
  readonly limits: Limits;
  readonly formats: readonly DataFormat[];
  readonly host: HostOptions;
}

/** One of the databases that may be in a data directory. */
export interface DataFormat {
  /** Its name there. */
  readonly file: string;
  /** The version of the data that this program writes. */
  readonly newest: number;
}

/** Of the server's own settings. */
export interface Limits {
  readonly crewCenterTimeoutMs: number;
  readonly maxForwardedWaits: number;
  /** Where it listens, as `http://127.0.0.1:8787`; null for a socket. */
  readonly listen: string | null;
}

/** A family of checks, described in its file. */
export interface Check {
  readonly name: string;
  run(subject: Subject): Promise<readonly Observation[]>;
}

export interface SubjectNeeds {
  readonly folder: string;
  readonly profile: SiteProfile;
  readonly kit: EdgeKit;
  readonly url: string | null;
  readonly limits: Limits;
  readonly formats: readonly DataFormat[];
  readonly host: HostOptions;
}

/** Asks the site once who it is and which folders it shows. */
export async function openSubject({ url: given, ...needs }: SubjectNeeds): Promise<Subject> {
  const { folder, profile, kit } = needs;
  const ask = createAsk();
  const owner = ownerOf(folder);
  const url = (given ?? kit.siteUrl)?.replace(/\/+$/, '') ?? null;
  const front = url === null ? null : await ask(`${url}/`);
  const places =
    url === null || front === null ? [] : await findPlaces({ publicFolders: profile.publicFolders, url, owner, ask });
  const server = serverOf(front?.headers.get('server') ?? '');
  return { ...needs, owner, url, server, places, isReachable: front !== null, ask };
}

export function serverOf(header: string): WebServer {
  const known = ['nginx', 'apache', 'caddy', 'litespeed'] as const;
  if (/openresty/i.test(header)) return 'nginx';
  return known.find((name) => header.toLowerCase().includes(name)) ?? 'other';
}
