import type { MysqlSession } from '../../lib/mysql.ts';
import type { HostSettings } from './host-settings.ts';

/** What statements for the tables of version 5 are asked of. */
export type Rows = Pick<MysqlSession, 'rows'>;

export interface FiveTable {
  /** Its name, ready for a statement. */
  readonly quoted: string;
  readonly columns: { has(name: string): boolean };
}

type Needed = 'pilots' | 'bids' | 'schedules' | 'pireps' | 'aircraft' | 'airports' | 'airlines';
/** Absent in some fork or release. */
type Optional = 'pirepcomments' | 'pirepfields' | 'pirepvalues' | 'ranks' | 'news';

/** The tables of version 5, wherever they are: those of a site and its forks, or of the embedded crew center. */
export interface FiveHost {
  readonly mysql: Rows;
  readonly tables: Readonly<Record<Needed, FiveTable> & Record<Optional, FiveTable | null>>;
  readonly settings: HostSettings;
  /** Whether a row may hold this text at all: a comparison with letters that the column lacks is an error of the database. */
  mayHold(table: Needed, column: string, text: string): Promise<boolean>;
}

/** The host's keys are positive integers; MySQL would take `1abc` for 1. */
export function isKey(id: string): boolean {
  return /^[1-9]\d{0,9}$/.test(id);
}

/** The key for statements without one: no row of the host has the key 0. */
export function keyOrNobody(id: string): string {
  return isKey(id) ? id : '0';
}
