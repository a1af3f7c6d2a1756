import type { TrackerOptions } from '../../src/client/client.ts';
import { type Answers, note } from './answers.ts';

/**
 * Sends each request to the next server, as a load balancer does that knows nothing of pilots. One that refuses the connection
 * is passed over; a request that was sent is not sent again.
 */
export function roundRobin(urls: readonly string[], answers: Answers): NonNullable<TrackerOptions['fetch']> {
  let turn = 0;
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    for (let tried = 1; ; tried++) {
      const base = urls[turn++ % urls.length] ?? '';
      try {
        const response = await fetch(`${base}${pathname}${search}`, init);
        await note(answers, `${init.method} ${pathname}`, response);
        return response;
      } catch (error) {
        if (isRefused(error) && tried < urls.length) continue;
        answers.broken += 1;
        throw error;
      }
    }
  };
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
