import type { EdgeCheck } from '../site/edge-kit.ts';
import { moduleFolder } from './module-files.ts';

type Verdict = ReturnType<EdgeCheck['judge']>;
const failure = (says: string): Verdict => ({ level: 'failure', says });
const warning = (says: string): Verdict => ({ level: 'warning', says });

function said(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function codeOf(text: string): unknown {
  const error = said(text)?.error;
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
}

/** While our server is down the module answers for it: that the module works is known then, no more. */
function contract(path: string, what: string, judge: (status: number, text: string) => Verdict): EdgeCheck {
  return {
    method: 'GET',
    path: `/api/tracker/${path}`,
    what,
    judge({ status, text }) {
      const code = codeOf(text);
      if (code === 'server-unreachable') return warning('the module works; Tracker’s server does not answer it yet');
      if (code === 'https-required') return warning('the server asks for https, and this address is plain http');
      if (code === 'module-disabled' || (status === 404 && said(text)?.mode === undefined && code === null)) {
        return warning('the module is switched off: activate it in Admin → Addons, then open /update');
      }
      return judge(status, text);
    },
  };
}

/** Not one file of the module may be read, also where the whole platform lies in the web root. */
const unreadable = (path: string, secret: RegExp): EdgeCheck => ({
  method: 'GET',
  path: `/${moduleFolder}/${path}`,
  what: 'cannot be read',
  judge: ({ status, text }) => {
    if (secret.test(text))
      return failure(`${status}: it can be read; put the platform’s document root to its folder public`);
    return status === 200 ? warning('answers with another page') : null;
  },
});

const shows = (path: string, what: string): EdgeCheck => ({
  isSites: true,
  method: 'GET',
  path,
  what,
  judge: ({ status }) => (status === 200 ? null : failure(`${status}`)),
});

/** The contract answers, the module's folder does not, and the platform's own doors are where they were. */
export const edgeChecks: readonly EdgeCheck[] = [
  contract('status', 'answers clients that look for it', (status, text) =>
    said(text)?.mode === 'native_module' ? null : failure(`${status}: not the answer of Tracker`),
  ),
  contract('bids', 'asks for a session', (status) =>
    status === 401 || status === 403 ? null : failure(`${status} instead of 401`),
  ),
  unreadable('module.json', /"providers"/),
  unreadable('composer.json', /"autoload"/),
  unreadable('Providers/TrackerServiceProvider.php', /<\?php|namespace/),
  unreadable('Resources/views/admin/settings.blade.php', /@extends/),
  unreadable('Database/migrations/', /Index of/i),
  shows('/', 'the front page is there'),
  shows('/api/status', 'the platform’s own API is there'),
  shows('/livemap', 'the live map is there'),
];

/** @param server - where the server listens: `127.0.0.1:8787`, or `unix:/path` */
export function edgeAdvice(sitePath: string, server: string): string {
  const isSocket = server.startsWith('unix:');
  const upstream = (path: string) => (isSocket ? `http://${server}:${path}` : `http://${server}${path}`);
  const nginx = (path: string) => `  location ^~ ${sitePath}${path} {
    proxy_pass ${sitePath === '' && !isSocket ? upstream('') : upstream(path)};
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffering off;
    client_max_body_size 8m;
  }`;
  const apache = (path: string) =>
    `  ProxyPass "${sitePath}${path}" "${isSocket ? `${server}|http://localhost${path}` : upstream(path)}" retry=0`;
  const paths = ['/api/tracker/', '/tracker/'];
  return `In Admin → Addons the module is listed as Tracker; its settings are in Admin → Tracker. The server is looked for at
${server}: start it with \`--listen ${server}\`, or change the setting there.

By a proxy rule clients reach Tracker without PHP, which is faster; the map at /tracker/ needs one in any case. nginx:
${paths.map(nginx).join('\n')}
Apache, in the virtual host (mod_proxy_http, mod_headers):
${paths.map(apache).join('\n')}
  ProxyPreserveHost On
  RequestHeader set X-Forwarded-Proto expr=%{REQUEST_SCHEME}
and name the web server's address in TRACKER_TRUST_PROXY (127.0.0.1, or unix:).`;
}
