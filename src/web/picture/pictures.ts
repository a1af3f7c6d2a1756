import type { Clock } from '../../lib/clock.ts';
import { ShortCache } from '../../lib/short-cache.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import { readBrand } from '../brand.ts';
import type { Records } from '../records.ts';
import { flightPicture, type PictureLogo } from './flight-picture.ts';
import { knownFigures, totalsOf } from './known-figures.ts';
import { Painter } from './painter.ts';
import { readTrack } from './read-track.ts';

/** How long a picture is kept; while its flight is under way, how old it may be. */
const keptMs = 24 * 3_600_000;
const liveMs = 60_000;
/** Maximum number of pictures kept: about a tenth of a megabyte each. */
const maxKept = 64;
/** Pictures that visitors may have drawn at once, and then one more for each of these spans: a fifth of one core. */
const burst = 12;
const refillMs = 500;
/** Maximum number of pictures that wait when a visitor asks for a new one. */
const maxWaiting = 8;

export interface PictureNeeds {
  readonly tracking: Tracking;
  readonly records: Pick<Records, 'readReports'>;
  readonly clock: Clock;
  /** Reads the crew center's logo; null where it cannot be drawn. Pictures have none where absent. */
  readLogo?(url: string): Promise<PictureLogo | null>;
}

/** Draws pictures of flights as PNG, each once: later readers get the same bytes. */
export class Pictures implements AsyncDisposable {
  readonly #needs: PictureNeeds;
  readonly #painter: Painter;
  readonly #kept: ShortCache<Buffer>;
  #tokens = burst;
  #refilledAt: number;

  constructor(needs: PictureNeeds) {
    this.#needs = needs;
    this.#painter = new Painter(needs.clock);
    this.#kept = new ShortCache(needs.clock, keptMs, maxKept);
    this.#refilledAt = needs.clock.now();
  }

  /** Returns the picture for a visitor. @throws Refusal `server-busy` when visitors ask for more new pictures than are drawn */
  async readForVisitor(view: FlightView): Promise<Buffer> {
    const logo = await this.#readLogo();
    return this.#kept.get(this.#nameOf(view, logo), async () => {
      if (this.#painter.waiting >= maxWaiting || !this.#takeToken()) throw tooManyPictures();
      return this.#draw(view, logo);
    });
  }

  /** Returns the picture, without the limit for visitors. */
  async read(view: FlightView): Promise<Buffer> {
    const logo = await this.#readLogo();
    return this.#kept.get(this.#nameOf(view, logo), () => this.#draw(view, logo));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#painter[Symbol.asyncDispose]();
  }

  /** A name for everything that changes the picture: nothing does after the end, except the crew center's name, colour and logo. */
  #nameOf({ flight }: FlightView, logo: PictureLogo | null): string {
    const { name, color, logoUrl } = readBrand(this.#needs.tracking);
    const minute = flight.endedAt === null ? Math.floor(this.#needs.clock.now() / liveMs) : 0;
    return JSON.stringify([flight.id, flight.state, minute, name, color, logo && logoUrl]);
  }

  #readLogo(): Promise<PictureLogo | null> {
    const { tracking, readLogo } = this.#needs;
    const { logoUrl } = readBrand(tracking);
    return logoUrl === null || readLogo === undefined ? Promise.resolve(null) : readLogo(logoUrl);
  }

  #draw(view: FlightView, logo: PictureLogo | null): Promise<Buffer> {
    const { tracking, records } = this.#needs;
    return this.#painter.paint(async () => {
      const track = await readTrack(records, view);
      const figures = knownFigures(view, totalsOf(tracking.flights, view.flight.id));
      return flightPicture(view, { track, figures }, { ...readBrand(tracking), logo });
    });
  }

  #takeToken(): boolean {
    const refilled = Math.floor((this.#needs.clock.now() - this.#refilledAt) / refillMs);
    if (refilled > 0) {
      this.#tokens = Math.min(burst, this.#tokens + refilled);
      this.#refilledAt += refilled * refillMs;
    }
    if (this.#tokens === 0) return false;
    this.#tokens -= 1;
    return true;
  }
}

function tooManyPictures(): Refusal {
  return new Refusal('server-busy', {
    message: 'Too many pictures are being drawn. Try again in a moment.',
    retryAfterS: 5,
  });
}
