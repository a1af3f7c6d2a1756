import { type EdgeCheck, isTooOld, type PageAnswer, type Verdict } from '../site/edge-kit.ts';
import type { FindingName } from '../site/finding-kinds.ts';
import { scriptUrlCheck } from '../site/script-url.ts';
import { scriptUrl } from './edge-advice.ts';
import { configFile, sampleFile } from './edge-files.ts';
import { keyFile } from './edge-key.ts';

const failure = (says: string, finding: FindingName = 'contract-not-answering'): Verdict => ({
  level: 'failure',
  says,
  finding,
});
const warning = (says: string, finding: FindingName): Verdict => ({ level: 'warning', says, finding });

/** Some platforms return 200 and a page for any address: only JSON counts as a response of Tracker. */
function json(answer: PageAnswer): { success?: unknown; error?: { code?: unknown }; [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(answer.text);
    return typeof value === 'object' && value !== null && 'success' in value ? value : null;
  } catch {
    return null;
  }
}

/** Checks the server's response with `judge`, if the server can be reached. */
function contract(
  method: EdgeCheck['method'],
  script: string,
  what: string,
  judge: (answer: PageAnswer) => Verdict | null,
) {
  return {
    method,
    path: `/acars/${script}`,
    what,
    judge: (answer: PageAnswer) => {
      const said = json(answer);
      if (said === null) return failure(`${answer.status} and no JSON: is PHP run in this folder?`);
      const code = said.error?.code;
      if (code === 'server-unreachable')
        return warning('the folder works; Tracker’s server does not respond to it yet', 'server-not-running');
      if (code === 'https-required')
        return warning('the server asks for https, and this address is plain http', 'contract-limited');
      return judge(answer);
    },
  } satisfies EdgeCheck;
}

const denied = (path: string, secret: RegExp): EdgeCheck => ({
  method: 'GET',
  path: `/acars/${path}`,
  what: 'is denied',
  isOfFile: true,
  judge: ({ status, text }) => {
    if (status === 403 || status === 404 || status === 401) return null;
    if (secret.test(text)) return failure(`${status}: it can be read`, 'protected-file-readable');
    return warning(
      `${status} instead of 403: nothing of it can be read, but a rule of the web server should deny it`,
      'protected-file-not-denied',
    );
  },
});

const shows = (path: string, what: string, mark: RegExp): EdgeCheck => ({
  isSites: true,
  method: 'GET',
  path,
  what,
  judge: ({ status, text }) =>
    status === 200 && mark.test(text) ? null : failure(`${status}, and not that page`, 'site-page-broken'),
});

/** The contract responds, private files are not public, and the platform's own pages are unchanged. */
export const edgeChecks: readonly EdgeCheck[] = [
  contract('GET', 'bootstrap.php', 'responds to clients', (answer) =>
    json(answer)?.tracker_api === true ? null : failure(`${answer.status}: not a response of Tracker`),
  ),
  contract('GET', 'status.php', 'reports version 1.2.0', (answer) => {
    const version = json(answer)?.version;
    if (version === '1.2.0') return null;
    return failure(
      `${answer.status}: version ${String(version)}`,
      isTooOld(version) ? 'version-too-old' : 'contract-not-answering',
    );
  }),
  contract('GET', 'get_bid.php', 'takes POST only', ({ status, headers }) =>
    status === 405 && (headers.get('allow') ?? '').includes('POST') ? null : failure(`${status} instead of 405`),
  ),
  contract('POST', 'position.php', 'asks for a session', ({ status }) =>
    status === 401 || status === 403 ? null : failure(`${status} instead of 401`),
  ),
  scriptUrlCheck(scriptUrl),
  ...[configFile, sampleFile, '_tracker_common.php', '_tracker_link.php', keyFile].map((name) =>
    denied(name, /<\?php|define\(|'key' =>/),
  ),
  denied('.htaccess', /FilesMatch/),
  // Of the other private folders `probeAcars` finds out more.
  denied('storage/', /Index of/i),
  shows('/index.php', 'the front page is there', /<html/i),
  shows('/index.php/acars', 'the live map is there', /acars/i),
  { ...shows('/acars/', 'leads to the live map', /acars/i), needsEdge: true },
];
