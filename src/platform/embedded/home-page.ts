import { numberOf } from '../../lib/row.ts';
import type { Plan } from '../../tracking/model.ts';
import { planColumns, planJoinsOfListed, toPlan } from '../seven/schedule-plan.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import { bookable } from './desk/schedule-search.ts';
import type { Embedded } from './embedded.ts';
import { readHostSettings } from './host-settings.ts';
import { listNews } from './news.ts';

const maxNews = 3;
/** An older booking says little of what is flown next. */
const bookedMs = 3 * 24 * 3_600_000;

/** What the first page says of the airline; see the rule `general.home_page`. */
export class HomePage {
  readonly #embedded: Pick<Embedded, 'crewCenter' | 'updates'>;

  constructor(embedded: Pick<Embedded, 'crewCenter' | 'updates'>) {
    this.#embedded = embedded;
  }

  /** False while an update is pending. */
  isShown(): boolean {
    const { crewCenter, updates } = this.#embedded;
    return !updates.isPending && crewCenter.read(() => readHostSettings(crewCenter)).showsHomePage;
  }

  readFacts() {
    const { crewCenter } = this.#embedded;
    const sql = `SELECT count(*) FILTER (WHERE state IN (1, 3)) AS pilots, coalesce(sum(flights), 0) AS flights,
      coalesce(sum(flight_time), 0) AS minutes FROM users`;
    const row = crewCenter.read(() => crewCenter.get(sql)) ?? { pilots: 0, flights: 0, minutes: 0 };
    return {
      pilots: numberOf(row, 'pilots'),
      flights: numberOf(row, 'flights'),
      flightTimeMin: numberOf(row, 'minutes'),
      news: listNews(crewCenter, maxNews),
    };
  }

  /** Charters are private, and so are schedules that the airline hides. */
  listBooked(max: number): readonly Plan[] {
    const { crewCenter, updates } = this.#embedded;
    if (updates.isPending) return [];
    const sql = `SELECT ${planColumns} FROM (SELECT flight_id, max(created_at) AS booked_at FROM bids GROUP BY flight_id) b
      JOIN flights f ON f.id = b.flight_id ${planJoinsOfListed}
      WHERE b.booked_at >= ? AND f.owner_id IS NULL AND ${bookable} ORDER BY b.booked_at DESC, f.id LIMIT ?`;
    const since = toSqlTime(crewCenter.clock.now() - bookedMs);
    return crewCenter.read(() => crewCenter.all(sql, since, max)).map((row) => toPlan(row, null));
  }
}
