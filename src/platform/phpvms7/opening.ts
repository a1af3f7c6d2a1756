import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight } from '../port.ts';
import { pirepState } from '../seven/pirep-state.ts';
import { readDispatch } from './dispatch.ts';
import { ask, ended, findRow, findSettledRow, type Host, toRefusal } from './host.ts';
import { prefileBody, sourceName } from './pirep-fields.ts';
import type { PirepRow } from './pireps.ts';
import { readSiteRules } from './site-settings.ts';

/** `pireps.source` (app/Models/Enums/PirepSource.php). */
const acarsSource = 1;

/**
 * Opens the PIREP by the platform's own `prefile`, under the id that we chose. Looks first, because `prefile` itself
 * takes any PIREP of the same flight that is younger than its duplicate check, filed ones too, and sets it back to
 * INITIATED (app/Services/PirepService.php).
 */
export async function openPirep(host: Host, flight: HostFlight): Promise<{ pirepId: string; adopted: boolean }> {
  const known = await findSettledRow(host, flight);
  if (known !== null) return asMade(host, flight, known);
  if (flight.pirepId !== null && (await host.pireps.isTaken(flight.pirepId))) {
    // An earlier request of ours, whose answer was lost, may have made it since we looked.
    const meanwhile = await findRow(host, flight);
    if (meanwhile === null) throw taken();
    return asMade(host, flight, meanwhile);
  }
  const now = host.clock.now();
  const { duplicateCheckMin } = await readSiteRules(host.database);
  const same = await host.pireps.sameFlight(flight, duplicateCheckMin, now);
  const open = same.find((row) => row.state === 'open');
  if (open !== undefined) return open.id === flight.pirepId ? asMade(host, flight, open) : adopt(host, flight, open);
  const filed = same.find((row) => row.state !== 'cancelled');
  if (filed !== undefined) throw tooSoon(filed, duplicateCheckMin, now);
  return prefile(host, flight, duplicateCheckMin);
}

async function prefile(host: Host, flight: HostFlight, duplicateMin: number) {
  const columns = await host.database.columns('pireps');
  const body = prefileBody(flight, await readDispatch(host.database, flight), columns);
  const answer = await ask(host, flight, { action: 'prefile', pirepId: flight.pirepId ?? '', body, lane: 'urgent' });
  const made = await findRow(host, flight);
  if (made !== null) return asMade(host, flight, made);
  if (answer.kind === 'missing') throw toRefusal({ kind: 'broken', reason: 'it has no such PIREP' });
  if (answer.kind !== 'done') throw toRefusal(answer);
  // Another client opened the same flight between the check and the call: the platform returned that one.
  const met = await host.pireps.find(String(answer.data.id), flight.pilotId);
  if (met?.state === 'open') return { pirepId: met.id, adopted: true };
  if (met !== null) throw tooSoon(met, duplicateMin, host.clock.now());
  throw toRefusal({ kind: 'broken', reason: 'it prefiled a PIREP and has none' });
}

function asMade(host: Host, flight: HostFlight, row: PirepRow): { pirepId: string; adopted: boolean } {
  host.doubts.end(flight.id);
  if (row.state !== 'open') throw ended(row);
  return { pirepId: row.id, adopted: false };
}

/** An open PIREP of the same flight that is not ours (begun on the web, by another client, before a lost journal) is taken over. */
async function adopt(host: Host, flight: HostFlight, row: PirepRow) {
  const aircraft = flight.aircraft?.id ?? null;
  const body = {
    source_name: sourceName,
    ...(aircraft === null || aircraft === row.aircraftId ? {} : { aircraft_id: Number(aircraft) }),
    ...(row.isDraft ? { state: pirepState.inProgress, source: acarsSource } : {}),
  };
  const answer = await ask(host, flight, { action: 'update', pirepId: row.id, body, lane: 'urgent' });
  if (answer.kind !== 'done' && answer.kind !== 'broken') throw toRefusal(answer);
  return { pirepId: row.id, adopted: true };
}

function taken(): Refusal {
  return new Refusal('crew-center-refused', { message: 'The crew center has another PIREP with this id.' });
}

function tooSoon(row: PirepRow, duplicateMin: number, now: number): Refusal {
  const waitS = Math.max(1, Math.ceil((row.createdAt + duplicateMin * 60_000 - now) / 1_000) + 1);
  return new Refusal('too-soon', {
    message: `The same flight was filed a short while ago, and the crew center would mix the two. Start again in ${Math.ceil(waitS / 60)} min.`,
    retryAfterS: waitS,
  });
}
