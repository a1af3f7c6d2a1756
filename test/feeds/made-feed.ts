/** A pilot as the feeds of both networks are made of, with invented data. */
export interface MadePilot {
  readonly id: number;
  readonly callsign: string;
  readonly lat: number;
  readonly lon: number;
  readonly type?: string | null;
  /** When the network saw the pilot; the time of the feed where absent. */
  readonly at?: number;
}

type MadeController = readonly [callsign: string, frequency: string, facility: number, rangeNm: number];

const usualControllers: readonly MadeController[] = [
  ['LSZH_TWR', '118.100', 4, 50],
  ['JFK_DEL', '135.050', 2, 20],
  ['EDGG_CTR', '136.955', 6, 600],
  ['MADE_OBS', '199.998', 0, 300],
];

/** A remark as pilots write them, with what could mislead who reads in pieces. */
const remark = 'PBN/A1B1 RMK/\\"pilots\\": [ } ] " CALLSIGN \u201cMADE\u201d \\';

/** In the shape of VATSIM's `vatsim-data.json`, version 3 (https://vatsim.dev/api/data-api/get-network-data). */
export function vatsimText(
  at: number,
  pilots: readonly MadePilot[],
  controllers: readonly MadeController[] = usualControllers,
): string {
  return JSON.stringify({
    general: {
      version: 3,
      reload: 1,
      update: new Date(at).toISOString().replace(/\D/g, '').slice(0, 14),
      // With seven digits, as the network writes it.
      update_timestamp: new Date(at).toISOString().replace('Z', '1234Z'),
      connected_clients: pilots.length,
      unique_users: pilots.length,
    },
    pilots: pilots.map(({ id, callsign, lat, lon, type = 'A320', at: seenAt = at }) => ({
      cid: id,
      name: `Made Pilot ${id}`,
      callsign,
      server: 'GERMANY',
      pilot_rating: 0,
      military_rating: 0,
      latitude: lat,
      longitude: lon,
      altitude: 35012,
      groundspeed: 451,
      transponder: '2000',
      heading: 271,
      qnh_i_hg: 29.92,
      qnh_mb: 1013,
      flight_plan:
        type === null
          ? null
          : {
              flight_rules: 'I',
              aircraft: `${type}/M-SDE2E3FGHIJ1RWXY/LB1`,
              aircraft_faa: `${type}/L`,
              aircraft_short: type,
              departure: 'LSZH',
              arrival: 'MMUN',
              alternate: '',
              cruise_tas: '450',
              altitude: '35000',
              deptime: '1000',
              enroute_time: '1100',
              fuel_time: '1300',
              remarks: remark,
              route: `DEGES Z2 MADE ${'DCT WAYPT '.repeat(30)}`,
              revision_id: 1,
              assigned_transponder: '0000',
            },
      logon_time: new Date(at - 3_600_000).toISOString(),
      last_updated: new Date(seenAt).toISOString().replace('Z', '1508Z'),
    })),
    controllers: controllers.map(([callsign, frequency, facility, range], index) => {
      return { cid: 990 + index, callsign, frequency, facility, visual_range: range, text_atis: ['"pilots": ['] };
    }),
    atis: [],
    servers: [],
    prefiles: [{ cid: 981, callsign: 'MADE9', flight_plan: { aircraft_short: 'B738' } }],
    facilities: [],
    ratings: [],
    pilot_ratings: [],
  });
}

/** In the shape of IVAO's `/v2/tracker/whazzup`. One who has just connected has no track yet. */
export function ivaoText(at: number, pilots: readonly (MadePilot & { readonly isNew?: boolean })[]): string {
  return JSON.stringify({
    updatedAt: new Date(at).toISOString(),
    servers: [{ id: 'WS1', countryId: 'DE', currentConnections: pilots.length }],
    voiceServers: [],
    clients: {
      atcs: [
        {
          id: 1,
          userId: 990,
          callsign: 'LSZH_TWR',
          atcSession: { frequency: 118.1, position: 'TWR' },
          lastTrack: { latitude: 47.4, longitude: 8.5 },
        },
      ],
      followMe: [],
      observers: [],
      pilots: pilots.map(({ id, callsign, lat, lon, type = 'A320', at: seenAt = at, isNew = false }) => ({
        time: 5_600,
        id: 63_000_000 + id,
        userId: id,
        callsign,
        serverId: 'WS1',
        softwareTypeId: 'altitude/win',
        softwareVersion: '1.12.4b',
        rating: 2,
        createdAt: new Date(at - 3_600_000).toISOString(),
        lastTrack: isNew
          ? null
          : {
              altitude: 35_012,
              altitudeDifference: 0,
              arrivalDistance: 3_000.5,
              departureDistance: 900.25,
              groundSpeed: 451,
              heading: 271,
              latitude: lat,
              longitude: lon,
              onGround: false,
              state: 'En Route',
              time: 5_590,
              timestamp: new Date(seenAt).toISOString(),
              transponder: 2_000,
              transponderMode: 'C',
            },
        flightPlan:
          type === null
            ? null
            : {
                id: 72_000_000 + id,
                revision: 1,
                aircraftId: type,
                aircraftNumber: 1,
                departureId: 'LSZH',
                arrivalId: 'MMUN',
                route: `DEGES Z2 MADE ${'DCT WAYPT '.repeat(30)}`,
                remarks: remark,
                aircraft: { icaoCode: type, model: 'Made', wakeTurbulence: 'M', isMilitary: false, description: 'L2J' },
              },
        pilotSession: { simulatorId: 'MSFS' },
      })),
    },
    connections: { total: pilots.length, supervisor: 0, atc: 1, observer: 0, pilot: pilots.length, followMe: 0 },
  });
}
