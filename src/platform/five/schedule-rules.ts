import type { Condition } from './conditions.ts';
import { type FiveHost, isKey, type Rows } from './host.ts';
import { numberOf, textOf } from './rows.ts';

/** A pilot, as far as the rules on schedules look at one. */
export interface Viewer {
  readonly pilotId: string;
  readonly rankLevel: number;
  /** Where the last accepted PIREP ended; null where that does not matter, or there is none. */
  readonly lastArrival: string | null;
}

/** The airline's code and the rank's level of this pilot, as far as the platform keeps them. */
export async function readPilotCodes(
  host: FiveHost,
  pilotId: string,
  session: Rows = host.mysql,
): Promise<{ code: string; rankLevel: number }> {
  const { pilots } = host.tables;
  const rank = pilots.columns.has('ranklevel') ? 'ranklevel' : '0';
  const [row] = isKey(pilotId)
    ? await session.rows(`SELECT code, ${rank} AS rankLevel FROM ${pilots.quoted} WHERE pilotid = ?`, [pilotId])
    : [];
  return { code: textOf(row?.code), rankLevel: numberOf(row?.rankLevel) ?? 0 };
}

export async function readViewer(session: Rows, host: FiveHost, pilotId: string): Promise<Viewer> {
  const { rankLevel } = await readPilotCodes(host, pilotId, session);
  return { pilotId, rankLevel, lastArrival: await readLastArrival(session, host, pilotId) };
}

async function readLastArrival(session: Rows, host: FiveHost, pilotId: string): Promise<string | null> {
  if (!host.settings.onlyFromLastArrival || !isKey(pilotId)) return null;
  const [row] = await session.rows(
    `SELECT arricao FROM ${host.tables.pireps.quoted} WHERE pilotid = ? AND accepted = 1
      ORDER BY submitdate DESC, pirepid DESC LIMIT 1`,
    [pilotId],
  );
  return textOf(row?.arricao) || null;
}

/**
 * What the platform's own list shows this pilot (core/modules/Schedules/Schedules.php, showSchedules), of schedules `s` with
 * their aircraft `a`. Its rule on days of the week is left to the pilot, as its search leaves it. Whether a schedule is booked
 * is seen in the bids: `schedules.bidid` stays behind when a bid is removed whose aircraft is gone, and some clients never set it.
 */
export function shownTo(host: FiveHost, { pilotId, rankLevel, lastArrival }: Viewer): readonly Condition[] {
  const { settings, tables } = host;
  const ranked = settings.restrictsAircraftByRank && tables.aircraft.columns.has('ranklevel');
  const all: readonly (Condition | null)[] = [
    ['s.enabled = 1'],
    settings.hidesBookedSchedules
      ? [`s.id NOT IN (SELECT o.routeid FROM ${tables.bids.quoted} o WHERE o.pilotid <> ?)`, pilotId]
      : null,
    ranked ? ['a.id IS NULL OR a.ranklevel <= ?', rankLevel] : null,
    lastArrival === null ? null : ['s.depicao = ?', lastArrival],
  ];
  return all.filter((each) => each !== null);
}
