import { join } from 'node:path';
import { Eta } from 'eta';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addListViews } from '../../../lib/lists/list.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import type { FramedWords, PageFrame } from '../../pages.ts';

const eta = new Eta({ views: join(import.meta.dirname, 'views'), cache: true, autoEscape: true });
addListViews(eta);

export interface AdminPage {
  /** The title, or the key of its text. */
  readonly title: string;
  /** Template in `views/`. */
  readonly view: string;
  /** Path below `/tracker/` in the menu. */
  readonly section: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Success, or the key of its text, or error message, shown at the top of the page. */
  readonly done?: string | null;
  readonly problem?: string | null;
  readonly status?: number;
}

/** Sends a page of the admin area; every value is escaped. */
export function showAdmin(frame: PageFrame, request: FastifyRequest, reply: FastifyReply, page: AdminPage) {
  const { title, section, status, view, data, done = null, problem = null } = page;
  const { say, sayMarkup } = frame.wordsOf(request);
  const body = eta.render(`./${view}`, {
    title: say(title),
    data,
    done: done === null ? null : say(done),
    problem,
    say,
    sayMarkup,
    root: frame.rootOf(request),
    csrf: frame.formToken(request),
  });
  return frame.send(request, reply, {
    title: say(title),
    section,
    body,
    status: status ?? (problem === null ? 200 : 422),
  });
}

/** Runs the action of a form. Returns null, or the messages of a refusal that the operator can correct, by field, in the reader's words. */
export async function attempt(
  words: FramedWords,
  work: () => Promise<unknown>,
): Promise<{ readonly problem: string; readonly fields: Readonly<Record<string, string>> } | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const canMend = ['invalid', 'not-found', 'bid-not-found', 'flight-open', 'crew-center-refused'] as const;
    if (!canMend.some((code) => isRefusal(error, code)) || !isRefusal(error)) throw error;
    const { message, fields } = words.sayDetail(error.detail);
    return { problem: message, fields };
  }
}

/** @param problems - what is wrong, by field @throws Refusal `invalid` naming the fields */
export function requireNone(problems: Readonly<Record<string, string>>): void {
  if (Object.keys(problems).length > 0)
    throw new Refusal('invalid', { message: Object.values(problems).join(' '), fields: problems });
}

/** Runs the action of a form for each of these. Returns how many it was done for, and in the reader's words why not for the others. */
export async function attemptEach<T>(
  words: FramedWords,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<{ readonly done: number; readonly problem: string | null }> {
  const failed = await Promise.all(items.map((item) => attempt(words, () => work(item))));
  const problems = failed.flatMap((each) => each?.problem ?? []);
  const done = items.length - problems.length;
  const first = [...new Set(problems)].slice(0, maxShown).join(' ');
  if (items.length === 0) return { done, problem: words.say('many.nothing') };
  const values = { failed: problems.length, all: items.length, problem: first };
  return { done, problem: problems.length === 0 ? null : words.say('many.not-done', values) };
}

const maxShown = 5;

/** Returns the message for `?done=…` in the address, or the key of its text: what the previous form did. */
export function doneOf(request: FastifyRequest, sentences: Readonly<Record<string, string>>): string | null {
  const { done } = request.query as { done?: unknown };
  return typeof done === 'string' && Object.hasOwn(sentences, done) ? (sentences[done] ?? null) : null;
}
