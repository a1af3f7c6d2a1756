import { NewerDataError } from '../../lib/migrations.ts';
import type { Mysql, MysqlParameter, MysqlSession } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { numberOf } from '../../lib/row.ts';
import type { SchemaStep } from './schema-step.ts';
import { firstTables } from './tables/0001-first.ts';
import { oneOrder } from './tables/0002-one-order.ts';
import { text } from './tables/columns.ts';

/** Which servers each server does not hear: at most fifteen ids of 64 letters. A server of before says nothing of it. */
const unheard: SchemaStep = {
  number: 3,
  usableFrom: 1,
  statements: [`ALTER TABLE servers ADD COLUMN IF NOT EXISTS unheard VARCHAR(1000) ${text} NOT NULL DEFAULT ''`],
};

/** All steps of this program: their number is the version of the tables that it makes and knows. */
export const schemaSteps: readonly SchemaStep[] = [firstTables, oneOrder, unheard];

/**
 * Makes the tables, or brings older ones up to date, while older servers may be using them.
 * @param steps - those of another version, for tests
 * @throws NewerDataError when this program is too old for them
 */
export async function prepareSchema(database: Mysql, steps = schemaSteps): Promise<void> {
  await database.run(
    `CREATE TABLE IF NOT EXISTS journal_version (
       id TINYINT UNSIGNED NOT NULL PRIMARY KEY, version INT UNSIGNED NOT NULL, usable_from INT UNSIGNED NOT NULL) ENGINE = InnoDB`,
  );
  await runOnAnyNode(database, 'INSERT IGNORE INTO journal_version VALUES (1, 0, 0)');
  const version = await requireUsable(database, steps.length);
  for (const step of steps) if (step.number > version) await apply(database, step);
}

async function apply(database: Mysql, step: SchemaStep): Promise<void> {
  for (const statement of step.statements) await runOnAnyNode(database, statement);
  const sql = 'UPDATE journal_version SET version = ?, usable_from = ? WHERE id = 1 AND version = ?';
  await runOnAnyNode(database, sql, [step.number, step.usableFrom, step.number - 1]);
}

const maxTries = 20;

/** Another server may do the same on another node: the later one of the two is undone, and repeated. */
async function runOnAnyNode(database: Mysql, statement: string, values: readonly MysqlParameter[] = []): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await database.run(statement, values);
      return;
    } catch (error) {
      if (tries === maxTries || !(error instanceof DatabaseUnavailable) || error.code !== 'ER_LOCK_DEADLOCK')
        throw error;
    }
  }
}

/** Returns the version of the tables. @throws NewerDataError */
async function requireUsable(session: MysqlSession, known: number): Promise<number> {
  const [row] = await session.rows('SELECT version, usable_from FROM journal_version WHERE id = 1');
  if (row === undefined) return 0;
  const version = numberOf(row, 'version');
  const usableFrom = numberOf(row, 'usable_from');
  if (usableFrom > known)
    throw new NewerDataError(
      `The journal's database has tables of version ${version}, for programs from version ${usableFrom} on; this version of Tracker knows version ${known}. ` +
        'Use the newer version of Tracker.',
    );
  return version;
}
