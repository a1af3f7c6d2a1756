import type { EdgeStep } from './edge-steps.ts';

/** What an adapter knows of its edge: the files inside a crew center that forward to us. */
export interface EdgeKit {
  /** The crew center's own address, as its configuration says; null when it does not. */
  readonly siteUrl: string | null;
  planInstall(): Promise<readonly EdgeStep[]>;
  planUninstall(): Promise<readonly EdgeStep[]>;
  /** What must be so over HTTP once it is in place. */
  readonly checks: readonly EdgeCheck[];
  /** Rules for the web server that whoever installs should see: denials where none are read from files, and the faster way by proxy. */
  readonly advice: string;
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
  /** Null: as it must be. `warning` when it works but could be safer, or cannot be told while our server is down. */
  judge(answer: PageAnswer): { readonly level: 'failure' | 'warning'; readonly says: string } | null;
}

/** Asks the site; a site that does not answer is one failure. */
export async function runChecks(
  siteUrl: string,
  checks: readonly EdgeCheck[],
): Promise<
  readonly { readonly check: EdgeCheck; readonly level: 'ok' | 'failure' | 'warning'; readonly says: string }[]
> {
  const results = [];
  for (const check of checks) {
    const answer = await ask(`${siteUrl}${check.path}`, check.method);
    if (typeof answer === 'string') {
      results.push({ check, level: 'failure' as const, says: answer });
      continue;
    }
    const verdict = check.judge(answer);
    results.push({ check, level: verdict?.level ?? ('ok' as const), says: verdict?.says ?? `${answer.status}` });
  }
  return results;
}

async function ask(url: string, method: 'GET' | 'POST'): Promise<PageAnswer | string> {
  try {
    const response = await fetch(url, { method, signal: AbortSignal.timeout(20_000) });
    const { status, headers } = response;
    return { status, headers, url: response.url, text: (await response.text()).slice(0, 1_000_000) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `no answer (${cause})`;
  }
}
