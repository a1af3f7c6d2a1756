import type { HostFlight, LiveRow, Progress } from '../port.ts';
import { pirepState } from '../seven/pirep-state.ts';
import { paused, statusOfPhase } from '../seven/pirep-status.ts';
import { toSqlTime, toSqlTimeOrNull } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';
import { readHostSettings } from './host-settings.ts';
import { openPirepRow, ownPirep } from './pirep-rows.ts';
import { PirepService } from './pirep-service.ts';

/** Writes the flight's progress to its PIREP; called every minute. */
export function updatePirep(crewCenter: CrewCenter, flight: HostFlight, progress: Progress): Promise<void> {
  return crewCenter.writeSoon((emit) => {
    const row = openPirepRow(crewCenter, flight);
    new PirepService(crewCenter, emit).update(String(row.id), progressColumns(progress, row.status === paused));
  });
}

/** Pauses the PIREP, with an `updated_at` so old that maps of version 7 do not show the flight. */
export function suspendPirep(crewCenter: CrewCenter, flight: HostFlight): Promise<void> {
  return crewCenter.write((emit) => {
    const row = openPirepRow(crewCenter, flight);
    const { liveTimeH } = readHostSettings(crewCenter);
    const updatedAt = toSqlTime(crewCenter.clock.now() - liveTimeH * 3_600_000 - 60_000);
    new PirepService(crewCenter, emit).update(String(row.id), { status: paused, updated_at: updatedAt });
  });
}

/** Resumes suspended flights. The live map is the server's own and needs no rows. */
export async function deliverLive(crewCenter: CrewCenter, rows: readonly LiveRow[]): Promise<void> {
  const suspended = crewCenter.read(() =>
    crewCenter.all(
      `SELECT id FROM pireps WHERE state = ${pirepState.inProgress} AND status = '${paused}' AND deleted_at IS NULL`,
    ),
  );
  const ids = new Set(suspended.map((row) => row.id));
  const back = rows.filter((row) => row.phase !== 'paused' && ids.has(row.flight.pirepId));
  if (back.length === 0) return;
  await crewCenter.writeSoon((emit) => {
    const service = new PirepService(crewCenter, emit);
    for (const { flight, phase } of back) {
      const row = ownPirep(crewCenter, flight);
      if (row !== null) service.update(String(row.id), { status: statusOfPhase(phase) ?? 'ENR' });
    }
  });
}

/** Returns only known values; a paused PIREP whose phase the host does not have is set to "en route". */
function progressColumns(progress: Progress, isPaused: boolean): Readonly<Record<string, string | number>> {
  const columns = {
    status: statusOfPhase(progress.phase) ?? (isPaused ? 'ENR' : null),
    distance: progress.distanceNm,
    fuel_used: progress.fuelUsedLb,
    flight_time: progress.flightTimeMin === null ? null : Math.round(progress.flightTimeMin),
    block_off_time: toSqlTimeOrNull(progress.blockOffAt),
  };
  const known = Object.entries(columns).filter((entry): entry is [string, string | number] => entry[1] !== null);
  return Object.fromEntries(known);
}
