import type { Secret } from '../../lib/secret.ts';
import type { ScriptUrl } from '../site/script-url.ts';
import type { ServerRules } from '../site/server-rules/server-rules.ts';

/** The same program by other paths: named itself, and where the platform's folder is shown beside its folder `public`. */
const api = '(/public)?(/index\\.php)?/api/pireps';

/** What clients of the platform's own API call for a flight (app/Providers/RouteServiceProvider.php, mapApiRoutes). */
const ofFlights = [
  { pattern: `${api}/(prefile|[^/]+/(update|file|cancel|acars/[a-z]+))/?$`, isForChanges: false },
  { pattern: `${api}/[^/]+/?$`, isForChanges: true },
] as const;

interface ShownSite {
  /** The folder that the address shows; null when it is not known. */
  readonly shown: string | null;
  /** Of Tracker's own calls; null without a key, and then nothing is handed over. */
  readonly direct: Secret | null;
}

/**
 * All of Tracker's paths are below two. Where the platform's folder `public` is a part of the address, what lies beside it
 * is denied.
 * @param sitePath - of the crew center's address: empty, or `/crew`
 * @param servers - where Tracker listens
 */
export function serverRules(
  sitePath: string,
  servers: ServerRules['servers'],
  { shown, direct }: ShownSite = { shown: null, direct: null },
): ServerRules {
  return {
    sitePath,
    servers,
    shown,
    passed: [
      { kind: 'below', path: '/api/tracker/', isCut: true },
      { kind: 'below', path: '/tracker/', isCut: true },
    ],
    handedOver: direct === null ? [] : ofFlights.map((each) => ({ kind: 'handed-over', direct, ...each }) as const),
    denied: ['acars/[^/]*\\.php(/|$)', 'acars/(sessions|reports|logs|cache)(/|$)'],
    besidePublic: sitePath.endsWith('/public') ? sitePath.slice(0, -'/public'.length) : null,
  };
}

export const scriptUrl: ScriptUrl = {
  path: '/api/tracker/smartcars/',
  rule: 'use the proxy rule, or add to public/.htaccess, below RewriteEngine On: RewriteRule ^api/tracker/smartcars/$ index.php [L]',
};

export function edgeAdvice(servers: ServerRules['servers']): string {
  return `In Admin → Addons the module is listed as Tracker; its settings are in Admin → Tracker. The server is looked for at
${servers.join(', ')}: start it with \`--listen ${servers[0]}\`, or change the setting there.
Without a proxy rule every position starts phpVMS once, in a PHP worker of the site that its pages then lack: 20 ms of a processor
with OPcache were measured, 100 ms without, and 8 to 15 positions a second in all on a busy machine with 6 workers. With the rule
it is 50 times as many and more. \`tracker install FOLDER --server nginx\` (or apache, caddy, litespeed) prints it. The pages
at /tracker work without one too, with a map that asks now and then. With such a rule, name the web server's address in TRACKER_TRUST_PROXY (127.0.0.1, or unix:).`;
}
