import type { Aircraft, Airport, Plan } from '../../../tracking/model.ts';
import { planColumns, planJoinsOfListed, toPlan } from '../../seven/schedule-plan.ts';
import { findAirport } from '../airports.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listCandidates } from '../fleet.ts';
import { readHostSettings } from '../host-settings.ts';
import { type Obstacle, obstaclesBySchedule } from '../schedule-obstacle.ts';
import { listServed, type Served } from './schedule-search.ts';

/** A schedule, and for each aircraft of its fleet why this pilot may not take it now; null when it is allowed. */
export interface Offer {
  readonly plan: Plan;
  /** Why this pilot cannot book it with any aircraft; null when nothing is against it. */
  readonly obstacle: Obstacle | null;
  readonly aircraft: readonly { readonly aircraft: Aircraft; readonly obstacle: string | null }[];
}

/** What the pages on which pilots book ask of the crew center, besides the calls of clients. */
export class Booking {
  readonly #crewCenter: CrewCenter;

  constructor(crewCenter: CrewCenter) {
    this.#crewCenter = crewCenter;
  }

  /** Returns null for a schedule that nobody can book. */
  readOffer(pilotId: string, scheduleId: string): Offer | null {
    const crewCenter = this.#crewCenter;
    return crewCenter.read(() => {
      const plan = findListed(crewCenter, scheduleId);
      if (plan === null) return null;
      const wish = { pilotId, scheduleId, airlineId: plan.airlineId, departure: plan.departure.icao };
      const obstacle = obstaclesBySchedule(crewCenter, pilotId, [scheduleId]).get(scheduleId) ?? null;
      return { plan, obstacle, aircraft: listCandidates(crewCenter, wish) };
    });
  }

  /** Why this pilot cannot book these schedules, by id; those that can be booked are left out. */
  listObstacles(pilotId: string, scheduleIds: readonly string[]): ReadonlyMap<string, Obstacle> {
    return this.#crewCenter.read(() => obstaclesBySchedule(this.#crewCenter, pilotId, scheduleIds));
  }

  /** Airports to which this pilot can book from an airport, or from which without one; the most served first. */
  listServed(pilotId: string, from: string | null, max: number): readonly Served[] {
    return this.#crewCenter.read(() => listServed(this.#crewCenter, pilotId, { from, max }));
  }

  /** Null for an airport that is unknown, or not used any more. */
  findAirport(icao: string): Airport | null {
    return this.#crewCenter.read(() => findAirport(this.#crewCenter, { icao }));
  }

  takesCharters(): boolean {
    return this.#crewCenter.read(() => readHostSettings(this.#crewCenter)).allowCharters;
  }
}

/** A schedule that is in the search; null for others. */
export function findListed(crewCenter: CrewCenter, scheduleId: string): Plan | null {
  const row = crewCenter.get(
    `SELECT ${planColumns} FROM flights f ${planJoinsOfListed} WHERE f.id = ? AND f.deleted_at IS NULL AND f.active = 1
       AND f.visible = 1 AND al.active = 1 AND al.deleted_at IS NULL`,
    scheduleId,
  );
  return row === null ? null : toPlan(row, null);
}
