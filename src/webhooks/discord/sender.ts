import type { Clock } from '../../lib/clock.ts';
import { Turns } from '../../lib/turns.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { Endpoint } from '../endpoint.ts';
import { eventRow } from '../events.ts';
import { type Answer, type GuardedRequests, NoAnswerError } from '../http/guarded-request.ts';
import type { Attempt, Exchange, Outcome, Sender } from '../sender.ts';
import type { FactsSource } from './flight-facts.ts';
import { DiscordLimits } from './limits.ts';
import { type PostMemory, readMemory, writeMemory } from './memory.ts';
import { encodePost } from './multipart.ts';
import { postOptionsOf, requirePostOptions } from './options.ts';
import { flightPost, noticePost, type Post } from './post.ts';
import { messageUrl, newMessageUrl, requireDiscordUrl } from './url.ts';

export interface DiscordNeeds {
  readonly requests: Pick<GuardedRequests, 'send'>;
  readonly source: FactsSource;
  readonly clock: Clock;
  /** `DiscordBot (va-tracker, 0.1.0)` */
  readonly userAgent: string;
}

/** The beginning of an answer that is kept for the operator. */
const keptCharacters = 500;
/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes */
const unknownWebhook = 10_015;

interface Written {
  readonly post: Post;
  readonly picture: Uint8Array | null;
  /** The message that is edited; null for a new one. */
  readonly before: PostMemory | null;
  /** What the post shows, if later events edit it. */
  readonly shows: Omit<PostMemory, 'message'> | null;
}

/** Posts events to channels of Discord: one message for each flight, edited with each later event. */
export class DiscordSender implements Sender {
  readonly isSigned = false;
  readonly #needs: DiscordNeeds;
  readonly #limits = new DiscordLimits();
  readonly #turns = new Turns();

  constructor(needs: DiscordNeeds) {
    this.#needs = needs;
  }

  requireOptions(options: Readonly<Record<string, string>>, url: URL): Readonly<Record<string, string>> {
    requireDiscordUrl(url);
    return requirePostOptions(options);
  }

  /** One request at a time for each channel: its limit is a few in a second. */
  send(attempt: Attempt): Promise<Outcome> {
    return this.#turns.run(attempt.endpoint.id, () => this.#send(attempt));
  }

  async #send(attempt: Attempt): Promise<Outcome> {
    const written = await this.#write(attempt);
    if (written === null) return { kind: 'skipped' };
    try {
      return await this.#deliver(attempt, written);
    } catch (error) {
      if (!(error instanceof NoAnswerError) && !isRefusal(error)) throw error;
      const exchange = exchangeOf(written, null, error.message);
      return { kind: 'failed', exchange, retryAfterMs: null, holdsAll: false };
    }
  }

  /** Returns the post for an event; null when there is nothing to say. */
  async #write({ endpoint, event, memory, signal }: Attempt): Promise<Written | null> {
    const { source } = this.#needs;
    const airline = source.airline();
    const notice = (detail: string | null): Written => ({
      post: noticePost(event, detail, airline),
      picture: null,
      before: null,
      shows: null,
    });
    const { flightId, type } = event;
    // Trouble is for the channels of the staff, which name it.
    const isForStaff = eventRow(type)?.isForStaff === true;
    if (isForStaff && !endpoint.events.includes(type)) return null;
    if (flightId === null) return notice(type === 'test' ? `Channel ${endpoint.name}.` : null);
    const facts = await source.readFlight(flightId);
    if (facts === null) return null;
    // For the staff: it does not belong into the post about the flight.
    if (isForStaff) return notice(`${facts.callsign} of ${facts.pilot.ident}`);
    const options = postOptionsOf(endpoint);
    const before = readMemory(memory);
    // An event that is sent again does not set the post back.
    const shows = before !== null && before.at > event.at ? { type: before.type, at: before.at } : event;
    const picture = options.picture ? await unlessAborted(signal, source.readPicture(flightId)) : null;
    const shown = { type: shows.type, at: shows.at, flightId };
    const post = flightPost(facts, shown, { options, airline, hasPicture: picture !== null });
    return { post, picture, before, shows: { type: shows.type, at: shows.at } };
  }

  async #deliver(attempt: Attempt, written: Written): Promise<Outcome> {
    if (written.before !== null) {
      const answer = await this.#request(attempt, written, written.before.message);
      if (answer.status !== 404 || isGone(answer)) return judge(written, answer, written.before.message);
      // Somebody deleted the message: a new one takes its place.
    }
    const answer = await this.#request(attempt, written, null);
    return judge(written, answer, messageOf(answer));
  }

  /** @param message - the message that is edited; null for a new one */
  async #request({ endpoint, signal }: Attempt, written: Written, message: string | null): Promise<SpacedAnswer> {
    const { requests, clock, userAgent } = this.#needs;
    const route = `${message === null ? 'POST' : 'PATCH'} ${endpoint.id}`;
    await this.#waitForTurn(route, signal);
    const { type, body } = encodePost(written.post, written.picture);
    const answer = await requests.send({
      method: message === null ? 'POST' : 'PATCH',
      url: addressOf(endpoint, message),
      headers: { 'Content-Type': type, 'User-Agent': userAgent },
      body,
      signal,
    });
    return { ...answer, waitMs: this.#limits.note(route, answer, clock.now()) };
  }

  async #waitForTurn(route: string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#needs;
    for (;;) {
      const ms = this.#limits.waitMs(route, clock.now());
      if (ms === 0) return;
      if (signal.aborted) throw new NoAnswerError('the server stops');
      const { promise, resolve } = Promise.withResolvers<void>();
      using _ = clock.after(ms, resolve);
      await unlessAborted(signal, promise);
    }
  }
}

/** Returns what is waited for; null as soon as the signal is aborted. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  if (signal.aborted) return null;
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}

interface SpacedAnswer extends Answer {
  /** The wait that a 429 asks for. */
  readonly waitMs: number | null;
}

function addressOf({ url }: Endpoint, message: string | null): string {
  return message === null ? newMessageUrl(url.reveal()) : messageUrl(url.reveal(), message);
}

function judge(written: Written, answer: SpacedAnswer, message: string | null): Outcome {
  const { status, text, waitMs } = answer;
  const exchange = exchangeOf(written, status, text);
  if (status >= 200 && status < 300) {
    if (written.shows === null || message === null) return { kind: 'delivered', exchange };
    return { kind: 'delivered', exchange, memory: writeMemory({ message, ...written.shows }) };
  }
  if (status === 404 || status === 401)
    return { kind: 'gone', exchange, reason: `Discord no longer knows this webhook (${status}).` };
  return { kind: 'failed', exchange, retryAfterMs: waitMs, holdsAll: status === 429 };
}

function isGone({ text }: Answer): boolean {
  return new RegExp(`"code"\\s*:\\s*${unknownWebhook}\\b`).test(text);
}

/** The id of the message that Discord made; null when its answer does not name one. */
function messageOf({ text }: Answer): string | null {
  try {
    const { id } = JSON.parse(text) as { readonly id?: unknown };
    return typeof id === 'string' && /^\d{1,25}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** Without the address, which is a secret. */
function exchangeOf({ post, picture, before }: Written, status: number | null, answer: string): Exchange {
  const files = picture === null ? '' : `\nflight.png: ${picture.length} bytes`;
  const request = `${before === null ? 'new message' : `message ${before.message}`}\n${JSON.stringify(post)}${files}`;
  return { request, status, answer: answer.slice(0, keptCharacters) };
}
