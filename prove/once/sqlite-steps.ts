import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Steps } from './steps.ts';

const isTraced = new Set(['run', 'get', 'all', 'iterate']);
/** SQLITE_IOERR: the disk did not do it, or nobody knows whether. */
const ioError = 10;

/** Counts the statements of the embedded crew center's file from here on, and breaks one. */
export function countStatements(database: DatabaseSync, steps: Steps): void {
  const { prepare, exec } = database;
  database.prepare = (sql) => tracedStatement(prepare.call(database, sql), sql, steps);
  database.exec = (sql) => {
    // What undoes a broken write is not a step of its own.
    if (/^ROLLBACK/.test(sql)) exec.call(database, sql);
    else trace(steps, sql, () => exec.call(database, sql));
  };
}

function tracedStatement(statement: StatementSync, sql: string, steps: Steps): StatementSync {
  return new Proxy(statement, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      const call = (...args: unknown[]) => value.apply(target, args);
      return isTraced.has(String(key)) ? (...args: unknown[]) => trace(steps, sql, () => call(...args)) : call;
    },
  });
}

function trace<T>(steps: Steps, sql: string, run: () => T): T {
  if (steps.isDead) throw broken();
  const fate = steps.next(sql.trim().split(/\s+/, 1)[0] ?? '');
  if (fate === 'before') return breakOff(steps);
  const result = run();
  return fate === 'after' ? breakOff(steps) : result;
}

function breakOff(steps: Steps): never {
  steps.breakOff();
  throw broken();
}

const broken = () => Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: ioError });
