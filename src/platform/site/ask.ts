import { setTimeout as pause } from 'node:timers/promises';
import { isTimeout, type SiteAnswer, type SiteRequest, SiteRequests } from './site-requests.ts';

export interface Question extends SiteRequest {
  /** No answer is an answer too: it is not waited for, and not kept as unanswered. */
  readonly mayBeSilent?: true;
  /** What is asked for is a file: a server that says that it is busy has not answered. */
  readonly isOfFile?: true | undefined;
}

/** Asks a site by URL; null when it does not answer, also not when the request is repeated. */
export type Ask = (url: string, question?: Question) => Promise<SiteAnswer | null>;

interface Options {
  readonly requests?: SiteRequests;
  readonly maxAtOnce?: number;
  /** Before a question is repeated. After a timeout it is asked only after a pause. */
  readonly pausesMs?: readonly number[];
  /** Gets the addresses without an answer, and why. */
  readonly unanswered?: Map<string, string>;
}

/** For a kept connection that the site had closed. */
const atOnce = [0];
/** For a site that is busy. */
export const patientPausesMs = [0, 500, 2_000, 5_000];
/** A site that left so many questions unanswered is not waited for any more; the second number is of one that has answered none yet. */
const maxWaitedFor = 20;
const maxWaitedForFirst = 3;
/** Busy, restarting, or behind a limit. */
const busyStatuses = [408, 425, 429, 502, 503, 504];

/** Sends requests, at most `maxAtOnce` at a time, and asks again what was not answered. */
export function createAsk(options: Options = {}): Ask {
  const { requests = new SiteRequests(), unanswered = new Map<string, string>(), pausesMs = atOnce } = options;
  const inTurn = createTurns(options.maxAtOnce ?? 6);
  let hasAnswered = false;
  let silences = 0;
  return async (url, { mayBeSilent, isOfFile, ...request } = {}) => {
    const isPatient = mayBeSilent !== true && silences < (hasAnswered ? maxWaitedFor : maxWaitedForFirst);
    let reason = '';
    let isLate = false;
    for (const ms of [null, ...(isPatient ? pausesMs : atOnce)]) {
      if (ms === 0 && isLate) continue;
      if (ms !== null && ms > 0) await pause(ms);
      try {
        const answer = await inTurn(() => requests.send(url, request));
        hasAnswered = true;
        if (isOfFile !== true || !busyStatuses.includes(answer.status)) return answer;
        [reason, isLate] = [`status ${answer.status}`, true];
      } catch (error) {
        if (requests.isOver) return null;
        [reason, isLate] = [reasonOf(error), isTimeout(error)];
      }
    }
    if (mayBeSilent !== true) {
      silences += 1;
      unanswered.set(url, reason);
    }
    return null;
  };
}

type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

function createTurns(maxAtOnce: number): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'no response in time';
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
