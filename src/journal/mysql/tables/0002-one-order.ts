import type { SchemaStep } from '../schema-step.ts';
import { instant, number, part, table, text } from './columns.ts';

/** What the holder of the first partition writes for all: a server of before does not know it, and needs nothing of it. */
export const oneOrder: SchemaStep = {
  number: 2,
  usableFrom: 1,
  statements: [
    // The epoch of the first partition whose holder writes the tables below; `n` goes up with each of its transactions.
    table('duties', 'id TINYINT UNSIGNED NOT NULL', number('epoch'), number('n'), 'PRIMARY KEY (id)'),
    'INSERT IGNORE INTO duties VALUES (1, 0, 0)',
    // The changes of all partitions in one order.
    table(
      'ordered_changes',
      ...[number('number'), part, number('change_number'), instant('at'), 'PRIMARY KEY (number), KEY by_time (at)'],
    ),
    // Up to which number the changes of each partition are in that order.
    table('ordered_marks', part, number('number'), 'PRIMARY KEY (part)'),
    // Endpoints, events and deliveries of webhooks, as JSON.
    table(
      'webhook_rows',
      ...[`table_name VARCHAR(64) ${text} NOT NULL`, `row_key VARCHAR(512) ${text} NOT NULL`],
      `body LONGTEXT ${text} NOT NULL, PRIMARY KEY (table_name, row_key)`,
    ),
  ],
};
