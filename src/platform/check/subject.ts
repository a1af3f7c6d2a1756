import { type Ask, createAsk, patientPausesMs } from '../site/ask.ts';
import type { EdgeKit } from '../site/edge-kit.ts';
import type { WebServer } from '../site/finding-kind.ts';
import type { Observation } from '../site/observation.ts';
import { type Owner, ownerOf } from '../site/owner.ts';
import { copiedPublicFolder } from '../site/public-folder.ts';
import type { HostOptions, SiteProfile } from '../site/site-profile.ts';
import { SiteRequests } from '../site/site-requests.ts';
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
  /** What `ask` sends. */
  readonly requests: SiteRequests;
  /** Addresses that did not answer `ask`, and why. */
  readonly unanswered: ReadonlyMap<string, string>;
  readonly limits: Limits;
  readonly formats: readonly DataFormat[];
  readonly host: HostOptions;
  readonly askForNewer?: AskForNewer;
}

/** What a newer release is and does, in a sentence; null where there is none. Absent: nobody wants it. */
export type AskForNewer = (signal: AbortSignal) => Promise<string | null>;

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
  /** It is run after the others, because it measures how long the site takes. */
  readonly isAlone?: true;
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
  readonly askForNewer?: AskForNewer;
}

export interface Run {
  /** Ends every request to the site, also those of the checks. */
  readonly signal: AbortSignal;
  /** Before a question is repeated. */
  readonly pausesMs?: readonly number[];
  /** How many requests the site gets at a time. */
  readonly maxAtOnce?: number;
}

/** Asks the site once who it is and which folders it shows. */
export async function openSubject({ url: given, ...needs }: SubjectNeeds, run: Run): Promise<Subject> {
  const { folder, profile, kit } = needs;
  const requests = new SiteRequests({ signal: run.signal });
  const unanswered = new Map<string, string>();
  const { pausesMs = patientPausesMs, maxAtOnce } = run;
  const ask = createAsk({ requests, unanswered, pausesMs, ...(maxAtOnce !== undefined && { maxAtOnce }) });
  const owner = ownerOf(folder);
  const url = (given ?? kit.siteUrl)?.replace(/(?<!\/)\/+$/, '') ?? null;
  const front = url === null ? null : await ask(`${url}/`);
  const copied = url === null ? null : copiedPublicFolder(kit.dataDirectory, folder, url);
  const publicFolders = [...profile.publicFolders, ...(copied === null ? [] : [copied])];
  const places = url === null || front === null ? [] : await findPlaces({ publicFolders, url, owner, ask });
  const server = serverOf(front?.headers.get('server') ?? '');
  return { ...needs, owner, url, server, places, isReachable: front !== null, ask, requests, unanswered };
}

export function serverOf(header: string): WebServer {
  const known = ['nginx', 'apache', 'caddy', 'litespeed'] as const;
  if (/openresty/i.test(header)) return 'nginx';
  return known.find((name) => header.toLowerCase().includes(name)) ?? 'other';
}
