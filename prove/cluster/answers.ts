import type { TrackerOptions } from '../../src/client/client.ts';

type Fetch = NonNullable<TrackerOptions['fetch']>;

/** What clients were answered that they should not have been. */
export interface Answers {
  readonly unexpected: Map<string, number>;
  count: number;
  unavailable: number;
  /** No answer: what is between client and server broke, or the client gave up. */
  broken: number;
}

export const noAnswers = (): Answers => ({ unexpected: new Map(), count: 0, unavailable: 0, broken: 0 });

/** Counts what a client is answered. */
export function countedFetch(answers: Answers): Fetch {
  return async (url, init) => {
    try {
      const response = await fetch(url, init);
      await note(answers, `${init.method} ${new URL(url).pathname}`, response);
      return response;
    } catch (error) {
      answers.broken += 1;
      throw error;
    }
  };
}

/** With this a client finds out which version it speaks to: one of version 5 has no such path. */
const discovery = 'GET /api/tracker/status';
/** What nginx answers while no server does, or the one that it asked does not. */
const ofProxy = new Set([502, 504]);

/** Counts one answer. @param what - method and path of the request */
export async function note(answers: Answers, what: string, response: Response): Promise<void> {
  answers.count += 1;
  if (response.status < 300 || (response.status === 404 && what === discovery)) return;
  const isAskedAgain = response.status === 503 && Number(response.headers.get('retry-after')) > 0;
  if (isAskedAgain || ofProxy.has(response.status)) {
    answers.unavailable += 1;
    return;
  }
  const text = `${what}: ${response.status} ${(await response.clone().text()).slice(0, 200)}`;
  answers.unexpected.set(text, (answers.unexpected.get(text) ?? 0) + 1);
}
