import { readBodyStart } from '../../lib/body-start.ts';
import type { Clock } from '../../lib/clock.ts';
import { ShortCache } from '../../lib/short-cache.ts';

const keptMs = 600_000;
const maxAirports = 500;
/** Maximum number of requests to the source at the same time; more airports get their report later. */
const maxRequests = 4;
/** Of them for whole maps: the card of a chosen flight does not wait for those. */
const maxSurveyed = 2;
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

/** The newest reports that are known of the airports of a map. */
export interface Survey {
  readonly reports: Readonly<Record<string, string>>;
  /** False while some are still read. */
  readonly isWhole: boolean;
}

/** METARs of airports from the source that the operator chose: bounded in number, size and time, and cached. */
export class Weather {
  readonly #needs: WeatherNeeds;
  readonly #kept: ShortCache<string | null>;
  #requests = 0;
  /** What was read last, by airport, and until when it counts. */
  readonly #latest = new Map<string, { readonly metar: string | null; readonly until: number }>();
  /** Airports whose reports a map waits for. */
  readonly #wanted = new Set<string>();

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

  /** Returns the reports of these airports that are known, and begins to read the others, a few at once. */
  survey(icaos: Iterable<string>): Survey {
    const now = this.#needs.clock.now();
    const reports: Record<string, string> = {};
    let isWhole = true;
    for (const icao of new Set(icaos)) {
      if (!/^[A-Z0-9]{4}$/.test(icao)) continue;
      const known = this.#latest.get(icao);
      if (known !== undefined && known.metar !== null) reports[icao] = known.metar;
      if (known !== undefined && now < known.until) continue;
      isWhole &&= known !== undefined;
      if (this.#wanted.size < maxAirports) this.#wanted.add(icao);
    }
    this.#readWanted();
    return { reports, isWhole };
  }

  #readWanted(): void {
    for (const icao of this.#wanted) {
      if (this.#requests >= maxSurveyed) return;
      this.#wanted.delete(icao);
      void this.read(icao).finally(() => this.#readWanted());
    }
  }

  #note(icao: string, metar: string | null): string | null {
    this.#latest.delete(icao);
    this.#latest.set(icao, { metar, until: this.#needs.clock.now() + keptMs });
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > maxAirports && oldest !== undefined) this.#latest.delete(oldest);
    return metar;
  }

  async #fetch(icao: string): Promise<string | null> {
    return this.#note(icao, await this.#ask(icao));
  }

  async #ask(icao: string): Promise<string | null> {
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
