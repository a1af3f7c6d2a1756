import { codeField, numberField, textField } from './fields.ts';
import { type Kept, stateFilter } from './kept.ts';

const place = { isWhole: false } as const;

/** The airports of a crew center: those of the world, and the airline's own additions and corrections. */
export const airports: Kept = {
  what: 'airport',
  table: 'airports',
  list: {
    key: 'p.id',
    from: 'airports p',
    where: '1',
    words: ['p.id', 'p.iata', 'p.name', 'p.country'],
    filters: {
      ...stateFilter('p'),
      origin: {
        title: 'field.origin',
        choices: { added: 'origin.added-here', corrected: 'origin.corrected-here', shipped: 'origin.of-the-world' },
        sql: `coalesce(p.edited, 'shipped') = ?`,
      },
    },
    sorts: {
      code: { title: 'field.code', sql: 'p.id' },
      name: { title: 'sort.name', sql: 'p.name' },
      country: { title: 'field.country', sql: 'p.country, p.id' },
    },
  },
  fields: {
    icao: codeField('ICAO code', ['id', 'icao'], {
      shape: /^[A-Z0-9]{3,8}$/,
      wanted: '3 to 8 letters and digits',
      isFixed: true,
    }),
    name: textField('Name', 'name', { max: 100 }),
    iata: codeField('IATA code', ['iata'], {
      shape: /^[A-Z0-9]{3}$/,
      wanted: '3 letters',
      isOptional: true,
      hint: 'hint.optional',
    }),
    lat: numberField('Latitude', 'lat', { ...place, min: -90, max: 90, hint: 'hint.lat' }),
    lon: numberField('Longitude', 'lon', { ...place, min: -180, max: 180, hint: 'hint.lon' }),
    elevation: numberField('Elevation', 'elevation', {
      min: -2_000,
      max: 30_000,
      isOptional: true,
      hint: 'hint.feet',
    }),
    country: codeField('Country', ['country'], {
      shape: /^[A-Z]{2}$/,
      wanted: 'two letters, such as CH',
      isOptional: true,
      hint: 'hint.letters',
    }),
  },
  unique: ['icao'],
  figures: { Origin: `CASE p.edited WHEN 'added' THEN 'added' WHEN 'corrected' THEN 'corrected' ELSE 'world' END` },
  references: {
    schedules: 'SELECT count(*) FROM flights WHERE :id IN (dpt_airport_id, arr_airport_id, alt_airport_id)',
    pireps: 'SELECT count(*) FROM pireps WHERE :id IN (dpt_airport_id, arr_airport_id, alt_airport_id)',
    pilots: 'SELECT count(*) FROM users WHERE :id IN (home_airport_id, curr_airport_id)',
    aircraft: 'SELECT count(*) FROM aircraft WHERE :id IN (airport_id, hub_id)',
    world: `SELECT count(*) FROM airports WHERE id = :id AND coalesce(edited, '') <> 'added'`,
  },
  links: {
    read: () => ({}),
    save(crewCenter, id, _texts, isNew) {
      const sql = `UPDATE airports SET edited = ? WHERE id = ? AND edited IS NULL`;
      crewCenter.run(sql, isNew ? 'added' : 'corrected', id);
    },
  },
  nameOf: ({ icao = '', name = '' }) => `${icao} ${name}`,
};
