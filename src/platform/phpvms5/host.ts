import type { Mysql } from '../../lib/mysql.ts';
import type { FiveHost } from '../five/host.ts';
import type { HostSettings } from '../five/host-settings.ts';
import type { Tables } from './tables.ts';
import { mayHold } from './text.ts';

/** The opened crew center, as the parts of the adapter share it. */
export interface Host extends FiveHost {
  readonly mysql: Mysql;
  readonly tables: Tables;
}

export function createHost(mysql: Mysql, tables: Tables, settings: HostSettings): Host {
  return {
    mysql,
    tables,
    settings,
    mayHold: (table, column, text) => mayHold(mysql, tables[table].columns.get(column), text),
  };
}
