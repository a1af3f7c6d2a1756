import type { Config } from '../../config/config.ts';
import type { Journal } from '../../journal/journal.ts';
import { AddressPolicy } from '../../lib/address-policy.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PublicKey } from '../../lib/minisign.ts';
import { packageVersion } from '../../lib/version.ts';
import type { NewerRelease, ReleaseNotice } from '../../web/newer-release.ts';
import { GuardedRequests } from '../../webhooks/http/guarded-request.ts';
import { dataFormats } from '../data-formats.ts';
import { findRelease, knownKeys, type ReadFile } from './find-release.ts';
import { dataSentence, isNewer, type Release } from './release.ts';

/** When the server has started and its clients have found it again; then daily, or hourly while there is no answer. */
const firstAfterMs = 120_000;
const dailyMs = 86_400_000;
const hourlyMs = 3_600_000;
const limits = { timeoutMs: 15_000, maxAnswerBytes: 262_144 };
const noteName = 'newer-release';

/** Reads files of a release as webhooks are sent: to public addresses or named networks, without redirects, with an end. */
export function guardedReader(networks: readonly string[], signal: AbortSignal): ReadFile {
  const requests = new GuardedRequests(new AddressPolicy(networks), limits);
  return async (url) => {
    const { status, text } = await requests.send({ method: 'GET', url, headers: {}, body: null, signal });
    if (status === 404) return null;
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    return Buffer.from(text);
  };
}

/** Asks once, for `tracker check`: a sentence, or null where this is the newest or nobody wants it. */
export function askerOf(config: Pick<Config, 'releaseUrl' | 'releaseKey' | 'webhookNetworks'>) {
  const { releaseUrl, releaseKey, webhookNetworks } = config;
  return async (signal: AbortSignal): Promise<string | null> => {
    if (releaseUrl === null) return null;
    const found = toNewer(await findRelease(releaseUrl, knownKeys(releaseKey), guardedReader(webhookNetworks, signal)));
    return found === null ? null : sentenceOf(found);
  };
}

function toNewer(release: Release): NewerRelease | null {
  const current = packageVersion();
  if (!isNewer(release.version, current)) return null;
  const { version, released, summary, changes } = release;
  return { version, current, released, summary, changes, data: dataSentence(release, dataFormats) };
}

/** What staff read of it. */
export function sentenceOf({ version, current, summary, data }: NewerRelease): string {
  return `Release ${version} is there (this is ${current}). ${data} ${summary}`;
}

export interface NoticeNeeds {
  readonly url: string;
  readonly keys: readonly PublicKey[];
  readonly read: ReadFile;
  readonly clock: Clock;
  readonly notes: Pick<Journal, 'readNote' | 'saveNote'>;
  /** Called once when looks begin to fail. */
  onFailure(reason: string): void;
}

/** Looks daily for a newer release. What was found is kept over a restart, so that nothing is reported twice. */
export class DailyNotice implements ReleaseNotice, Disposable {
  readonly #needs: NoticeNeeds;
  #newer: NewerRelease | null;
  #problem: string | null = null;
  #timer: Disposable;
  #isClosed = false;

  constructor(needs: NoticeNeeds) {
    this.#needs = needs;
    this.#newer = readKept(needs.notes);
    this.#timer = this.#wait(firstAfterMs);
  }

  get newer(): NewerRelease | null {
    return this.#newer;
  }

  get problem(): string | null {
    return this.#problem;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#timer[Symbol.dispose]();
  }

  #wait(ms: number): Disposable {
    return this.#needs.clock.after(ms, () => {
      void this.#look().finally(() => {
        if (!this.#isClosed) this.#timer = this.#wait(this.#problem === null ? dailyMs : hourlyMs);
      });
    });
  }

  async #look(): Promise<void> {
    const { url, keys, read, notes, onFailure } = this.#needs;
    try {
      this.#newer = toNewer(await findRelease(url, keys, read));
      if (!this.#isClosed) await notes.saveNote(noteName, this.#newer === null ? null : JSON.stringify(this.#newer));
      this.#problem = null;
    } catch (error) {
      // The site is away, or what it has is not trusted: what is known stays.
      const reason = error instanceof Error ? error.message : String(error);
      if (this.#problem === null && !this.#isClosed) onFailure(reason);
      this.#problem = reason;
    }
  }
}

/** Null where it was installed meanwhile. */
function readKept(notes: NoticeNeeds['notes']): NewerRelease | null {
  try {
    const kept = JSON.parse(notes.readNote(noteName) ?? 'null') as NewerRelease | null;
    return kept !== null && isNewer(kept.version, packageVersion()) ? { ...kept, current: packageVersion() } : null;
  } catch {
    // Damaged: the next look finds it again.
    return null;
  }
}
