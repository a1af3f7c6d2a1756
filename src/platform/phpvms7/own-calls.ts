import { randomBytes } from 'node:crypto';
import { directHeader } from '../../lib/direct-header.ts';
import type { Secret } from '../../lib/secret.ts';
import { identityHeader, identityOf } from '../site/edge-proof.ts';
import type { EdgeKeys } from '../site/edge-signature.ts';
import type { Observation } from '../site/observation.ts';
import { isTimeout, type SiteRequests } from '../site/site-requests.ts';

interface OwnCalls {
  readonly siteUrl: string;
  readonly keys: EdgeKeys;
  readonly direct: Secret | null;
  readonly requests: SiteRequests;
}

/** Whether Tracker's own calls reach the platform's API at APP_URL, and whether other calls go round Tracker where it is handed over. */
export async function inspectOwnCalls(site: OwnCalls): Promise<readonly Observation[]> {
  const address = await inspectApiAddress(site);
  return address === null ? inspectHandOver(site) : [address];
}

/** What of the API's address keeps every start and filing from reaching it; null when nothing does. */
export async function inspectApiAddress({
  siteUrl,
  requests,
}: Pick<OwnCalls, 'siteUrl' | 'requests'>): Promise<Observation | null> {
  const subject = `${siteUrl}/api/status`;
  const seen = (name: Observation['name'], evidence: string): Observation => ({ name, subject, evidence });
  try {
    const { status, headers } = await requests.send(subject);
    if (status >= 300 && status < 400) {
      return seen('app-url-redirects', `${status} to ${addressOf(headers.get('location'), subject)}`);
    }
    const isApi = headers.get('content-type')?.includes('json') === true;
    return isApi ? null : seen('app-url-not-reached', `${status}, and no JSON`);
  } catch (error) {
    return seen('app-url-not-reached', reasonOf(error));
  }
}

/** Without its query, which may hold anything. */
function addressOf(location: string | null, from: string): string {
  const target = location === null ? null : URL.parse(location, from);
  return target === null ? 'nowhere' : `${target.origin}${target.pathname.replace(/\/api\/status\/?$/, '')}`;
}

interface Probe {
  readonly path: string;
  readonly method: 'GET' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly what: string;
}

const noPirep = '/api/pireps/tracker-check';

/** Without a key nothing is changed at either of the two. */
async function inspectHandOver(site: OwnCalls): Promise<readonly Observation[]> {
  const { direct } = site;
  if (direct === null) return [];
  const subject = `${site.siteUrl}${noPirep}`;
  const ofFlight = { path: `${noPirep}/acars/position`, method: 'GET', headers: {}, what: 'a position' } as const;
  const isHandedOver = await isAnsweredByUs(site, ofFlight);
  if (isHandedOver !== true) return isHandedOver === null ? [unanswered(subject)] : [];
  const mustBeOurs: readonly Probe[] = [
    { ...ofFlight, headers: { [directHeader]: '1' }, what: `any value of ${directHeader}` },
    { ...ofFlight, method: 'PUT', path: noPirep, what: `PUT ${noPirep}` },
    { ...ofFlight, path: `/index.php${ofFlight.path}`, what: `/index.php${noPirep}/…` },
  ];
  const ours = await Promise.all(mustBeOurs.map((probe) => isAnsweredByUs(site, probe)));
  const around = mustBeOurs.filter((_probe, index) => ours[index] === false).map(({ what }) => what);
  const ownCall = await isAnsweredByUs(site, { ...ofFlight, headers: { [directHeader]: direct.reveal() } });
  const evidence = `phpVMS itself answers: ${around.join(', ')}`;
  return [
    ...(around.length === 0 ? [] : [{ name: 'hand-over-open', subject, evidence } as const]),
    ...(ownCall === true
      ? [{ name: 'hand-over-returns', subject, evidence: 'a call of Tracker’s own came back to it' } as const]
      : []),
    ...([...ours, ownCall].includes(null) ? [unanswered(subject)] : []),
  ];
}

const unanswered = (subject: string): Observation => ({
  name: 'check-broke-off',
  subject,
  evidence: 'no reply: it is not known who answers calls of phpVMS’s own API',
});

/** Whether this site's server of Tracker answers; null when nobody does, also not a second time. */
async function isAnsweredByUs(
  { siteUrl, keys, requests }: OwnCalls,
  probe: Omit<Probe, 'what'>,
): Promise<boolean | null> {
  const nonce = randomBytes(16).toString('hex');
  const { path, method, headers } = probe;
  for (let tries = 0; tries < 2; tries++) {
    try {
      const all = { ...headers, [identityHeader]: nonce };
      const answer = await requests.send(`${siteUrl}${path}`, { method, headers: all });
      return answer.headers.get(identityHeader) === identityOf(keys, nonce);
    } catch {
      // A connection that was kept, or a busy site.
    }
  }
  return null;
}

function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'no response in time';
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
