import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../lib/log.ts';
import { findingKinds } from '../platform/site/finding-kinds.ts';
import { SiteRequests } from '../platform/site/site-requests.ts';
import type { CrewCenter } from './crew-center.ts';

/** Before a retry: after a boot the site may come up later than this server. */
const pausesMs: readonly number[] = [10_000, 60_000];

/**
 * Asks at start whether this server's own calls reach the crew center's API, and logs what keeps them from it: else only pilots would
 * hear of it.
 * @param pauses - before each retry at a site that does not answer, in milliseconds
 */
export function askApiAtStart(
  { inspectApi }: Pick<CrewCenter, 'inspectApi'>,
  log: Logger,
  pauses: readonly number[] = pausesMs,
): AsyncDisposable {
  const end = new AbortController();
  const asked = inspectApi === null ? null : ask(inspectApi, log, pauses, end.signal);
  return {
    async [Symbol.asyncDispose]() {
      end.abort();
      await asked;
    },
  };
}

async function ask(
  inspect: NonNullable<CrewCenter['inspectApi']>,
  log: Logger,
  pauses: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const requests = new SiteRequests({ signal });
  let found = await inspect(requests);
  for (const ms of pauses) {
    if (found?.name !== 'app-url-not-reached' || signal.aborted) break;
    await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
    found = await inspect(requests);
  }
  if (found === null || signal.aborted) return;
  const { subject: url, evidence: reason, name } = found;
  const message = 'calls of the crew center’s own API do not reach it: no flight can be started or filed';
  log.warn({ event: 'api-not-reached', url, reason, remedy: findingKinds[name].remedy }, message);
}
