import { Chance } from '../../src/cli/flying/chance.ts';
import type { Runway } from '../../src/lib/runways/runway.ts';
import { runwaysNear } from '../../src/lib/runways/runways.ts';
import type { Airport, FlightEvent, Position } from '../../src/tracking/model.ts';
import type { FlownFlight } from '../../src/tracking/rules/detectors/detector.ts';
import { position } from '../flown.ts';
import type { Leg, Manner, State } from './model.ts';
import { fly } from './pilot.ts';
import { planOf } from './recorded-flight.ts';

export const madeAt = Date.UTC(2026, 2, 1, 12);

/** What a client reports beside place, altitude, speeds and heading. */
export interface Client {
  /** Seconds between its reports. */
  readonly everyS: number;
  readonly saysGround: boolean;
  /** Airspeed, bank, load factor, rate of the simulation. */
  readonly saysInstruments: boolean;
  /** Gear, flaps, lights. */
  readonly saysSystems: boolean;
  readonly saysFuel: boolean;
}

/** How a flight is made. */
export interface Making {
  /** Decides what the rest leaves open. */
  readonly seed: string;
  readonly leg?: Leg;
  readonly manner?: Manner;
  readonly client?: Partial<Client>;
  /** Trouble that is no manner of flying: of the simulator, of the aircraft. */
  readonly spoil?: (states: readonly State[]) => readonly State[];
  /** Reports that the client does not send. */
  readonly isLost?: (state: State) => boolean;
  readonly events?: (states: readonly State[]) => readonly FlightEvent[];
  readonly change?: (flight: FlownFlight) => Partial<FlownFlight>;
}

export interface MadeFlight {
  readonly flight: FlownFlight;
  readonly states: readonly State[];
  readonly leg: Leg;
}

/** Ends of runways of at least 2,700 m, with a place near them: where flights lead from and to. */
const ends: readonly (readonly [airport: string, name: string, lat: number, lon: number])[] = [
  ['EDDF', '25C', 50.03, 8.57],
  ['EDDM', '26R', 48.36, 11.79],
  ['LSZH', '34', 47.46, 8.55],
  ['LFPG', '27L', 49.02, 2.55],
  ['EGLL', '27R', 51.47, -0.46],
  ['EDDH', '23', 53.63, 9.99],
  ['ENGM', '19R', 60.2, 11.1],
  ['ESSA', '19L', 59.65, 17.92],
  ['LOWW', '16', 48.11, 16.57],
  ['EKCH', '22L', 55.62, 12.65],
];
const usualClient: Client = { everyS: 5, saysGround: true, saysInstruments: true, saysSystems: true, saysFuel: true };

/** Returns one end of a runway of the world's data. */
export function runwayAt(airport: string, name: string, lat: number, lon: number): Runway {
  const found = runwaysNear({ lat, lon }).find((each) => each.airport === airport && each.name === name);
  if (found === undefined) throw new Error(`there is no runway ${name} at ${airport}`);
  return found;
}

/** Returns a leg between two of ten airports. */
export function legOf(seed: string): Leg {
  const chance = new Chance(`leg ${seed}`);
  const [from, to] = chance.shuffle(ends);
  if (from === undefined || to === undefined) throw new Error('there are ends');
  return {
    from: runwayAt(...from),
    to: runwayAt(...to),
    cruiseFt: 18_000 + 1_000 * Math.floor(chance.next() * 18),
    crabDeg: Math.round((chance.next() - 0.5) * 12),
  };
}

/** Returns a client by chance, whose reports are 1 to 10 s apart. */
export function clientOf(seed: string): Client {
  const chance = new Chance(`client ${seed}`);
  const says = () => chance.next() < 0.7;
  return {
    everyS: 1 + Math.floor(chance.next() * 10),
    saysGround: says(),
    saysInstruments: says(),
    saysSystems: says(),
    saysFuel: says(),
  };
}

/** Makes a whole flight as detectors read it; the same for the same making. */
export function makeFlight(making: Making): MadeFlight {
  const leg = making.leg ?? legOf(making.seed);
  const flown = fly(leg, making.manner);
  const states = (making.spoil?.(flown) ?? flown).map((state, s) => ({ ...state, s }));
  const client = { ...usualClient, ...making.client };
  const reported = states.filter((state) => state.s % client.everyS === 0 && making.isLost?.(state) !== true);
  const flight = flightOf(leg, states, {
    positions: reported.map((state) => reportOf(state, leg, client)),
    events: making.events?.(states) ?? [],
  });
  return { flight: { ...flight, ...making.change?.(flight) }, states, leg };
}

/** When something was in a made flight. */
export function instantOf({ s }: State): number {
  return madeAt + s * 1_000;
}

function reportOf(state: State, { crabDeg }: Leg, client: Client): Position {
  const { onGround, courseDeg } = state;
  const said = <Value>(isSaid: boolean, value: Value) => (isSaid ? value : null);
  return position(instantOf(state), {
    lat: state.lat,
    lon: state.lon,
    headingDeg: Math.round((courseDeg + (onGround ? 0 : crabDeg) + 360) % 360),
    altitudeMslFt: Math.round(state.altitudeFt),
    groundSpeedKt: Math.round(state.speedKt),
    verticalSpeedFpm: Math.round(state.climbFpm),
    onGround: said(client.saysGround, onGround),
    altitudeAglFt: said(client.saysGround, Math.round(state.aglFt)),
    indicatedAirspeedKt: said(client.saysInstruments, Math.round(state.iasKt)),
    bankDeg: said(client.saysInstruments, state.bankDeg),
    gForce: said(client.saysInstruments, state.gForce),
    simRate: said(client.saysInstruments, state.simRate),
    isPaused: said(client.saysInstruments, state.isPaused),
    isSlewing: said(client.saysInstruments, state.isSlewing),
    isGearUp: said(client.saysSystems, state.isGearUp),
    flaps: said(client.saysSystems, state.flaps),
    areLandingLightsOn: said(client.saysSystems, state.areLandingLightsOn),
    isBeaconOn: said(client.saysSystems, state.isBeaconOn),
    fuelLb: said(client.saysFuel, Math.round(state.fuelLb)),
    fuelFlowLbPerHour: said(client.saysFuel, state.flowLbPerHour),
  });
}

function airportOf({ airport, start }: Runway): Airport {
  return { icao: airport, name: null, lat: start.lat, lon: start.lon };
}

function flightOf(leg: Leg, states: readonly State[], reports: Pick<FlownFlight, 'positions' | 'events'>): FlownFlight {
  const aircraft = { id: '1', icao: 'A320', name: null, registration: 'D-AIPA' };
  const at = (state: State | undefined) => (state === undefined ? null : instantOf(state));
  const landed = states.findLastIndex(({ onGround }) => !onGround) + 1;
  const moves = ({ speedKt }: State) => speedKt > 0;
  return {
    ...reports,
    plan: planOf('TR1', airportOf(leg.from), airportOf(leg.to), aircraft),
    aircraft,
    pirep: {
      blockOffAt: at(states.find(moves)),
      takeoffAt: at(states.find(({ onGround }) => !onGround)),
      landingAt: at(states[landed]),
      blockOnAt: at(states.findLast(moves)),
      landingRateFpm: null,
      basis: {},
      diversion: null,
      fuelUsedLb: null,
      route: null,
    },
    network: null,
    samples: null,
    feedRead: [],
    route: null,
    runwaysNear,
  };
}
