import type { Basis, FlightEvent, PirepFigure, Position, ReportedFigures } from '../../src/tracking/model.ts';

/** Seconds after the first report, what it says, and when it came where that is another instant. */
export interface Said {
  readonly s: number;
  /** Nautical miles along the flight's great circle. */
  readonly nm?: number;
  /** By the client's clock; `s` where that is right. */
  readonly dated?: number;
  /** By the server's clock. */
  readonly came?: number;
  readonly position?: Partial<Position>;
  readonly event?: Partial<FlightEvent> & { readonly kind: string };
}

/** An odd flight, and what its PIREP says. What is not named here is not looked at. */
export interface Odd {
  readonly name: string;
  /** When the first report is made, where that matters. */
  readonly startsAt?: number;
  readonly said: readonly Said[];
  readonly reported?: Partial<Omit<ReportedFigures, Instants>> & { readonly [name in Instants]?: number };
  readonly figures: { readonly [figure in Exclude<PirepFigure, Instants>]?: number | null };
  /** Seconds after the first report; null where the instant is not known. */
  readonly instants?: { readonly [name in Instants]?: number | null };
  readonly basis?: { readonly [figure in PirepFigure]?: Basis };
  /** Of the notes; null where nothing is to be said. */
  readonly notes: RegExp | null;
  readonly phase?: string;
}
type Instants = 'blockOffAt' | 'takeoffAt' | 'landingAt' | 'blockOnAt';

/** The place so many nautical miles north of the first one. */
export const north = (nm: number): { lat: number; lon: number } => ({ lat: 47.45 + nm / 60.04, lon: 8.55 });

export function at(s: number, nm: number, gs: number, ft: number, change: Partial<Position> = {}): Said {
  return {
    s,
    position: {
      ...north(nm),
      groundSpeedKt: gs,
      altitudeMslFt: ft,
      onGround: ft <= 1400,
      verticalSpeedFpm: 0,
      ...change,
    },
  };
}

/** 39 minutes from block to block, 126.6 nm, 1,990 lb, down with 210 ft/min. */
export const ordinary: readonly Said[] = [
  at(0, 0, 0, 1400, { fuelLb: 10_000 }),
  at(60, 0, 0, 1400, { fuelLb: 10_000 }),
  at(120, 0.02, 8, 1400, { fuelLb: 9_990 }),
  at(300, 0.5, 15, 1400, { fuelLb: 9_950 }),
  at(360, 2, 150, 2_000, { verticalSpeedFpm: 2_000, fuelLb: 9_900 }),
  at(600, 20, 300, 12_000, { verticalSpeedFpm: 1_500, fuelLb: 9_400 }),
  at(1_200, 70, 300, 20_000, { fuelLb: 8_700 }),
  at(1_800, 115, 250, 8_000, { verticalSpeedFpm: -1_500, fuelLb: 8_200 }),
  at(2_100, 125, 140, 2_000, { verticalSpeedFpm: -700, fuelLb: 8_100 }),
  at(2_110, 125.4, 135, 1_420, { verticalSpeedFpm: -210, fuelLb: 8_095 }),
  at(2_114, 125.5, 120, 1_400, { verticalSpeedFpm: -4, fuelLb: 8_090 }),
  at(2_140, 125.9, 40, 1_400, { fuelLb: 8_080 }),
  at(2_400, 126.5, 10, 1_400, { fuelLb: 8_010 }),
  at(2_460, 126.6, 0, 1_400, { fuelLb: 8_000 }),
  at(2_520, 126.6, 0, 1_400, { fuelLb: 8_000 }),
];

/** What the ordinary flight comes to. */
export const asOrdinary = {
  flightTimeMin: 39,
  distanceNm: 126.6,
  fuelUsedLb: 1_990,
  blockFuelLb: 9_990,
  landingRateFpm: -210,
} as const;

/** The ordinary flight with some reports changed. */
export function changed(change: (said: Said) => Partial<Position>, from = 0): readonly Said[] {
  return ordinary.map((said) => (said.s < from ? said : { ...said, position: { ...said.position, ...change(said) } }));
}

/** The ordinary flight with these among its reports. */
export function together(...more: readonly Said[]): readonly Said[] {
  return [...ordinary, ...more].sort((one, other) => (one.came ?? one.s) - (other.came ?? other.s));
}

export const happened = (s: number, kind: string, change: Partial<FlightEvent> = {}): Said => ({
  s,
  event: { kind, ...change },
});
