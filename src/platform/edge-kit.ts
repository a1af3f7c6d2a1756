import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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

/** One thing to do to a path, or to say about it. */
export type EdgeStep =
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer; readonly why: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string; readonly why: string }
  | { readonly kind: 'remove'; readonly path: string; readonly why: string }
  | { readonly kind: 'keep'; readonly path: string; readonly why: string }
  /** A program in the crew center's folder, run as its owner; `path` is what is said of it. */
  | { readonly kind: 'run'; readonly path: string; readonly command: readonly string[]; readonly why: string };

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

/** Does the steps in order. What root makes belongs to the owner of `folder`, the crew center. */
export function applySteps(steps: readonly EdgeStep[], folder: string): void {
  const owner = statSync(folder);
  const own = (path: string) => {
    if (process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid);
  };
  for (const step of steps) {
    if (step.kind === 'run') run(step.command, folder, owner);
    else if (step.kind === 'remove') rmSync(step.path, { recursive: true });
    else if (step.kind === 'move') {
      makeFolder(dirname(step.to), own);
      renameSync(step.path, step.to);
    } else if (step.kind === 'write') {
      makeFolder(dirname(step.path), own);
      // A visitor must never meet half a file.
      const half = `${step.path}.tracker-new`;
      writeFileSync(half, step.bytes, { mode: 0o644 });
      own(half);
      renameSync(half, step.path);
    }
  }
}

/** @throws Error with what the program said */
function run([program = '', ...args]: readonly string[], folder: string, { uid, gid }: Stats): void {
  const as = process.getuid?.() === 0 ? { uid, gid } : {};
  const done = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 120_000, ...as });
  if (done.status === 0) return;
  const said = `${done.error?.message ?? ''}${done.stdout ?? ''}${done.stderr ?? ''}`.trim().slice(-500);
  throw Object.assign(new Error(`${program} ${args[0] ?? ''} failed: ${said}`), { code: 'ERR_RUN' });
}

function makeFolder(path: string, own: (path: string) => void): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o755 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) own(made);
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
