import type { ScriptUrl } from '../site/script-url.ts';
import type { ServerRules } from '../site/server-rules/server-rules.ts';
import { publicScripts, smartcarsScript } from './edge-files.ts';
import { shippedFolders } from './site-profile.ts';

const scripts = publicScripts
  .filter((name) => name !== smartcarsScript)
  .map((name) => name.replace('.php', ''))
  .join('|');

/**
 * The six scripts, and one with a path behind it for clients that append their own. `/acars/` itself stays the platform's map,
 * and so do all other pages below it.
 * @param sitePath - of the crew center's address: empty, or `/crew`
 * @param servers - where Tracker listens
 * @param shown - the folder that the address shows
 */
export function serverRules(
  sitePath: string,
  servers: ServerRules['servers'],
  shown: string | null = null,
): ServerRules {
  return {
    sitePath,
    servers,
    shown,
    passed: [
      { kind: 'fitting', pattern: `/acars/(?:${scripts})\\.php$` },
      { kind: 'fitting', pattern: `/acars/${smartcarsScript.replace('.', '\\.')}(?:/.*)?$` },
      { kind: 'below', path: '/tracker/', isCut: true },
    ],
    handedOver: [],
    denied: [
      'acars/(va_config(\\.sample)?\\.php|_tracker_[a-z_]+\\.php|sessions|reports|logs|cache|storage|program)(/|$)',
      'acars/[^/]*\\.(json|txt|csv|xml|zip|tar|gz|tgz|md|dist)$',
      `(${shippedFolders.join('|')})(/|$)`,
    ],
    besidePublic: null,
  };
}

export const scriptUrl: ScriptUrl = {
  path: `/acars/${smartcarsScript}/`,
  rule: 'use the proxy rule, which passes what follows the script (`tracker install FOLDER --server NAME` prints it)',
};

export const edgeAdvice = `A proxy rule lets clients reach Tracker without PHP, which is faster, and puts the pages at /tracker/; without one they are
at /acars/tracker.php, with a map that asks now and then. With such a rule, name the web server's address in TRACKER_TRUST_PROXY (127.0.0.1, or unix:).`;
