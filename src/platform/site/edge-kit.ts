import { type Ask, createAsk } from './ask.ts';
import type { Denial } from './denied-folder.ts';
import type { EdgeKeys } from './edge-signature.ts';
import type { EdgeStep } from './edge-steps.ts';
import type { FindingName } from './finding-kinds.ts';
import type { Observation } from './observation.ts';
import type { ServerRules } from './server-rules/server-rules.ts';
import type { SiteAnswer, SiteRequests } from './site-requests.ts';

/** What an adapter knows of its edge: the files inside a crew center that forward to us. */
export interface EdgeKit {
  /** The crew center's own address, as its configuration says; null when it does not. */
  readonly siteUrl: string | null;
  /** Files of ours are there, of whatever version. */
  isInstalled(): boolean;
  /** @throws CrewCenterError when something has to be moved away and there is no private place for it */
  planInstall(): Promise<readonly EdgeStep[]>;
  planUninstall(): Promise<readonly EdgeStep[]>;
  /** Puts back what the newest install moved away; empty when there is no backup. */
  planUndo(): Promise<readonly EdgeStep[]>;
  /** What must be so over HTTP once it is in place. */
  readonly checks: readonly EdgeCheck[];
  /** Whether the web server denies what it must, found out with files that are made for it and taken away again. */
  probe(siteUrl: string, ask?: Ask): Promise<readonly Probed[]>;
  /** Keys as they are now: the site's server has them too. */
  keys(): EdgeKeys;
  /** Whether the server's own calls of the crew center's API reach it; nothing where it makes none. */
  inspectOwnCalls(requests: SiteRequests): Promise<readonly Observation[]>;
  /** A path below the site's address that its server answers. */
  readonly statusPath: string;
  /** One that takes the largest bodies. */
  readonly finishPath: string;
  /** What the web server in front should do: deny what must be denied, and pass calls on without PHP. */
  readonly rules: ServerRules;
  /** Additional advice for the installation. */
  readonly advice: string;
  /** Where our data lie, which stay. */
  readonly dataDirectory: string;
  /** A private folder for backups; null when none is known. */
  readonly backupPlace: string | null;
}

export interface Probed {
  /** A folder, or the address of a file. */
  readonly path: string;
  readonly denial: Denial;
  readonly cure: string;
  /** What it is in the list of findings when it can be read. */
  readonly finding: FindingName;
  /** A folder that a rule of the web server can deny; null for none. */
  readonly folder: string | null;
}

export interface EdgeKitOptions {
  /** `--data`: as it is given to the server. */
  readonly data: string | null;
  /** `--backup`: where to put what is moved away, when there is no private place. */
  readonly backup: string | null;
  /** Where the server listens by our settings, as `host:port` or `unix:/path`. */
  readonly listen: string;
  /** `TRACKER_DATABASE_SERVER`; null for what the crew center's configuration says. */
  readonly databaseServer?: string | null;
  /** `TRACKER_PHP`: the program that runs the crew center's own; null for `php` on the path. */
  readonly php?: string | null;
}

export interface PageAnswer {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

export interface EdgeCheck {
  readonly method: 'GET' | 'POST';
  /** Below the site's address. */
  readonly path: string;
  readonly what: string;
  /** A page of the site itself: it may have been broken before. */
  readonly isSites?: true;
  /** It is a file that must be denied: a server that says that it is busy has not answered. */
  readonly isOfFile?: true;
  /** It is only there with the edge. */
  readonly needsEdge?: true;
  /** Null when it is correct. `warning` when it works but could be safer, or cannot be checked while our server is down. */
  judge(answer: PageAnswer): Verdict | null;
}

export interface Verdict {
  readonly level: 'failure' | 'warning';
  readonly says: string;
  /** What it is in the list of findings. */
  readonly finding: FindingName;
}

/** Whether a version such as `1.1.9` is below `1.2.0`, the first that both contracts expect; false for what is no version. */
export function isTooOld(version: unknown): boolean {
  const [, major, minor] = typeof version === 'string' ? (/^(\d+)\.(\d+)/.exec(version) ?? []) : [];
  return major !== undefined && (Number(major) < 1 || (Number(major) === 1 && Number(minor) < 2));
}

/** What came of a question: `finding` is what it is in the list of findings; null when it is right. */
export interface Result {
  readonly level: 'ok' | 'failure' | 'warning';
  readonly says: string;
  readonly finding: FindingName | null;
}

export const notAnswered: Result = { level: 'failure', says: 'no answer', finding: 'not-answered' };
/** A page, or an answer of the contract. */
export const pageLimits = { timeoutMs: 20_000, maxBytes: 1_000_000, redirects: 'same-site' } as const;

/** Asks the site; one question after the other. */
export async function runChecks(
  siteUrl: string,
  checks: readonly EdgeCheck[],
  ask: Ask = createAsk(),
): Promise<readonly (Result & { readonly check: EdgeCheck })[]> {
  const results = [];
  for (const check of checks) {
    const { path, method, isOfFile } = check;
    const answer = await ask(`${siteUrl}${path}`, { ...pageLimits, method, isOfFile });
    results.push({ check, ...(answer === null ? notAnswered : judge(check, answer)) });
  }
  return results;
}

function judge(check: EdgeCheck, { body, ...answer }: SiteAnswer): Result {
  const verdict = check.judge({ ...answer, text: body.toString('utf8') });
  return verdict ?? { level: 'ok', says: `${answer.status}`, finding: null };
}
