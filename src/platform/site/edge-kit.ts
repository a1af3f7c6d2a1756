import { randomBytes } from 'node:crypto';
import type { Denial } from './denied-folder.ts';
import { identityHeader, identityOf } from './edge-proof.ts';
import type { EdgeKeys } from './edge-signature.ts';
import type { EdgeStep } from './edge-steps.ts';
import type { FindingName } from './finding-kinds.ts';
import type { ServerRules } from './server-rules/server-rules.ts';

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
  probe(siteUrl: string): Promise<{
    readonly path: string;
    readonly denial: Denial;
    readonly cure: string;
    /** What it is in the list of findings when it can be read. */
    readonly finding: FindingName;
  }>;
  /** Keys as they are now: the site's server has them too. */
  keys(): EdgeKeys;
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

export interface EdgeKitOptions {
  /** `--data`: as it is given to the server. */
  readonly data: string | null;
  /** `--backup`: where to put what is moved away, when there is no private place. */
  readonly backup: string | null;
  /** Where the server listens by our settings, as `host:port` or `unix:/path`. */
  readonly listen: string;
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

/** Asks the site; a site that does not answer is one failure. */
export async function runChecks(
  siteUrl: string,
  checks: readonly EdgeCheck[],
): Promise<
  readonly {
    readonly check: EdgeCheck;
    readonly level: 'ok' | 'failure' | 'warning';
    readonly says: string;
    readonly finding: FindingName | null;
  }[]
> {
  const results = [];
  for (const check of checks) {
    const answer = await ask(`${siteUrl}${check.path}`, check.method);
    if (typeof answer === 'string') {
      results.push({ check, level: 'failure' as const, says: answer, finding: 'site-not-reachable' as const });
      continue;
    }
    const verdict = check.judge(answer);
    const { level = 'ok' as const, says = `${answer.status}`, finding = null } = verdict ?? {};
    results.push({ check, level, says, finding });
  }
  return results;
}

/** Whose server answers behind the site: by a nonce that only one with the site's key can answer. */
export async function askIdentity(
  siteUrl: string,
  { keys, statusPath }: Pick<EdgeKit, 'keys' | 'statusPath'>,
): Promise<{ readonly level: 'ok' | 'failure' | 'warning'; readonly says: string }> {
  const nonce = randomBytes(16).toString('hex');
  const expected = identityOf(keys(), nonce);
  const answer = await ask(`${siteUrl}${statusPath}`, 'GET', { [identityHeader]: nonce });
  if (typeof answer === 'string') return { level: 'failure', says: answer };
  const said = readStatus(answer.text);
  if (said.code === 'server-unreachable') return { level: 'warning', says: 'Tracker’s server does not answer yet' };
  if (said.message !== null) return { level: 'failure', says: said.message };
  if (expected !== null && answer.headers.get(identityHeader) === expected) return { level: 'ok', says: '' };
  const who =
    said.name === null ? 'what answers there' : `the server that answers there calls itself “${said.name}” and`;
  return {
    level: 'failure',
    says: `${who} does not have this site’s key: it is of another site, or was started before this version. Look at the proxy rule and at what listens on its port, then restart the server.`,
  };
}

function readStatus(text: string): Readonly<Record<'name' | 'code' | 'message', string | null>> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  try {
    const said = JSON.parse(text) as { name?: unknown; error?: { code?: unknown; message?: unknown } };
    return { name: textOf(said.name), code: textOf(said.error?.code), message: textOf(said.error?.message) };
  } catch {
    return { name: null, code: null, message: null };
  }
}

/** A second time when the connection broke: the site may have closed one that was kept while its programs ran. */
async function ask(
  url: string,
  method: 'GET' | 'POST',
  headers: Readonly<Record<string, string>> = {},
  tries = 2,
): Promise<PageAnswer | string> {
  try {
    const response = await fetch(url, { method, headers, signal: AbortSignal.timeout(20_000) });
    const { status } = response;
    return { status, headers: response.headers, url: response.url, text: (await response.text()).slice(0, 1_000_000) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return tries > 1 && !isTimeout ? ask(url, method, headers, tries - 1) : `no answer (${cause})`;
  }
}
