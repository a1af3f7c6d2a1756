import type { EdgeCheck, PageAnswer, Verdict } from './edge-kit.ts';

/** What a site has for smartCARS 3. */
export interface ScriptUrl {
  /** Path of the Script URL below the site's address, with a slash at its end. */
  readonly path: string;
  /** What makes a site respond there that does not. */
  readonly rule: string;
}

/** The address that needs no rule: its calls are named in the query. */
const withoutRule = (path: string) => path.replace(/\/$/, '?/');

/** The lines that tell an operator what to enter in smartCARS Central. */
export function scriptUrlAdvice(siteUrl: string | null, { path }: ScriptUrl): string {
  const site = siteUrl ?? 'https://YOUR-SITE';
  return `For smartCARS 3 enter this Script URL in smartCARS Central: ${site}${path}
If the checks say that it is not reached, use ${site}${withoutRule(path)}, which needs no rule of the web server.`;
}

/** Whether the exact Script URL is answered without a redirect, which smartCARS Central refuses. */
export function scriptUrlCheck(script: ScriptUrl): EdgeCheck {
  return {
    method: 'GET',
    path: script.path,
    what: 'answers smartCARS 3',
    judge: (answer) => judge(answer, script),
  };
}

function judge({ status, url, text }: PageAnswer, { path, rule }: ScriptUrl): Verdict | null {
  const warning = (says: string): Verdict => ({ level: 'warning', says, finding: 'script-url-not-reached' });
  if (!new URL(url).pathname.endsWith('/'))
    return warning(`it is redirected, which smartCARS Central refuses. Enter …${withoutRule(path)} there, or ${rule}`);
  const said = readJson(text);
  if (said === null && status >= 500)
    return { level: 'failure', says: `${status} and no JSON`, finding: 'contract-not-answering' };
  if (said === null) return warning(`${status}, and not Tracker. Enter …${withoutRule(path)} there, or ${rule}`);
  const code = said.error?.code;
  if (code === 'server-unreachable')
    return { level: 'warning', says: 'Tracker’s server does not answer yet', finding: 'server-not-running' };
  // Switched off, or for https alone: then it is reached, and that is said elsewhere.
  return null;
}

function readJson(text: string): { readonly error?: { readonly code?: unknown } } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
