import type { Mysql } from '../../../src/lib/mysql.ts';
import { openMysql } from '../../../src/lib/mysql-pool.ts';
import type { PilotDesk } from '../../../src/platform/desk.ts';
import { defaultHostSettings } from '../../../src/platform/five/host-settings.ts';
import { openPhpvms5, type Phpvms5Options } from '../../../src/platform/phpvms5/adapter.ts';
import type { Bridge } from '../../../src/platform/phpvms5/bridge.ts';
import type { HostFlight, LiveRow, Platform } from '../../../src/platform/port.ts';
import { defaultSettings } from '../../../src/platform/seven/settings.ts';
import type { Bid, Pirep, Position } from '../../../src/tracking/model.ts';
import { completePosition } from '../../../src/tracking/position/position.ts';
import type { Mariadb } from '../mariadb.ts';

export const settings = defaultSettings('Test Virtual');

/** A `PilotDesk` with every call, as an installation with the booking add-on has it. */
export function deskOf({ platform }: Pick<Opened, 'platform'>): PilotDesk {
  return platform.desk as PilotDesk;
}

export interface Opened extends AsyncDisposable {
  readonly platform: Platform;
  /** The same database by another way than the adapter's. */
  readonly sql: Mysql;
}

export async function openAdapter(
  server: Mariadb,
  database: string,
  options: Partial<Pick<Phpvms5Options, 'prefix' | 'host' | 'log' | 'site'>> & { readonly bridge?: Bridge } = {},
): Promise<Opened> {
  const platform = await openPhpvms5({
    database: server.address(database),
    prefix: { wanted: 'AUTO', configured: null },
    site: { url: null, folder: null },
    host: defaultHostSettings,
    readConfig: async () => settings,
    openBridge: async () => options.bridge ?? null,
    log: () => undefined,
    ...options,
  });
  const sql = openMysql(server.address(database));
  return {
    platform,
    sql,
    [Symbol.asyncDispose]: async () => {
      await platform.close();
      await sql.close();
    },
  };
}

export function flightOf(id: string, pilotId: string, bid: Bid): HostFlight {
  return {
    id,
    pirepId: null,
    pilotId,
    bidId: bid.id,
    plan: bid.plan,
    aircraft: bid.plan.aircraft,
    startedAt: Date.UTC(2026, 0, 2, 10, 0),
  };
}

export const pirep: Pirep = {
  flightTimeMin: 67,
  distanceNm: 162,
  fuelUsedLb: 5123.5,
  blockFuelLb: null,
  landingRateFpm: -212.7,
  blockOffAt: Date.UTC(2026, 0, 2, 10, 0),
  takeoffAt: null,
  landingAt: null,
  blockOnAt: Date.UTC(2026, 0, 2, 11, 7),
  route: 'MERIT HFD PUT BOS',
  notes: `Pilot's note`,
  log: [
    { at: Date.UTC(2026, 0, 2, 10, 0), text: 'block-off' },
    { at: null, text: 'it\'s <b onclick="x">a * line</b>' },
  ],
  fields: { Network: 'VATSIM', Gate: 'B"12' },
  score: null,
  load: 165,
  diversion: null,
  basis: { flightTimeMin: 'computed', distanceNm: 'reported' },
  positionCount: 10,
};

export function liveRow(flight: HostFlight, position: Partial<Position> = {}): LiveRow {
  const at = Date.UTC(2026, 0, 2, 10, 30);
  return {
    flight,
    pilot: { id: flight.pilotId, ident: 'TVA0001', name: 'Ada Pilot' },
    number: 1,
    position: completePosition({
      seq: 1,
      recordedAt: at,
      isDated: true,
      receivedAt: at,
      lat: 40.123456,
      lon: -73.654321,
      headingDeg: 45,
      altitudeMslFt: 12_000,
      groundSpeedKt: 320,
      phase: 'climb',
      ...position,
    }),
    phase: 'climb',
    arrival: flight.plan.arrival,
    distanceToGoNm: 120,
    minutesToGo: 23,
  };
}
