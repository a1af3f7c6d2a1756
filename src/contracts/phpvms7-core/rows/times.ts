import { nullable } from '../../fields.ts';

/** When a row was made and changed in the crew center's table. */
export const rowTimes = {
  created_at: nullable<string>('string', { description: 'When it was made' }),
  updated_at: nullable<string>('string', { description: 'When it was changed' }),
};

/** The same of rows that are kept after they are deleted. */
export const keptRowTimes = {
  ...rowTimes,
  deleted_at: nullable<string>('string', { description: 'When it was deleted' }),
};
