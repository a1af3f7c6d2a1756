import type { Clock } from '../../lib/clock.ts';
import type { Platform } from '../../platform/port.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { mayFly } from '../sessions/standing.ts';
import type { Suspension } from './suspension.ts';

const everyMs = 30_000;

/** Ends the sessions of pilots who may no longer fly or whose password changed; of the former, suspends the flight too. */
export class Standings {
  readonly #sessions: Sessions;
  readonly #platform: Pick<Platform, 'readPilots'>;
  readonly #suspension: Suspension;
  readonly #clock: Clock;
  #unchecked: string[] = [];
  #perRound = 0;
  #nextLapAt: number;

  constructor(sessions: Sessions, platform: Pick<Platform, 'readPilots'>, suspension: Suspension, clock: Clock) {
    this.#sessions = sessions;
    this.#platform = platform;
    this.#suspension = suspension;
    this.#clock = clock;
    this.#nextLapAt = clock.now() + everyMs;
  }

  async round(): Promise<void> {
    const batch = new Set(this.#takeUnchecked());
    if (batch.size === 0) return;
    // Listed before the call: a session opened during the call is newer than its result.
    const sessions = this.#sessions.list().filter((session) => batch.has(session.pilotId));
    const pilots = await this.#platform.readPilots([...batch]);
    const ends = sessions.filter(({ pilotId, credentialVersion }) => {
      const pilot = pilots.get(pilotId);
      return pilot === undefined || !mayFly(pilot.standing) || pilot.credentialVersion !== credentialVersion;
    });
    await this.#sessions.end(ends.map((session) => session.tokenHash));
    for (const pilotId of batch) {
      const pilot = pilots.get(pilotId);
      if (pilot === undefined || !mayFly(pilot.standing)) await this.#suspension.ground(pilotId);
    }
  }

  /** Checks a part of the signed-in pilots per round, so that many of them cause no delays; all of them every half minute. */
  #takeUnchecked(): readonly string[] {
    const now = this.#clock.now();
    if (this.#unchecked.length === 0 && now >= this.#nextLapAt) {
      this.#nextLapAt = now + everyMs;
      this.#unchecked = [...new Set(this.#sessions.list().map((session) => session.pilotId))];
      this.#perRound = Math.max(100, Math.ceil(this.#unchecked.length / 20));
    }
    return this.#unchecked.splice(0, this.#perRound);
  }
}
