import type { TrackerOptions } from '../../src/client/client.ts';

type Fetch = NonNullable<TrackerOptions['fetch']>;

/** What clients were answered that they should not have been. */
export interface Answers {
  readonly unexpected: Map<string, number>;
  count: number;
  unavailable: number;
  /** No answer: the server died, or did not answer in time. */
  broken: number;
}

export const noAnswers = (): Answers => ({ unexpected: new Map(), count: 0, unavailable: 0, broken: 0 });

/**
 * Sends each request to the next server, as a load balancer does that knows nothing of pilots. One that refuses the connection
 * is passed over; a request that was sent is not sent again.
 */
export function roundRobin(urls: readonly string[], answers: Answers): Fetch {
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

/** With this a client finds out which version it speaks to: one of version 5 has no such path. */
const discovery = 'GET /api/tracker/status';

async function note(answers: Answers, what: string, response: Response): Promise<void> {
  answers.count += 1;
  if (response.status < 300 || (response.status === 404 && what === discovery)) return;
  if (response.status === 503 && Number(response.headers.get('retry-after')) > 0) {
    answers.unavailable += 1;
    return;
  }
  const text = `${what}: ${response.status} ${(await response.clone().text()).slice(0, 200)}`;
  answers.unexpected.set(text, (answers.unexpected.get(text) ?? 0) + 1);
}
