import type { Answer } from '../http/guarded-request.ts';

/** A longer wait than this is not granted. */
const maxWaitMs = 3_600_000;
/** When 429 does not say how long. */
const defaultWaitMs = 5_000;
const maxRoutes = 1_000;

/**
 * Discord's rate limits: a bucket for each route of each webhook, and one for all requests of this server
 * (https://discord.com/developers/docs/topics/rate-limits).
 */
export class DiscordLimits {
  /** Until when a route may not be used. */
  readonly #routes = new Map<string, number>();
  #allUntil = 0;

  /** Milliseconds until this route may be used; 0 for now. */
  waitMs(route: string, now: number): number {
    return Math.max(0, this.#allUntil - now, (this.#routes.get(route) ?? 0) - now);
  }

  /** Notes what an answer says. Returns the wait that a 429 asks for, in milliseconds; null for other answers. */
  note(route: string, { status, headers, text }: Answer, now: number): number | null {
    const header = (name: string) => String(headers[name] ?? '');
    const left = header('x-ratelimit-remaining');
    if (status !== 429) {
      if (left === '0') this.#hold(route, now + (secondsOf(header('x-ratelimit-reset-after')) ?? 0));
      return null;
    }
    const wait = secondsOf(retryAfterOf(text)) ?? secondsOf(header('retry-after')) ?? defaultWaitMs;
    if (header('x-ratelimit-global') === 'true' || /"global"\s*:\s*true/.test(text))
      this.#allUntil = Math.max(this.#allUntil, now + wait);
    else this.#hold(route, now + wait);
    return wait;
  }

  #hold(route: string, until: number): void {
    this.#routes.delete(route);
    this.#routes.set(route, until);
    const [oldest] = this.#routes.keys();
    if (this.#routes.size > maxRoutes && oldest !== undefined) this.#routes.delete(oldest);
  }
}

function retryAfterOf(text: string): string {
  return /"retry_after"\s*:\s*([\d.]+)/.exec(text)?.[1] ?? '';
}

/** Milliseconds of a number of seconds, `1.5`; null for anything else. */
function secondsOf(text: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(text) ? Math.min(maxWaitMs, Math.ceil(Number(text) * 1_000)) : null;
}
