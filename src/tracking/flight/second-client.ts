import { distanceNm, type Place } from '../../lib/geo.ts';
import { isReached } from '../figures/fold-step.ts';
import type { FlightEvent, Position } from '../model.ts';
import { Refusal } from '../refusals.ts';

/** This many impossible changes from one session to the other, within this time, are not accidental. */
const maxAlternations = 3;
const windowMs = 2 * 60_000;
/** Time of silence after which the newer client is considered gone. */
export const silenceMs = 5 * 60_000;
/** Two clients of one aircraft may be this far apart, because their clocks differ by a few minutes. */
const minApartNm = 25;

/** A session, as far as it matters here. */
export interface Client {
  readonly tokenHash: string;
  readonly createdAt: number;
}

/** The newer client's session: the one opened last. */
interface Conflict extends Place {
  readonly since: number;
  readonly newer: Client;
  /** Sessions whose reports are refused during the conflict. */
  readonly older: Set<string>;
  lat: number;
  lon: number;
  /** When its newest report arrived. */
  seenAt: number;
}

/**
 * Detects that two sessions report one flight from places too far apart for one aircraft, and refuses the reports of the
 * older one until the newer one falls silent. Only reports with a time of the client's own count. Kept in memory: after a
 * restart it is detected again.
 */
export class SecondClient {
  /** The session of the last dated position, and that position. */
  #reporter: Client | null = null;
  #recordedAt = 0;
  #lat = 0;
  #lon = 0;
  /** The previous one. */
  #former: Client | null = null;
  /** Times of impossible changes from one to the other, newest last. */
  #alternations: number[] = [];
  #conflict: Conflict | null = null;
  #noticed: { readonly since: number; readonly apartNm: number } | null = null;

  /** @throws Refusal `flight-elsewhere` for a report of the older session */
  requireNewest({ tokenHash }: Client, place: Place | null, now: number): void {
    const conflict = this.#conflict;
    if (conflict === null) return;
    const silentMs = now - conflict.seenAt;
    if (silentMs > silenceMs) {
      this.#conflict = null;
      return;
    }
    if (!conflict.older.has(tokenHash)) return;
    const apartNm = place === null ? this.#noticed?.apartNm : distanceNm(conflict, place);
    throw new Refusal('flight-elsewhere', {
      message: `Since ${timeOf(conflict.since)} UTC a client that signed in later reports this flight, ${Math.round(apartNm ?? 0)} nm from here. Close one of the two: this one may report again 5 minutes after the other has stopped. Finish and cancel work from both.`,
      retryAfterS: Math.max(1, Math.ceil((silenceMs - silentMs) / 1_000)),
    });
  }

  /** Records which session sent a stored report. */
  note(session: Client, report: Position | FlightEvent): void {
    const conflict = this.#conflict;
    if (conflict !== null && session.tokenHash === conflict.newer.tokenHash) conflict.seenAt = report.receivedAt;
    if ('kind' in report || !report.isDated) return;
    if (this.#reporter?.tokenHash !== session.tokenHash) this.#alternate(session, report);
    this.#recordedAt = report.recordedAt;
    this.#lat = report.lat;
    this.#lon = report.lon;
    if (this.#conflict?.newer.tokenHash !== session.tokenHash) return;
    this.#conflict.lat = report.lat;
    this.#conflict.lon = report.lon;
  }

  /** Returns remarks for the operator. */
  get remarks(): readonly string[] {
    if (this.#noticed === null) return [];
    const { since, apartNm } = this.#noticed;
    return [`Two clients reported this flight from ${timeOf(since)} UTC on, ${Math.round(apartNm)} nm apart.`];
  }

  #alternate(session: Client, position: Position): void {
    const before = this.#reporter;
    if (this.#former?.tokenHash !== session.tokenHash) this.#alternations = [];
    this.#former = before;
    this.#reporter = session;
    if (before === null) return;
    const apartNm = distanceNm({ lat: this.#lat, lon: this.#lon }, position);
    const [first, last] = [this.#recordedAt, position.recordedAt].sort((one, other) => one - other);
    const isPossible = isReached({ recordedAt: first ?? 0 }, last ?? 0, position, apartNm);
    if (isPossible || apartNm < minApartNm) return;
    const now = position.receivedAt;
    this.#alternations = [...this.#alternations.filter((at) => now - at <= windowMs), now];
    if (this.#alternations.length >= maxAlternations) this.#refuseOlder(before, session, position, apartNm);
  }

  #refuseOlder(before: Client, session: Client, position: Position, apartNm: number): void {
    const since = this.#alternations[0] ?? position.receivedAt;
    const isNewer = session.createdAt >= before.createdAt;
    const [newer, older] = isNewer ? [session, before] : [before, session];
    const { lat, lon } = isNewer ? position : { lat: this.#lat, lon: this.#lon };
    const refused = new Set(this.#conflict?.older).add(older.tokenHash);
    refused.delete(newer.tokenHash);
    this.#conflict = { since, newer, older: refused, lat, lon, seenAt: position.receivedAt };
    this.#noticed = { since: this.#noticed?.since ?? since, apartNm };
    this.#alternations = [];
  }
}

/** `10:02`. */
function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}
