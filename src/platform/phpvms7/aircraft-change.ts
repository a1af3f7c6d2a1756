import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight } from '../port.ts';
import { wishOf } from '../seven/schedule-plan.ts';
import { readFares } from './fares.ts';
import { ask, type Host, requireOpen, toRefusal } from './host.ts';
import { readSiteRules } from './site-settings.ts';

/**
 * Gives the open PIREP the flight's aircraft and its fares, through the platform, so that its events run. The rules are
 * those of a start and are looked at here: `update` asks whether the pilot may fly the aircraft that was there before
 * (app/Http/Controllers/Api/PirepController.php).
 * @throws Refusal `flight-not-found`, `flight-ended`, `invalid` naming `aircraft`
 */
export async function changeAircraft(host: Host, flight: HostFlight): Promise<void> {
  const { aircraft } = flight;
  if (aircraft === null || flight.pirepId === null) return;
  const before = await requireOpen(host, flight);
  if (before.aircraftId === aircraft.id) return;
  const wish = wishOf(flight.pilotId, flight.plan);
  await host.fleet.find(wish, await readSiteRules(host.database), { aircraft: aircraft.id, registration: null });
  const fares = (await isOfOneSubfleet(host, aircraft.id, before.aircraftId))
    ? []
    : await readFares(host.database, flight, aircraft.id, null);
  const body = { aircraft_id: Number(aircraft.id), ...(fares.length === 0 ? {} : { fares }) };
  const answer = await ask(host, flight, { action: 'update', pirepId: before.id, body, lane: 'urgent' });
  const after = await requireOpen(host, flight);
  if (after.aircraftId === aircraft.id) return host.doubts.end(flight.id);
  if (answer.kind === 'refused') {
    const fields = { aircraft: answer.reason };
    throw new Refusal('invalid', { message: `The crew center says: ${answer.reason}`, fields });
  }
  throw toRefusal(
    answer.kind === 'done'
      ? { kind: 'broken', reason: 'it confirmed a change of the aircraft but did not store it' }
      : answer,
  );
}

/** Then what the PIREP sells stays as it is, also what came with a briefing. */
async function isOfOneSubfleet({ database }: Host, aircraftId: string, otherId: string | null): Promise<boolean> {
  const sql = 'SELECT DISTINCT c.subfleet_id FROM {aircraft} c WHERE c.id IN (?, ?)';
  return otherId !== null && (await database.rows(sql, [aircraftId, otherId])).length === 1;
}
