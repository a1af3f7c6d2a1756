import { type EdgeCheck, isTooOld, type Verdict } from '../site/edge-kit.ts';
import type { FindingName } from '../site/finding-kinds.ts';
import { scriptUrlCheck } from '../site/script-url.ts';
import { decisionPath } from './decision.ts';
import { scriptUrl } from './edge-advice.ts';
import { moduleFolder } from './module-files.ts';

const failure = (says: string, finding: FindingName = 'contract-not-answering'): Verdict => ({
  level: 'failure',
  says,
  finding,
});
const warning = (says: string, finding: FindingName = 'contract-limited'): Verdict => ({
  level: 'warning',
  says,
  finding,
});
/** Error texts of PHP, which the platform includes in its response to a failed API call. */
const missingController = /Class [\\"'\w]*Controllers?[\\"'\w]* (?:does not exist|not found)/i;

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

/** While the server is down the module responds for it: this only shows that the module works. */
function contract(path: string, what: string, judge: (status: number, text: string) => Verdict | null): EdgeCheck {
  return {
    method: 'GET',
    path: `/api/tracker/${path}`,
    what,
    judge({ status, text }) {
      const [code, answer] = [codeOf(text), said(text)];
      if (code === 'server-unreachable')
        return warning('the module works; Tracker’s server does not respond to it yet', 'server-not-running');
      if (missingController.test(text))
        return failure(`${status}: the module does not fit this release`, 'module-outdated');
      if (code === 'https-required') return warning('the server asks for https, and this address is plain http');
      // phpVMS answers JSON below /api, also where it has no such route.
      if (status === 404 && answer === null)
        return failure('404, and not from phpVMS: look at the web server’s rewrite rules and at its document root');
      if (code === 'module-disabled' || (status === 404 && answer?.mode === undefined && code === null)) {
        return warning('the module is switched off: activate it in Admin → Addons, then open /update');
      }
      return judge(status, text);
    },
  };
}

/** Nothing is signed, so nothing is decided: the module says that. One that does not fit is reported by its other calls. */
const decisionCheck: EdgeCheck = {
  method: 'POST',
  path: `/api/${decisionPath}`,
  what: 'takes decisions about PIREPs',
  needsEdge: true,
  judge: ({ status, text }) =>
    codeOf(text) === 'unsigned' || missingController.test(text)
      ? null
      : warning(`${status}: not a response of the module`, 'decisions-not-taken'),
};

/** Not one file of the module may be read, also where the whole platform lies in the web root. */
const unreadable = (path: string, secret: RegExp): EdgeCheck => ({
  method: 'GET',
  path: `/${moduleFolder}/${path}`,
  what: 'cannot be read',
  isOfFile: true,
  judge: ({ status, text }) => {
    if (secret.test(text))
      return failure(
        `${status}: it can be read; put the platform’s document root to its folder public`,
        'module-readable',
      );
    return status === 200 ? warning('returns another page', 'protected-file-not-denied') : null;
  },
});

const shows = (path: string, what: string): EdgeCheck => ({
  isSites: true,
  method: 'GET',
  path,
  what,
  judge: ({ status }) => (status === 200 ? null : failure(`${status}`, 'site-page-broken')),
});

/** The contract responds, the module's folder is not public, and the platform's own addresses are unchanged. */
export const edgeChecks: readonly EdgeCheck[] = [
  contract('status', 'responds to clients', (status, text) => {
    const answer = said(text);
    if (answer?.mode !== 'native_module') return failure(`${status}: not a response of Tracker`);
    return isTooOld(answer.version) ? failure(`version ${String(answer.version)}`, 'version-too-old') : null;
  }),
  contract('bids', 'asks for a session', (status) =>
    status === 401 || status === 403 ? null : failure(`${status} instead of 401`),
  ),
  decisionCheck,
  scriptUrlCheck(scriptUrl),
  unreadable('module.json', /"providers"/),
  unreadable('composer.json', /"autoload"/),
  unreadable('Providers/TrackerServiceProvider.php', /<\?php|namespace/),
  unreadable('Resources/views/admin/settings.blade.php', /@extends/),
  unreadable('Database/migrations/', /Index of/i),
  shows('/', 'the front page is there'),
  shows('/api/status', 'the platform’s own API is there'),
  shows('/livemap', 'the live map is there'),
];
