import type { Draws } from './chance.ts';
import { Instruments, type Shown } from './contents/instruments.ts';
import { isLong } from './long-flight.ts';

/** A position that a client reports: where it is tells whose it is, and which. */
export interface Marker {
  readonly lat: number;
  readonly lon: number;
}

/** A position as a client sent it: by these the server tells a repeat. */
export interface SentMarker extends Marker {
  readonly seq?: number;
  readonly recorded_at?: string;
  /** The same, as phpVMS 7's own API calls it. */
  readonly created_at?: string;
}

/** What a pilot wants: fly a bid once, from start to end. It is in the pilot's head, and survives every crash. */
export class Sortie {
  readonly number: number;
  readonly pilotId: string;
  /** The bid, as the crew center names it; null until it is chosen. */
  bidId: string | null = null;
  /** How it is to end. */
  readonly aim: 'finish' | 'cancel' | 'walk-away';
  /** How many positions the whole flight has. */
  readonly length: number;
  /** How many were reported so far. */
  reported = 0;
  /** Since when it was recorded, by its client's clock, and for how long; null for one that is reported as it is flown. */
  recorded: { readonly since: number; readonly ms: number } | null = null;
  /** The flights that the server said it is: more than one where somebody ended the first. */
  readonly flightIds = new Set<string>();
  /** Why it is over; null while it is not. */
  over: string | null = null;
  readonly #instruments: Instruments;
  /** Positions that need not arrive: the client lost them, or the server refused them for good. */
  readonly #excused = new Set<string>();

  constructor(parts: { number: number; pilotId: string; aim: Sortie['aim']; length: number; draws: Draws }) {
    this.number = parts.number;
    this.pilotId = parts.pilotId;
    this.aim = parts.aim;
    this.length = parts.length;
    this.#instruments = new Instruments(parts.draws, parts.length);
  }

  /** The next position. */
  next(): Marker & { readonly shown: Shown } {
    this.reported += 1;
    return { ...markerOf(this.number, this.reported), shown: this.#instruments.at(this.reported) };
  }

  isFlownAs(flightId: string | null): void {
    if (flightId !== null) this.flightIds.add(flightId);
  }

  excuse(marker: Marker): void {
    this.#excused.add(nameOf(marker));
  }

  require(marker: Marker): void {
    this.#excused.delete(nameOf(marker));
  }

  /** The client forgot what nobody has confirmed. */
  excuseUnacknowledged(ledger: { isAcknowledged(marker: Marker): boolean }): void {
    for (const marker of this.all()) if (!ledger.isAcknowledged(marker)) this.excuse(marker);
  }

  isExcused(marker: Marker): boolean {
    return this.#excused.has(nameOf(marker));
  }

  /** Every position reported so far. */
  all(): readonly Marker[] {
    return Array.from({ length: this.reported }, (_, index) => markerOf(this.number, index + 1));
  }
}

/** What a pilot wants next. */
export function drawSortie(
  draws: Draws,
  { number, pilotId, meanLength }: { readonly number: number; readonly pilotId: string; readonly meanLength: number },
): Sortie {
  const share = draws.next();
  const length = draws.whole(1, 2 * meanLength);
  if (isLong({ length: meanLength }))
    return new Sortie({ number, pilotId, aim: 'finish', length: meanLength, draws: draws.fork('instruments') });
  const aim = share < 0.8 ? 'finish' : share < 0.93 ? 'cancel' : 'walk-away';
  return new Sortie({ number, pilotId, aim, length, draws: draws.fork('instruments') });
}

/**
 * Far enough apart for seven decimals, and near enough for one flight. It flies no straight line: who leaves out a position
 * finds another distance.
 */
export function markerOf(sortie: number, index: number): Marker {
  const aside = (((index * 7) % 5) - 2) * 0.001;
  return { lat: round(10 + sortie * 0.01 + aside), lon: round(index * 0.001) };
}

export function sortieOf({ lat }: Marker): number {
  return Math.round((lat - 10) / 0.01);
}

function round(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}

export function nameOf({ lat, lon }: Marker): string {
  return `${round(lat)}/${round(lon)}`;
}
