import { isRefusal } from '../../tracking/refusals.ts';
import type { HostFlight, LiveRow, Progress } from '../port.ts';
import { paused, statusOfPhase } from '../seven/pirep-status.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import { ask, findRow, type Host, requireOpen, toRefusal } from './host.ts';
import { type Body, progressBody } from './pirep-fields.ts';
import { readSiteRules } from './site-settings.ts';

/**
 * A new status goes through the platform, so that its events run; distance, time and fuel between two of them, which
 * have no listeners, cost one statement. What the platform refuses or fails at must not stop the flights of others: it is logged.
 */
export async function updatePirep(host: Host, flight: HostFlight, progress: Progress): Promise<void> {
  const row = await requireOpen(host, flight);
  const status = statusOfPhase(progress.phase);
  // While an earlier call may still be running, this is left to the next round.
  const figures = progressBody(progress, await host.database.columns('pireps'));
  if (status !== null && status !== row.status && !host.doubts.has(flight.id)) {
    await sendUpdate(host, flight, row.id, { status, ...figures });
  }
  await host.pireps.showProgress(row.id, figures, host.clock.now());
}

async function sendUpdate(host: Host, flight: HostFlight, pirepId: string, body: Body): Promise<void> {
  const answer = await ask(host, flight, { action: 'update', pirepId, body, lane: 'patient' });
  if (answer.kind === 'done') return;
  const row = await requireOpen(host, flight);
  if (row.status === body.status) return host.doubts.end(flight.id);
  if (answer.kind === 'lost') throw toRefusal(answer);
  host.log.warn(
    { flight: flight.id, pirep: pirepId, reason: toRefusal(answer).message },
    'the crew center did not take a change of phase',
  );
}

/**
 * PAUSED spares the flight from the hourly clean-up, and an `updated_at` beyond the map's time takes it off the map; with
 * a live time of 0 the map shows every open flight, this one too. A map that is a table of its own loses its row.
 */
export async function suspendPirep(host: Host, flight: HostFlight): Promise<void> {
  const row = await requireOpen(host, flight);
  await host.map.remove(row.id);
  const { liveTimeH } = await readSiteRules(host.database);
  const old = host.clock.now() - liveTimeH * 3_600_000 - 60_000;
  const body = { status: paused, ...(liveTimeH === 0 ? {} : { updated_at: toSqlTime(old) }) };
  try {
    const answer = await ask(host, flight, { action: 'update', pirepId: row.id, body, lane: 'patient' });
    if (answer.kind === 'done') return;
    if (answer.kind === 'lost') throw toRefusal(answer);
  } catch (error) {
    if (!isRefusal(error, 'crew-center-refused')) throw error;
  }
  // Its pilot may not use the API any more, or a listener of the site failed.
  if ((await findRow(host, flight))?.state === 'open')
    await host.pireps.shelve(row.id, paused, liveTimeH === 0 ? host.clock.now() : old);
}

/** Writes the newest position of each flight into the track, which the platform's map shows, and that the flight is alive. */
export async function deliverLive(host: Host, touched: Touched, rows: readonly LiveRow[]): Promise<void> {
  const now = host.clock.now();
  await host.track.writeLive(rows, now);
  await host.map.show(rows, now);
  const due = touched.due(rows, now);
  await host.pireps.touch(due, now);
  touched.mark(due, now);
}

const touchEveryMs = 60_000;

/** Which flights' `updated_at` was moved within the last minute. */
export class Touched {
  readonly #at = new Map<string, number>();

  due(rows: readonly LiveRow[], now: number): readonly string[] {
    for (const [id, at] of this.#at) if (now - at >= touchEveryMs) this.#at.delete(id);
    return rows.flatMap(({ flight }) => flight.pirepId ?? []).filter((id) => !this.#at.has(id));
  }

  mark(pirepIds: readonly string[], now: number): void {
    for (const id of pirepIds) this.#at.set(id, now);
  }

  forget({ pirepId }: HostFlight): void {
    if (pirepId !== null) this.#at.delete(pirepId);
  }
}
