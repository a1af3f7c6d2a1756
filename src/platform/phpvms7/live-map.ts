import type { MysqlValue } from '../../lib/mysql.ts';
import type { LiveRow } from '../port.ts';
import { pirepState } from '../seven/pirep-state.ts';
import { statusOfPhase } from '../seven/pirep-status.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import { fitNumber } from '../site/fit-number.ts';
import { inSizes } from './batches.ts';
import type { Database } from './database.ts';
import type { Columns } from './installation.ts';

/**
 * Table `pirep_positions`, where the site has it: being there is being on its map (app/Models/Pirep.php on main,
 * `scopeOnLiveMap`). The platform adds a flight with `prefile` and removes it with `cancel`, and some time after it ended
 * (app/Cron/FiveMinute/PirepPositionExpiration.php). Sites without it show the newest row of `acars`.
 */
export class LiveMap {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Shows where flights are. One that is not under way any more is not shown again; one that was taken off is. */
  async show(rows: readonly LiveRow[], now: number): Promise<void> {
    const columns = await this.#database.columns('pirep_positions');
    if (columns.size === 0) return;
    for (const part of inSizes(rows.filter(({ flight }) => flight.pirepId !== null))) {
      const values = part.flatMap((row) => valuesOf(row, columns, toSqlTime(now)));
      await this.#database.run(`${head} ${Array(part.length).fill(one).join(' UNION ALL ')} ${update}`, values);
    }
  }

  async remove(pirepId: string): Promise<void> {
    if ((await this.#database.columns('pirep_positions')).size === 0) return;
    await this.#database.run('DELETE FROM {pirep_positions} WHERE pirep_id = ?', [pirepId]);
  }
}

/** Of the newest position; none may be NULL there. */
const figures = ['lat', 'lon', 'heading', 'altitude_agl', 'altitude_msl', 'vs', 'gs', 'ias'] as const;
/** Of what is flown so far: the PIREP has it too. */
const flown = ['distance', 'flight_time', 'fuel_used'] as const;

const names = [...figures, ...flown];
const head = `INSERT INTO {pirep_positions} (pirep_id, user_id, phase, ${names.join(', ')}, created_at, updated_at)`;
const one = `SELECT p.id, p.user_id, COALESCE(?, p.status), ${figures.map(() => 'COALESCE(?, 0)').join(', ')},
  COALESCE(?, p.distance, 0), COALESCE(p.flight_time, 0), COALESCE(p.fuel_used, 0), ?, ?
  FROM {pireps} p WHERE p.id = ? AND p.state = ${pirepState.inProgress}`;
const renewed = ['phase', ...names, 'updated_at'].map((name) => `${name} = VALUES(${name})`);
const update = `ON DUPLICATE KEY UPDATE ${renewed.join(', ')}`;

function valuesOf({ flight, phase, position }: LiveRow, columns: Columns, now: string): readonly MysqlValue[] {
  const { altitudeMslFt, altitudeAglFt } = position;
  const wanted: Readonly<Record<(typeof figures)[number] | 'distance', number | null>> = {
    lat: position.lat,
    lon: position.lon,
    heading: position.headingDeg,
    altitude_agl: altitudeAglFt,
    altitude_msl: altitudeMslFt ?? altitudeAglFt,
    vs: position.verticalSpeedFpm,
    gs: position.groundSpeedKt,
    ias: position.indicatedAirspeedKt,
    distance: position.distanceNm,
  };
  const fitted = [...figures, 'distance' as const].map((name) => fitNumber(wanted[name], columns.get(name)));
  return [statusOfPhase(phase), ...fitted, now, now, flight.pirepId];
}
