import type { Mysql } from '../../lib/mysql.ts';
import type { HostSettings } from './host-settings.ts';
import type { Tables } from './tables.ts';

/** The opened crew center, as the parts of the adapter share it. */
export interface Host {
  readonly mysql: Mysql;
  readonly tables: Tables;
  readonly settings: HostSettings;
}

/** The host's keys are positive integers; MySQL would take `1abc` for 1. */
export function isKey(id: string): boolean {
  return /^[1-9]\d{0,9}$/.test(id);
}

/** The key for statements without one: no row of the host has the key 0. */
export function keyOrNobody(id: string): string {
  return isKey(id) ? id : '0';
}
