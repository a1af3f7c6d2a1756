import type { FiledState } from '../../../src/platform/port.ts';
import { toSqlTime } from '../../../src/platform/seven/sql-time.ts';
import { saveFares } from './rest-fares.ts';
import { RestMap } from './rest-map.ts';
import { demand, internalError, notFound, Problem } from './rest-problem.ts';
import { type Row, sqlNow, type Tables, type Value } from './rest-tables.ts';

/** Keys that are no columns of `pireps` though the platform takes them, and columns that it sets itself. */
const notStored = new Set(['fields', 'fares', 'simbrief_id', 'block_time']);
const inProgress = 0;
const pending = 1;
const accepted = 2;
const cancelled = 3;
const rejected = 6;
const filedStates: Readonly<Record<number, FiledState>> = { 1: 'pending', 2: 'accepted', 6: 'rejected' };
const readOnly = new Set([2, 6]);

export type Event =
  | 'PirepStateChange'
  | 'PirepPrefiled'
  | 'PirepUpdated'
  | 'PirepFiled'
  | 'PirepAccepted'
  | 'PirepRejected'
  | 'PirepCancelled'
  | 'PirepStatusChange';

/** The platform's PIREP service in small: what app/Http/Controllers/Api/PirepController.php and app/Services/PirepService.php do with a call. */
export class RestPireps {
  readonly #tables: Tables;
  /** Called for every event, after what it tells is stored; what it throws is what a listener of an add-on throws. */
  readonly #tell: (event: Event, pirepId: string) => void;
  readonly #overwritesDistance: boolean;
  readonly #map: RestMap;

  constructor(tables: Tables, options: { tell: (event: Event, pirepId: string) => void; overwritesDistance: boolean }) {
    this.#tables = tables;
    this.#tell = options.tell;
    this.#overwritesDistance = options.overwritesDistance;
    this.#map = new RestMap(tables);
  }

  async prefile(user: Row, body: Row): Promise<Row> {
    await this.#requirePrefile(body);
    for (const end of ['dpt_airport_id', 'arr_airport_id']) await this.#requireAirport(String(body[end]));
    await this.#requireAircraft(user, body);
    const same = await this.#findDuplicate(user, body);
    const id = same === null ? String(body.id ?? `made${Math.random().toString(36).slice(2, 14)}`) : String(same.id);
    if (same !== null) await this.#tables.run(`UPDATE {pireps} SET status = 'INI' WHERE id = ?`, [id]);
    else
      await this.#insert({
        flight_type: 'J',
        ...body,
        id,
        user_id: Number(user.id),
        state: inProgress,
        source: 1,
        status: 'INI',
      });
    await this.#saveFields(id, body);
    await saveFares(this.#tables, id, body);
    await this.#map.open(id, same !== null);
    this.#tell('PirepPrefiled', id);
    return this.read(id);
  }

  async update(user: Row, id: string, body: Row): Promise<Row> {
    const pirep = await this.#owned(user, id);
    await this.#store(pirep, body);
    await this.#saveFields(id, body);
    await saveFares(this.#tables, id, body);
    if (body.status !== undefined && body.status !== pirep.status) this.#tell('PirepStatusChange', id);
    this.#tell('PirepUpdated', id);
    return this.read(id);
  }

  async file(user: Row, id: string, body: Row): Promise<Row> {
    const isNumber = (name: string) => body[name] !== undefined && Number.isFinite(Number(body[name]));
    const pirep = await this.#owned(user, id);
    demand({
      distance: isNumber('distance') ? null : 'The "distance" field is required.',
      flight_time: isNumber('flight_time') ? null : 'Flight time, in minutes, is required',
    });
    if (pirep.state === pending || readOnly.has(Number(pirep.state))) {
      throw new Problem(400, 'pirep-error', 'PIREP has already been submitted', { pirep_id: id });
    }
    await this.#store(pirep, { ...body, state: pending, status: 'ARR', submitted_at: sqlNow() });
    this.#tell('PirepStateChange', id);
    await this.#tables.run('UPDATE {pireps} SET block_on_time = COALESCE(block_on_time, submitted_at) WHERE id = ?', [
      id,
    ]);
    await this.#copyPlan(id);
    await this.#saveFields(id, body);
    await saveFares(this.#tables, id, body);
    await this.#submit(id);
    return this.read(id);
  }

  /** No owner is checked; a filed PIREP takes it as well (PirepController::comments_post). */
  async comment(user: Row, id: string, body: Row): Promise<Row> {
    const [pirep] = await this.#tables.rows(`SELECT id, state FROM {pireps} WHERE id = ? AND ${await this.#alive()}`, [
      id,
    ]);
    if (pirep === undefined) throw notFound('Pirep', id);
    demand({ comment: typeof body.comment === 'string' ? null : 'The comment field is required.' });
    await this.#tables.run(
      'INSERT INTO {pirep_comments} (pirep_id, user_id, comment, created_at) VALUES (?, ?, ?, NOW())',
      [id, Number(user.id), String(body.comment)],
    );
    return { comment: body.comment };
  }

  /** Whoever asks, and whatever the id: no owner is checked, and an unknown one is answered as cancelled. */
  async cancel(id: string): Promise<Row> {
    const [pirep] = await this.#tables.rows(`SELECT * FROM {pireps} WHERE id = ? AND ${await this.#alive()}`, [id]);
    if (pirep !== undefined) {
      if ([2, 3, 4, 6].includes(Number(pirep.state))) {
        throw new Problem(400, 'pirep-cancel-not-allowed', "This PIREP can't be cancelled", {
          pirep_id: id,
          state: pirep.state,
        });
      }
      await this.#store(pirep, { state: cancelled, status: 'DX' });
      await this.#map.close(id);
      this.#tell('PirepCancelled', id);
    }
    return { message: `PIREP ${id} cancelled`, attrs: [] };
  }

  async read(id: string): Promise<Row> {
    const [pirep] = await this.#tables.rows(`SELECT * FROM {pireps} WHERE id = ? AND ${await this.#alive()}`, [id]);
    if (pirep === undefined) throw notFound('Pirep', id);
    const fields = await this.#tables.rows('SELECT name, value FROM {pirep_field_values} WHERE pirep_id = ?', [id]);
    const miles = (value: unknown) => ({ nmi: Number(value ?? 0) });
    return {
      ...pirep,
      distance: miles(pirep.distance),
      planned_distance: miles(pirep.planned_distance),
      // Unset instants are shown as now: a trap of the platform's casts.
      ...Object.fromEntries(
        ['submitted_at', 'block_off_time', 'block_on_time'].map((name) => [
          name,
          pirep[name] ?? new Date().toISOString(),
        ]),
      ),
      fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    };
  }

  async #owned(user: Row, id: string): Promise<Row> {
    const [pirep] = await this.#tables.rows(`SELECT * FROM {pireps} WHERE id = ? AND ${await this.#alive()}`, [id]);
    if (pirep === undefined) throw notFound('Pirep', id);
    if (pirep.user_id !== user.id) {
      throw internalError('This action is unauthorized.', 'Illuminate\\Auth\\Access\\AuthorizationException');
    }
    if (pirep.state === cancelled) {
      throw new Problem(400, 'pirep-cancelled', 'PIREP has been cancelled, updates are not allowed', { pirep_id: id });
    }
    if (readOnly.has(Number(pirep.state)))
      throw new Problem(400, 'pirep-error', 'PIREP is read-only', { pirep_id: id });
    return pirep;
  }

  async #requirePrefile(body: Row): Promise<void> {
    const has = (name: string) => body[name] !== undefined && body[name] !== null && body[name] !== '';
    const aircraft =
      has('aircraft_id') &&
      (await this.#tables.rows('SELECT id FROM {aircraft} WHERE id = ?', [Number(body.aircraft_id)]));
    demand({
      airline_id: has('airline_id') ? null : 'An airline is required',
      aircraft_id: !has('aircraft_id')
        ? 'An aircraft is required'
        : aircraft && aircraft.length > 0
          ? null
          : "The aircraft doesn't exist",
      flight_number: has('flight_number') ? null : 'The "flight number" field is required.',
      dpt_airport_id: has('dpt_airport_id') ? null : 'A departure airport is required',
      arr_airport_id: has('arr_airport_id') ? null : 'An arrival airport is required',
      source_name: has('source_name') ? null : 'PIREP Source is required',
    });
  }

  async #requireAirport(icao: string): Promise<void> {
    if ((await this.#tables.setting('general.allow_unadded_airports')) === 'true') return;
    const rows = await this.#tables.rows('SELECT id FROM {airports} WHERE id = ?', [icao]);
    if (rows.length === 0) throw new Problem(404, 'airport-not-found', `Airport ${icao} not found`, { icao });
  }

  async #requireAircraft(user: Row, body: Row): Promise<void> {
    const id = Number(body.aircraft_id);
    const [aircraft] = await this.#tables.rows(
      `SELECT * FROM {aircraft} WHERE id = ? AND ${await this.#alive('aircraft')}`,
      [id],
    );
    if (aircraft === undefined) throw notFound('Aircraft', String(id));
    if ((await this.#tables.setting('pireps.restrict_aircraft_to_rank')) === 'true') {
      const allowed = await this.#tables.rows('SELECT 1 FROM {subfleet_rank} WHERE rank_id = ? AND subfleet_id = ?', [
        Number(user.rank_id),
        Number(aircraft.subfleet_id),
      ]);
      if (allowed.length === 0) {
        throw new Problem(
          400,
          'aircraft-permission-denied',
          `User ${user.id} is not allowed to fly ${aircraft.registration}`,
        );
      }
    }
    if (aircraft.state !== 0)
      throw new Problem(400, 'aircraft-not-available', 'The aircraft is not available for flight');
    const mustBeThere = (await this.#tables.setting('pireps.only_aircraft_at_dpt_airport')) === 'true';
    if (mustBeThere && aircraft.airport_id !== body.dpt_airport_id) {
      throw new Problem(400, 'aircraft-not-at-airport', 'The aircraft is not at the departure airport');
    }
  }

  async #findDuplicate(user: Row, body: Row): Promise<Row | null> {
    const since = toSqlTime(Date.now() - Number(await this.#tables.setting('pireps.duplicate_check_time')) * 60_000);
    const values = [
      Number(user.id),
      ...['airline_id', 'flight_number', 'dpt_airport_id', 'arr_airport_id'].map((name) => body[name] as Value),
    ];
    const [found] = await this.#tables.rows(
      `SELECT * FROM {pireps} WHERE user_id = ? AND airline_id = ? AND flight_number = ? AND dpt_airport_id = ?
       AND arr_airport_id = ? AND state <> ? AND created_at >= ? AND ${await this.#alive()}`,
      [...values, cancelled, since],
    );
    return found ?? null;
  }

  async #insert(body: Row): Promise<void> {
    const columns = await this.#tables.columns('pireps');
    const now = sqlNow();
    const row: Row = { created_at: now, updated_at: now, ...body };
    const names = Object.keys(row).filter((name) => columns.has(name) && !notStored.has(name));
    const sql = `INSERT INTO {pireps} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    await this.#tables
      .run(
        sql,
        names.map((name) => row[name] as Value),
      )
      .catch((error: Error) => {
        throw internalError(error.message, 'Illuminate\\Database\\QueryException');
      });
  }

  /** Whatever column is named is stored: the model is mass-assignable. `updated_at` moves when something changed. */
  async #store(pirep: Row, body: Row): Promise<void> {
    const columns = await this.#tables.columns('pireps');
    const changed = Object.entries(body).filter(
      ([name, value]) => columns.has(name) && !notStored.has(name) && pirep[name] !== value,
    );
    if (changed.length === 0) return;
    if (!changed.some(([name]) => name === 'updated_at')) changed.push(['updated_at', sqlNow()]);
    const sql = `UPDATE {pireps} SET ${changed.map(([name]) => `${name} = ?`).join(', ')} WHERE id = ?`;
    await this.#tables.run(sql, [...changed.map(([, value]) => value as Value), String(pirep.id)]);
  }

  async #copyPlan(id: string): Promise<void> {
    const own = this.#overwritesDistance ? ', p.distance = f.distance' : '';
    await this.#tables.run(
      `UPDATE {pireps} p JOIN {flights} f ON f.id = p.flight_id
       SET p.planned_distance = f.distance, p.planned_flight_time = f.flight_time${own} WHERE p.id = ?`,
      [id],
    );
  }

  async #saveFields(id: string, body: Row): Promise<void> {
    if (body.fields === undefined || body.fields === null) return;
    if (typeof body.fields !== 'object')
      throw internalError('foreach() argument must be of type array|object', 'ErrorException');
    for (const [name, value] of Object.entries(body.fields)) {
      if (typeof value === 'object' && value !== null)
        throw internalError('Array to string conversion', 'ErrorException');
      // An integer name is compared as one by the database, and meets other names.
      const key = /^\d+$/.test(name) ? Number(name) : name;
      const found = await this.#tables.run(
        'UPDATE {pirep_field_values} SET value = ? WHERE pirep_id = ? AND name = ?',
        [value as Value, id, key],
      );
      if (found > 0) continue;
      const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      await this.#tables.run(
        'INSERT INTO {pirep_field_values} (pirep_id, name, slug, value, source) VALUES (?, ?, ?, ?, 1)',
        [id, name, slug, value as Value],
      );
    }
  }

  /** The event first, then the state that follows from the pilot's rank. */
  async #submit(id: string): Promise<void> {
    await this.#tables.run(
      'DELETE b FROM {bids} b JOIN {pireps} p ON p.user_id = b.user_id AND p.flight_id = b.flight_id WHERE p.id = ?',
      [id],
    );
    await this.#tables.run(
      `UPDATE {pireps} p JOIN {pirep_field_values} v ON v.pirep_id = p.id AND v.slug = 'diversion-airport'
       SET p.alt_airport_id = p.arr_airport_id, p.arr_airport_id = v.value, p.flight_id = NULL, p.route_leg = NULL WHERE p.id = ?`,
      [id],
    );
    this.#tell('PirepFiled', id);
    const won = await this.#tables.rows(
      `SELECT p.id FROM {pireps} p JOIN {users} u ON u.id = p.user_id JOIN {ranks} r ON r.id = u.rank_id
       WHERE p.id = ? AND p.state = ? AND p.source = 1 AND (r.auto_approve_acars = 1${await this.#map.ofPilot()})`,
      [id, pending],
    );
    if (won.length > 0) await this.accept(id);
  }

  /** The state of a PIREP that is filed; null for another. */
  async filedState(id: string): Promise<FiledState | null> {
    const [pirep] = await this.#tables.rows(`SELECT state FROM {pireps} WHERE id = ? AND ${await this.#alive()}`, [id]);
    return pirep === undefined ? null : (filedStates[Number(pirep.state)] ?? null);
  }

  /** Whatever its state was; counts again what is counted already. The event comes last. */
  async accept(id: string): Promise<void> {
    await this.#count(id, 1);
    await this.#tables.run(
      `UPDATE {pireps} p JOIN {users} u ON u.id = p.user_id SET p.state = ?, p.updated_at = ?,
       u.curr_airport_id = p.arr_airport_id, u.last_pirep_id = p.id WHERE p.id = ?`,
      [accepted, sqlNow(), id],
    );
    this.#tell('PirepStateChange', id);
    this.#tell('PirepAccepted', id);
  }

  /** Pilot and aircraft stay where an acceptance has put them. */
  async reject(id: string): Promise<void> {
    if ((await this.filedState(id)) === 'accepted') await this.#count(id, -1);
    await this.#tables.run('UPDATE {pireps} SET state = ?, updated_at = ? WHERE id = ?', [rejected, sqlNow(), id]);
    this.#tell('PirepStateChange', id);
    this.#tell('PirepRejected', id);
  }

  async #count(id: string, sign: 1 | -1): Promise<void> {
    await this.#tables.run(
      `UPDATE {users} u JOIN {pireps} p ON p.user_id = u.id SET u.flights = u.flights + ?,
       u.flight_time = u.flight_time + ? * COALESCE(p.flight_time, 0) WHERE p.id = ?`,
      [sign, sign, id],
    );
  }

  async #alive(table: 'pireps' | 'aircraft' = 'pireps'): Promise<string> {
    return (await this.#tables.columns(table)).has('deleted_at') ? 'deleted_at IS NULL' : '1 = 1';
  }
}
