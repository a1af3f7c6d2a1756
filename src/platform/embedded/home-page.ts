import { numberOf } from '../../lib/row.ts';
import type { Embedded } from './embedded.ts';
import { readHostSettings } from './host-settings.ts';
import { listNews } from './news.ts';

const maxNews = 3;

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
}
