import { randomBytes } from 'node:crypto';
import { isLoopback, isLoopbackName } from '../../../lib/loopback.ts';
import { type Arrival, probeHeader, readArrival } from '../../site/edge-probe.ts';
import { identityHeader } from '../../site/edge-proof.ts';
import type { Observation } from '../../site/observation.ts';
import type { Check, Subject } from '../subject.ts';

/** An address reserved for documentation (RFC 5737). */
const forged = '192.0.2.77';

/** Checks how a client's request arrives at Tracker, as reported by the server itself to a holder of the site's key. */
export const arrival: Check = {
  name: 'what arrives',
  async run(subject) {
    const { url, kit, isReachable } = subject;
    if (url === null || !isReachable) return [];
    const seen = await askArrival(subject, 0, { authorization: 'Bearer check', 'x-forwarded-for': forged });
    if (seen === null || 'status' in seen) return [];
    const where = `${url}${kit.statusPath}`;
    const by = seen.viaEdge ? 'by the crew center’s PHP' : 'by a proxy rule';
    const found: Observation[] = [];
    if (!seen.hasAuthorization)
      found.push({ name: 'authorization-stripped', subject: where, evidence: `it did not arrive, ${by}` });
    if (seen.address === forged && !seen.viaEdge && !isAskedLocally(seen)) {
      const evidence = `X-Forwarded-For: ${forged}, made up for this check, was believed`;
      found.push({ name: 'proxy-trusts-anyone', subject: where, evidence });
    }
    if (seen.address !== forged && isTakenForPlain(seen, url)) {
      const evidence = `a request to ${url} arrived ${by} as plain http from ${seen.address}`;
      found.push({ name: 'proxy-not-trusted', subject: where, evidence });
    }
    return [...found, ...(await waitLong(subject, where))];
  },
};

/**
 * A proxy that appends the client's address: of a check on the same machine that is its own, which is trusted rightly. So it is
 * through PHP, whose setting says more (`proxy-headers-trusted`).
 */
function isAskedLocally({ forwardedFor }: Arrival): boolean {
  const last = forwardedFor?.split(',').at(-1)?.trim() ?? '';
  return isLoopback(last);
}

function isTakenForPlain({ isSecure, isLocal, hasForwarding, viaEdge }: Arrival, url: string): boolean {
  if (isSecure || isLocal) return false;
  return url.startsWith('https:') || (isLoopbackName(new URL(url).hostname) && hasForwarding && !viaEdge);
}

/** Null when it is not this site's server, or one of before, that replies; the bare status when somebody else does. */
export async function askArrival(
  { url, kit, ask }: Subject,
  waitMs: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Arrival | { readonly status: number } | null> {
  const nonce = randomBytes(16).toString('hex');
  const keys = kit.keys();
  const probe = probeHeader(keys, nonce, waitMs);
  if (probe === null) return null;
  const init = {
    headers: { ...headers, [identityHeader]: probe },
    timeoutMs: waitMs + 10_000,
    mayBeSilent: waitMs > 0 ? (true as const) : undefined,
  };
  const reply = await ask(`${url}${kit.statusPath}`, init);
  if (reply === null) return null;
  return readArrival(keys, nonce, reply.headers.get(identityHeader)) ?? (waitMs > 0 ? { status: reply.status } : null);
}

/** As long as a start or finish may wait for the crew center. */
async function waitLong(subject: Subject, where: string): Promise<readonly Observation[]> {
  const waitMs = subject.limits.crewCenterTimeoutMs + 1_000;
  const seen = await askArrival(subject, waitMs);
  if (seen !== null && !('status' in seen)) return [];
  const got = seen === null ? 'no reply' : String(seen.status);
  return [{ name: 'time-limit', subject: where, evidence: `a reply that takes ${waitMs / 1_000} s: ${got}` }];
}
