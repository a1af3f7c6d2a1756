import { linksOf, numberField, severalField, textField, yesField } from './fields.ts';
import { type Kept, stateFilter } from './kept.ts';
import { subfleetSql } from './subfleets.ts';

const subfleets = linksOf('rank_id', 'subfleet_id');
/** The ranks of a crew center, and the subfleets that each may fly. */
export const ranks: Kept = {
  what: 'rank',
  table: 'ranks',
  list: {
    key: 'r.id',
    from: 'ranks r',
    where: '1',
    words: ['r.name'],
    filters: stateFilter('r'),
    sorts: { hours: { title: 'field.hours', sql: 'r.hours' }, name: { title: 'sort.name', sql: 'r.name' } },
  },
  fields: {
    name: textField('Name', 'name', { max: 50 }),
    hours: numberField('Hours', 'hours', {
      min: 0,
      max: 100_000,
      initial: '0',
      hint: 'hint.hours',
    }),
    promotes: yesField('Given by hours', 'auto_promote', {
      initial: 'yes',
      hint: 'hint.promotes',
    }),
    accepts: yesField('Accepts PIREPs', 'auto_approve_acars', {
      hint: 'hint.accepts',
    }),
    subfleets: severalField('Subfleets that it may fly', subfleetSql, 'hint.may-fly'),
  },
  unique: ['name'],
  figures: {
    Pilots: 'SELECT count(*) FROM users u WHERE u.rank_id = r.id AND u.deleted_at IS NULL AND u.state <> 5',
    Subfleets: `SELECT group_concat(type, ', ') FROM (SELECT DISTINCT s.type FROM subfleet_rank g JOIN subfleets s ON s.id = g.subfleet_id
      WHERE g.rank_id = r.id AND s.deleted_at IS NULL ORDER BY s.type)`,
  },
  references: { pilots: 'SELECT count(*) FROM users WHERE rank_id = :id' },
  links: {
    read: (crewCenter, id) => ({ subfleets: subfleets.read(crewCenter, id) }),
    save(crewCenter, id, texts) {
      if (texts.subfleets !== undefined) subfleets.save(crewCenter, id, texts.subfleets);
    },
    remove: subfleets.remove,
  },
  nameOf: ({ name = '' }) => name,
  obstacle: (crewCenter, id) =>
    crewCenter.get('SELECT 1 FROM ranks WHERE deleted_at IS NULL AND id <> ?', id) === null
      ? 'This is the only rank, and new pilots need one. Add another rank first.'
      : null,
};
