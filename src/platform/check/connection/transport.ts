import { connect, TLSSocket } from 'node:tls';
import { isLoopbackName } from '../../../lib/loopback.ts';
import type { Observation } from '../../site/observation.ts';
import type { Check, Subject } from '../subject.ts';

const dayMs = 86_400_000;
const warnDays = 14;
const maxClockMs = 60_000;
const bodyBytes = 2_000_000;

/** https and its certificate, the site's clock, and how large a body may be. */
export const transport: Check = {
  name: 'transport',
  async run(subject) {
    const { url, isReachable } = subject;
    if (url === null) return [];
    const { protocol, hostname, port } = new URL(url);
    const isHttps = protocol === 'https:';
    const ofCertificate = isHttps ? await lookAtCertificate(url, hostname, Number(port || 443)) : [];
    if (!isReachable) return ofCertificate;
    const plain: readonly Observation[] =
      isHttps || isLoopbackName(hostname)
        ? []
        : [{ name: 'plain-http', subject: url, evidence: 'its address begins with http://' }];
    const others = await Promise.all([
      isHttps && port === '' ? askPlain(subject, url) : [],
      askClock(subject, url),
      sendLarge(subject, url),
    ]);
    return [...plain, ...ofCertificate, ...others.flat()];
  },
};

async function lookAtCertificate(url: string, host: string, port: number): Promise<readonly Observation[]> {
  const seen = await openTls(host, port);
  const socket = seen instanceof TLSSocket ? seen : await openTls(host, port);
  if (!(socket instanceof TLSSocket))
    return [{ name: 'not-checked', subject: url, evidence: `its certificate could not be read: ${socket}` }];
  const { valid_to: end } = socket.getPeerCertificate();
  const problem = socket.authorizationError;
  socket.destroy();
  return judgeCertificate(url, { end: Date.parse(end), problem: problem ? String(problem) : null }, Date.now());
}

/** A text says why there is none. */
function openTls(host: string, port: number): Promise<TLSSocket | string> {
  const { promise, resolve } = Promise.withResolvers<TLSSocket | string>();
  const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  // Whether it is accepted is what is asked for.
  const socket = connect({ host, port, rejectUnauthorized: false, ...servername }, () => resolve(socket));
  socket.setTimeout(10_000, () => socket.destroy());
  socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  socket.once('close', () => resolve('no response in time'));
  return promise;
}

/** @param end - milliseconds since the epoch; NaN when the certificate does not say */
export function judgeCertificate(
  subject: string,
  { end, problem }: { readonly end: number; readonly problem: string | null },
  now: number,
): readonly Observation[] {
  if (problem !== null) return [{ name: 'certificate-wrong', subject, evidence: problem }];
  const days = Math.floor((end - now) / dayMs);
  if (Number.isNaN(end) || days >= warnDays) return [];
  return [{ name: 'certificate-expiring', subject, evidence: `it ends in ${days} days` }];
}

/** A redirect to another plain address protects nobody. */
async function askPlain({ ask }: Subject, url: string): Promise<readonly Observation[]> {
  const plain = `${url.replace('https:', 'http:')}/`;
  // Nothing has to listen there.
  const reply = await ask(plain, { mayBeSilent: true });
  if (reply === null || reply.status >= 400) return [];
  const location = reply.headers.get('location');
  const target = reply.status >= 300 && location !== null ? URL.parse(location, plain) : null;
  if (target?.protocol === 'https:') return [];
  const evidence = target === null ? `${reply.status} without a redirect` : `${reply.status} to ${target.href}`;
  return [{ name: 'http-not-redirected', subject: plain, evidence }];
}

async function askClock({ ask }: Subject, url: string): Promise<readonly Observation[]> {
  const reply = await ask(`${url}/`);
  const theirs = Date.parse(reply?.headers.get('date') ?? '');
  const difference = Math.abs(theirs - Date.now());
  if (Number.isNaN(theirs) || difference < maxClockMs) return [];
  return [
    { name: 'clock-wrong', subject: url, evidence: `the site’s clock is ${Math.round(difference / 1_000)} s off` },
  ];
}

/** Tracker's refusal is JSON; a web server's is a page. */
async function sendLarge({ ask, kit }: Subject, url: string): Promise<readonly Observation[]> {
  const where = `${url}${kit.finishPath}`;
  const body = `{"log":"${'x'.repeat(bodyBytes)}"}`;
  const reply = await ask(where, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  if (reply?.status !== 413 || reply.body.toString('utf8').includes('"success"')) return [];
  return [{ name: 'body-limit', subject: where, evidence: '413 from the web server for a body of 2 MB' }];
}
