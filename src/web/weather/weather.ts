import { readBodyStart } from '../../lib/body-start.ts';
import type { Clock } from '../../lib/clock.ts';
import { ShortCache } from '../../lib/short-cache.ts';

const keptMs = 600_000;
const maxAirports = 500;
/** Maximum number of requests to the source at the same time; more airports get their report later. */
const maxRequests = 4;
const timeoutMs = 4_000;
const maxBytes = 16_384;
const maxMetarLength = 400;

/** What is needed to read weather reports. */
export interface WeatherNeeds {
  /** Address with `{icao}`. */
  readonly url: string;
  readonly clock: Clock;
  /** Called when the source could not be read. */
  onTrouble(error: unknown): void;
}

/** METARs of airports from the source that the operator chose: bounded in number, size and time, and cached. */
export class Weather {
  readonly #needs: WeatherNeeds;
  readonly #kept: ShortCache<string | null>;
  #requests = 0;

  constructor(needs: WeatherNeeds) {
    this.#needs = needs;
    this.#kept = new ShortCache(needs.clock, keptMs, maxAirports);
  }

  /** Returns the newest METAR of this airport as one line of plain ASCII; null when there is none, or none at the moment. */
  async read(icao: string): Promise<string | null> {
    if (!/^[A-Z0-9]{4}$/.test(icao)) return null;
    if (this.#requests >= maxRequests) return null;
    return this.#kept.get(icao, () => this.#fetch(icao));
  }

  async #fetch(icao: string): Promise<string | null> {
    const { url, onTrouble } = this.#needs;
    this.#requests += 1;
    try {
      const answer = await fetch(url.replaceAll('{icao}', icao), {
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        headers: { accept: 'text/plain' },
      });
      if (answer.status === 404 || answer.status === 204) return null;
      if (!answer.ok) throw new Error(`the source replied ${answer.status}`);
      return metarOf((await readBodyStart(answer, maxBytes)).toString('latin1'), icao);
    } catch (error) {
      onTrouble(error);
      return null;
    } finally {
      this.#requests -= 1;
    }
  }
}

/** Returns the report of this airport in a text of one or several lines, whatever else is in it; null when there is none. */
export function metarOf(text: string, icao: string): string | null {
  const found = new RegExp(`(?:^|[\\s>"])((?:METAR |SPECI )?${icao} \\d{6}Z [\\x20-\\x7e]*)`).exec(text)?.[1];
  const line = found?.split(/[="<]/)[0]?.replace(/\s+/g, ' ').trim().slice(0, maxMetarLength);
  return line === undefined || line === '' ? null : line;
}
