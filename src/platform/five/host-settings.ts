/** What of the crew center's own configuration decides how it reads and writes (`Config::Set` in app.config.php and local.config.php). */
export interface HostSettings {
  /** PILOTID_OFFSET, PILOTID_LENGTH: a pilot's code is the airline's code and `pilotid + offset`, padded with zeros. */
  readonly pilotIdOffset: number;
  readonly pilotIdLength: number;
  /** UNITS: of every distance in its tables. */
  readonly units: 'nm' | 'mi' | 'km';
  /** LiquidUnit: of `fuelused`. */
  readonly liquidUnit: 'litre' | 'gallon' | 'kg' | 'lb';
  /** PIREP_CHECK_DUPLICATE, PIREP_TIME_CHECK: how long its FilePIREP returns an older PIREP of the same flight instead; 0 when it does not check. */
  readonly duplicateMinutes: number;
  /** ACARS_LIVE_TIME: how long its live map keeps a flight without a report, in minutes; 0 for ever. */
  readonly liveMinutes: number;
  readonly fuelDefaultPrice: number;
  readonly fuelSurchargePercent: number;
  readonly loadFactorPercent: number;
  readonly loadVariationPercent: number;
  readonly defaultMaxPax: number;
  readonly defaultMaxCargo: number;
  /** RESTRICT_AIRCRAFT_RANKS: an aircraft's `ranklevel` above the pilot's hides it from the pilot. */
  readonly restrictsAircraftByRank: boolean;
  /** DISABLE_SCHED_ON_BID: a schedule with a bid is not shown to other pilots. */
  readonly hidesBookedSchedules: boolean;
  /** DISABLE_BIDS_ON_BID: a pilot has one bid at a time. */
  readonly oneBidAtATime: boolean;
  /** SCHEDULES_ONLY_LAST_PIREP: a pilot is shown what departs where the last accepted PIREP ended. */
  readonly onlyFromLastArrival: boolean;
  /** CARGO_UNITS: of `aircraft.maxcargo`. */
  readonly cargoUnit: 'lb' | 'kg';
  /**
   * PILOT_STATUS_TYPES: which values of `retired` may log in. Null where the platform has no such list (2.1.936):
   * there anybody may, whatever `retired` says.
   */
  readonly canLoginByRetired: ReadonlyMap<number, boolean> | null;
}

/** As phpVMS 5.5.2 is installed. */
export const defaultHostSettings: HostSettings = {
  pilotIdOffset: 0,
  pilotIdLength: 4,
  units: 'nm',
  liquidUnit: 'lb',
  duplicateMinutes: 1,
  liveMinutes: 720,
  fuelDefaultPrice: 5.1,
  fuelSurchargePercent: 5,
  loadFactorPercent: 82,
  loadVariationPercent: 5,
  defaultMaxPax: 250,
  defaultMaxCargo: 10_000,
  restrictsAircraftByRank: true,
  hidesBookedSchedules: true,
  oneBidAtATime: false,
  onlyFromLastArrival: false,
  cargoUnit: 'lb',
  canLoginByRetired: new Map([
    [0, true],
    [1, false],
    [2, false],
    [3, true],
  ]),
};

const unitsPerNm = { nm: 1, mi: 1.150779448, km: 1.852 } as const;
/** Jet A-1 at 15 °C weighs 6.7 lb a US gallon. */
const unitsPerLb = { lb: 1, kg: 0.45359237, gallon: 1 / 6.7, litre: 3.785411784 / 6.7 } as const;

export function distanceInUnits(settings: HostSettings, nm: number): number {
  return nm * unitsPerNm[settings.units];
}

export function distanceInNm(settings: HostSettings, units: number): number {
  return units / unitsPerNm[settings.units];
}

export function fuelInUnits(settings: HostSettings, lb: number): number {
  return lb * unitsPerLb[settings.liquidUnit];
}

export function fuelInLb(settings: HostSettings, units: number): number {
  return units / unitsPerLb[settings.liquidUnit];
}

export function cargoInLb(settings: HostSettings, units: number): number {
  return units / unitsPerLb[settings.cargoUnit];
}
