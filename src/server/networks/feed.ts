import type { Clock } from '../../lib/clock.ts';
import type { FeedReading } from '../../tracking/figures/network-track.ts';
import type { FedNetwork } from '../../tracking/model.ts';
import type { Answer } from '../../webhooks/http/guarded-request.ts';
import { dataAddressOf, readFeed } from './shapes.ts';

/** Both networks ask not to be read more often: https://vatsim.dev/api/data-api, https://api.ivao.aero/docs. */
export const everyMs = 15_000;
/** After failures: 15 s, 30 s, a minute … */
const maxWaitMs = 600_000;
/** The longest wait that a network may ask for. */
const maxAskedMs = 3_600_000;
/** How long it is read after somebody asked. */
const wantedMs = 60_000;
/** Feeds are made every 15 s; one that is older says nothing of now. */
const maxAgeMs = 600_000;
const maxAheadMs = 300_000;
/** For all of it, after decompression; 2,500 pilots are about 3 MB. */
export const maxFeedBytes = 25_165_824;

export interface FeedNeeds {
  readonly network: FedNetwork;
  /** Of the feed, or of VATSIM's `status.json`. */
  readonly url: string;
  readonly clock: Clock;
  get(url: string, headers: Readonly<Record<string, string>>): Promise<Answer>;
  /** Called once when reads begin to fail. */
  onFailure(reason: string): void;
}

/** The feed of one network, read while somebody asks for it, for all flights at once. */
export class NetworkFeed implements Disposable {
  readonly #needs: FeedNeeds;
  #reading: FeedReading | null = null;
  /** Where the data are, by `status.json`. */
  #dataUrl: string | null = null;
  /** What the last answer was called, for the question whether there is a newer one. */
  #validators: Readonly<Record<string, string>> = {};
  #wantedUntil = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #timer: Disposable | null = null;
  #isClosed = false;

  constructor(needs: FeedNeeds) {
    this.#needs = needs;
  }

  /** Returns the newest reading, null when there is none, and has the feed read for the next minute. */
  newest(): FeedReading | null {
    const { clock } = this.#needs;
    this.#wantedUntil = clock.now() + wantedMs;
    if (this.#timer === null && !this.#isClosed) this.#wait(Math.max(0, this.#notBefore - clock.now()));
    // One of before a pause says nothing of now.
    const isOld = this.#reading !== null && clock.now() - this.#reading.at > maxAgeMs;
    return isOld ? null : this.#reading;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
  }

  #wait(ms: number): void {
    const { clock } = this.#needs;
    this.#timer = clock.after(ms, () => void this.#turn());
  }

  async #turn(): Promise<void> {
    const { clock } = this.#needs;
    const waitMs = await this.#look();
    if (this.#isClosed) return;
    this.#notBefore = clock.now() + waitMs;
    if (clock.now() < this.#wantedUntil) return this.#wait(waitMs);
    this.#timer = null;
    this.#reading = null;
    this.#validators = {};
  }

  /** Reads once. Returns how long to wait before the next time, in milliseconds. */
  async #look(): Promise<number> {
    let askedMs = 0;
    try {
      const url = this.#dataUrl ?? this.#needs.url;
      const answer = await this.#needs.get(url, { 'Accept-Encoding': 'gzip', ...this.#validators });
      askedMs = askedWaitMs(answer);
      await this.#take(answer, url);
      this.#failures = 0;
      return Math.max(everyMs, askedMs);
    } catch (error) {
      this.#noteFailure(error);
      return Math.max(askedMs, Math.min(maxWaitMs, everyMs * 2 ** Math.min(10, this.#failures - 1)));
    }
  }

  async #take({ status, headers, text }: Answer, url: string): Promise<void> {
    if (status === 304) return;
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    if (text.length >= maxFeedBytes) throw new Error(`${url} answered more than ${maxFeedBytes} bytes`);
    const reading = await readFeed(this.#needs.network, text);
    if (reading === null) return this.#follow(text, url);
    const ageMs = this.#needs.clock.now() - reading.at;
    if (ageMs > maxAgeMs || ageMs < -maxAheadMs)
      throw new Error(`${url} is of ${new Date(reading.at).toISOString()}, by this server’s clock another time`);
    this.#reading = reading;
    const { etag, 'last-modified': lastModified } = headers;
    this.#validators = {
      ...(etag === undefined ? {} : { 'If-None-Match': etag }),
      ...(lastModified === undefined ? {} : { 'If-Modified-Since': lastModified }),
    };
  }

  /** The address that was set is the one of `status.json`, which says where the data are. */
  async #follow(text: string, url: string): Promise<void> {
    const dataUrl = this.#dataUrl === null ? dataAddressOf(text) : null;
    if (dataUrl === null) throw new Error(`${url} has no list of pilots`);
    this.#dataUrl = dataUrl;
    await this.#take(await this.#needs.get(dataUrl, { 'Accept-Encoding': 'gzip' }), dataUrl);
  }

  #noteFailure(error: unknown): void {
    this.#failures += 1;
    // Where the data are is looked up again.
    this.#dataUrl = null;
    this.#reading = null;
    this.#validators = {};
    if (this.#failures === 1 && !this.#isClosed)
      this.#needs.onFailure(error instanceof Error ? error.message : String(error));
  }
}

/** `Retry-After` in seconds, as milliseconds. */
function askedWaitMs({ headers }: Answer): number {
  const seconds = Number(headers['retry-after'] ?? 0);
  return Number.isFinite(seconds) ? Math.min(maxAskedMs, Math.max(0, seconds * 1_000)) : 0;
}
