import type { NetworkAircraft, NetworkAround, NetworkController } from '../../tracking/figures/network-track.ts';
import type { FedNetwork } from '../../tracking/model.ts';
import { isDegrees, type Members, membersOf } from './members.ts';
import { objectsOf, UnreadableFeedError } from './pieces.ts';

/** Bounds of what the map gets, whatever a feed holds. */
const maxAircraft = 6_000;
const maxControllers = 1_500;

/** Where each network's feed has who flies and who controls: https://vatsim.dev/api/data-api, https://api.ivao.aero/docs. */
const wires = {
  vatsim: {
    list: 'controllers',
    aircraft: (pilot: Members) => ({
      ...pilot,
      speed: pilot.groundspeed,
      type: membersOf(pilot.flight_plan).aircraft_short,
    }),
    // Facility 0 observes; 199.998 stands for no frequency.
    isOnDuty: ({ facility, frequency }: Members) => facility !== 0 && frequency !== '199.998',
    controller: ({ callsign, frequency, visual_range: range }: Members): Members => ({ callsign, frequency, range }),
  },
  ivao: {
    list: 'atcs',
    aircraft({ callsign, lastTrack, flightPlan }: Members) {
      const track = membersOf(lastTrack);
      return { ...track, callsign, speed: track.groundSpeed, type: membersOf(flightPlan).aircraftId };
    },
    isOnDuty: () => true,
    controller({ callsign, atcSession, lastTrack }: Members): Members {
      const { latitude, longitude } = membersOf(lastTrack);
      return { callsign, frequency: membersOf(atcSession).frequency, latitude, longitude };
    },
  },
} as const satisfies Readonly<Record<FedNetwork, unknown>>;

/** Returns who flies and who controls on a network, by its feed; what cannot be read of one is left out, and of a list of controllers that cannot be read nothing is said. */
export async function readAround(
  network: FedNetwork,
  text: string,
  pilots: readonly unknown[],
): Promise<NetworkAround> {
  const { list, aircraft, isOnDuty, controller } = wires[network];
  // The flights of pilots are read from the same text: controllers that cannot be read take nothing from them.
  const found = await objectsOf(text, list).catch((error: unknown) => {
    if (error instanceof UnreadableFeedError) return null;
    throw error;
  });
  const controllers = found?.objects.map(membersOf).filter(isOnDuty) ?? null;
  return {
    aircraft: pilots.slice(0, maxAircraft).flatMap((each) => aircraftOf(aircraft(membersOf(each)))),
    controllers: controllers?.slice(0, maxControllers).flatMap((each) => controllerOf(controller(each))) ?? null,
  };
}

function aircraftOf(said: Members): readonly NetworkAircraft[] {
  const { latitude: lat, longitude: lon, heading, altitude, speed } = said;
  const [callsign, type] = [signOf(said.callsign), String(said.type ?? '').toUpperCase()];
  if (callsign === null || !isDegrees(lat, 90) || !isDegrees(lon, 180)) return [];
  return [
    {
      callsign,
      lat,
      lon,
      headingDeg: within(heading, 0, 360),
      altitudeFt: within(altitude, -2_000, 100_000),
      groundSpeedKt: within(speed, 0, 3_000),
      type: /^[A-Z0-9]{2,4}$/.test(type) ? type : null,
    },
  ];
}

function controllerOf({ callsign: said, frequency, latitude: lat, longitude: lon, range }: Members) {
  const callsign = signOf(said);
  if (callsign === null || !/_(?:DEL|GND|TWR|APP|DEP|CTR|FSS)$/.test(callsign)) return [];
  const controller: NetworkController = {
    callsign,
    frequency: frequencyOf(frequency),
    place: isDegrees(lat, 90) && isDegrees(lon, 180) ? { lat, lon } : null,
    rangeNm: within(range, 1, 2_000),
  };
  return [controller];
}

function signOf(value: unknown): string | null {
  const callsign = String(value ?? '').toUpperCase();
  return /^[A-Z0-9_-]{1,16}$/.test(callsign) ? callsign : null;
}

function frequencyOf(value: unknown): string | null {
  const frequency = Number(value);
  return frequency >= 108 && frequency < 137 ? frequency.toFixed(3) : null;
}

function within(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? Math.round(value) : null;
}
