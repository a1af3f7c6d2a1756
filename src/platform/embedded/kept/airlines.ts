import { webAddressOrNull } from '../../web-address.ts';
import type { CrewCenter } from '../crew-center.ts';
import { codeField, type KeptField, textField } from './fields.ts';
import { type Kept, stateFilter } from './kept.ts';

const code = { shape: /^[A-Z0-9]{2,5}$/, wanted: '2 to 5 letters and digits' };

const logo: KeptField = {
  label: 'Logo',
  hint: 'hint.logo',
  columns: ['logo'],
  read: (_crewCenter, text) =>
    text === ''
      ? null
      : ((text.length > 255 ? null : webAddressOrNull(text)) ?? {
          problem: 'enter an address that begins with https:// or http://, of at most 255 characters.',
        }),
};

/** The airlines of a crew center. */
export const airlines: Kept = {
  what: 'airline',
  table: 'airlines',
  list: {
    key: 'a.id',
    from: 'airlines a',
    where: '1',
    words: ['a.icao', 'a.iata', 'a.name', 'a.callsign'],
    filters: stateFilter('a'),
    sorts: { code: { title: 'field.code', sql: 'a.icao' }, name: { title: 'sort.name', sql: 'a.name' } },
  },
  fields: {
    icao: codeField('ICAO code', ['icao'], { ...code, hint: 'hint.icao-airline' }),
    name: textField('Name', 'name', { max: 50 }),
    iata: codeField('IATA code', ['iata'], {
      ...code,
      isOptional: true,
      hint: 'hint.iata-airline',
    }),
    callsign: textField('Callsign', 'callsign', { max: 50, isOptional: true, hint: 'hint.callsign' }),
    logo,
    colour: codeField('Colour', ['color'], {
      shape: /^#[0-9A-F]{6}$/,
      wanted: 'a colour as #1F4E79',
      isOptional: true,
      hint: 'hint.colour',
    }),
  },
  unique: ['icao'],
  figures: {
    Pilots: 'SELECT count(*) FROM users u WHERE u.airline_id = a.id AND u.deleted_at IS NULL AND u.state <> 5',
    Schedules:
      'SELECT count(*) FROM flights f WHERE f.airline_id = a.id AND f.deleted_at IS NULL AND f.owner_id IS NULL',
  },
  references: {
    pilots: 'SELECT count(*) FROM users WHERE airline_id = :id',
    subfleets: 'SELECT count(*) FROM subfleets WHERE airline_id = :id',
    schedules: 'SELECT count(*) FROM flights WHERE airline_id = :id',
    pireps: 'SELECT count(*) FROM pireps WHERE airline_id = :id',
  },
  nameOf: ({ icao = '', name = '' }) => `${icao} ${name}`,
  links: { read: () => ({}), save: (crewCenter, _id, _texts, isNew) => (isNew ? addFirstRank(crewCenter) : undefined) },
};

/** With the first airline comes the rank of new pilots. */
function addFirstRank(crewCenter: CrewCenter): void {
  if (crewCenter.get('SELECT 1 FROM ranks') !== null) return;
  crewCenter.run(
    `INSERT INTO ranks (name, hours, auto_approve_acars, created_at) VALUES ('Pilot', 0, 0, ?)`,
    crewCenter.now(),
  );
}
