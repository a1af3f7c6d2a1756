import { flightName } from '../../lib/flight-name.ts';
import type { Place } from '../../lib/geo.ts';
import type { FlightView } from '../../tracking/flight-view.ts';
import type { Fold } from '../../tracking/fold-state.ts';
import type { Airport, Flight, Pirep } from '../../tracking/model.ts';
import type { Flown, TrackPoint } from './read-flown.ts';

/** What a picture of a flight shows: the same for everyone, so no pilot and no words of the client. Texts are not escaped. */
export interface FlightPicture {
  readonly airline: string;
  /** The crew center's colour, `#rrggbb`; null for ours. */
  readonly color: string | null;
  readonly callsign: string;
  readonly aircraft: string;
  readonly state: string;
  /** Day of the first report, UTC. */
  readonly day: string;
  readonly departure: PictureEnd;
  readonly arrival: PictureEnd;
  readonly isUnderWay: boolean;
  readonly figures: readonly PictureFigure[];
  readonly track: readonly TrackPoint[];
}

/** An end of the flight and the time there, `10:05Z`; null when it is unknown. */
export interface PictureEnd {
  readonly icao: string;
  readonly name: string | null;
  readonly place: Place | null;
  readonly time: string | null;
}

export interface PictureFigure {
  readonly name: string;
  readonly text: string;
  /** `estimate`, or null. */
  readonly mark: string | null;
}

const states: Readonly<Record<Flight['state'], string>> = {
  starting: 'Starting',
  open: 'In progress',
  suspended: 'Suspended',
  filing: 'Landed',
  filed: 'Landed',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
};

/** Returns the content of the picture of this flight. */
export function flightPicture(
  { flight }: Pick<FlightView, 'flight'>,
  { track, totals }: Flown,
  airline: { readonly name: string; readonly color: string | null },
): FlightPicture {
  const { plan, state, receipt } = flight;
  const figures = receipt === null ? figuresSoFar(totals) : figuresFiled(receipt.pirep);
  return {
    airline: airline.name,
    color: airline.color,
    callsign: flightName(plan),
    aircraft: [flight.aircraft?.icao, flight.aircraft?.registration].filter(Boolean).join(' · '),
    state: states[state],
    day: new Date(figures.leftAt ?? track[0]?.at ?? flight.startedAt).toISOString().slice(0, 10),
    departure: endOf(plan.departure, figures.leftAt),
    arrival: endOf(receipt?.pirep.diversion ?? plan.arrival, figures.arrivedAt),
    isUnderWay: flight.endedAt === null && state !== 'filing',
    figures: figures.lines,
    track,
  };
}

interface Figures {
  readonly leftAt: number | null;
  readonly arrivedAt: number | null;
  readonly lines: readonly PictureFigure[];
}

function figuresFiled({ basis, ...pirep }: Pirep): Figures {
  const line = (
    name: string,
    figure: 'flightTimeMin' | 'distanceNm' | 'landingRateFpm',
    write: (value: number) => string,
  ) => lineOf(name, pirep[figure], basis[figure] === 'estimated', write);
  return {
    leftAt: pirep.blockOffAt ?? pirep.takeoffAt,
    arrivedAt: pirep.blockOnAt ?? pirep.landingAt,
    lines: [
      ...line('Block time', 'flightTimeMin', hoursText),
      ...line('Distance', 'distanceNm', distanceText),
      ...line('Landing', 'landingRateFpm', (value) => `${wholeText(value)} ft/min`),
    ],
  };
}

/** What the reports so far show. */
function figuresSoFar(totals: Fold | null): Figures {
  const leftAt = totals?.blockOff?.at ?? totals?.takeoff?.at ?? null;
  const minutes = leftAt === null || !totals?.last ? null : (totals.last.recordedAt - leftAt) / 60_000;
  const distanceNm = totals === null || totals.positionCount < 2 ? null : totals.distanceNm;
  return {
    leftAt,
    arrivedAt: null,
    lines: [
      ...lineOf('Time so far', minutes, false, hoursText),
      ...lineOf('Distance', distanceNm, totals?.hasGap === true, distanceText),
    ],
  };
}

function endOf({ icao, name, lat, lon }: Airport, at: number | null): PictureEnd {
  const time = at === null ? null : `${new Date(at).toISOString().slice(11, 16)}Z`;
  return { icao, name, place: lat === null || lon === null ? null : { lat, lon }, time };
}

function lineOf(
  name: string,
  value: number | null,
  isEstimate: boolean,
  write: (value: number) => string,
): readonly PictureFigure[] {
  return value === null ? [] : [{ name, text: write(value), mark: isEstimate ? 'estimate' : null }];
}

function hoursText(minutes: number): string {
  const whole = Math.round(minutes);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} h`;
}

function distanceText(nm: number): string {
  return `${wholeText(nm)} nm`;
}

function wholeText(value: number): string {
  return Math.round(value).toLocaleString('en').replace('-', '−');
}
