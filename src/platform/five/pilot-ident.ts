import type { MysqlRow } from '../../lib/mysql.ts';
import type { HostSettings } from './host-settings.ts';
import { numberOf, textOf } from './rows.ts';

/** What an ident of version 5 (`TVA0001`) may mean. */
export interface IdentFive {
  /** Number of the pilot, as version 5 reads it: behind any letters, which it does not compare. */
  readonly number: number | null;
  /** Codes that hold a digit (`B60001`): then the code must be the pilot's own, because version 5 reads another number. */
  readonly coded: readonly { readonly code: string; readonly number: number }[];
}

export function readIdentFive(login: string): IdentFive {
  const number = /^[A-Za-z]*\s*(\d{1,9})$/.exec(login)?.[1];
  const coded = [3, 2].flatMap((length) => {
    const [code, rest] = [login.slice(0, length), login.slice(length).trimStart()];
    const isCode = /[0-9]/.test(code) && /^[A-Za-z0-9]+$/.test(code);
    return isCode && /^\d{1,9}$/.test(rest) ? [{ code, number: Number(rest) }] : [];
  });
  return { number: number === undefined ? null : Number(number), coded };
}

/** The airline's code and the pilot's number, as `PilotData::getPilotCode` writes them. */
export function pilotCode(settings: HostSettings, row: MysqlRow): string {
  const number = (numberOf(row.pilotid) ?? 0) + settings.pilotIdOffset;
  return textOf(row.code) + String(number).padStart(settings.pilotIdLength, '0');
}
