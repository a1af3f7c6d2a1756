import type { Place } from '../../lib/geo.ts';
import { arrivalOf, missedArrivalOf } from '../../tracking/figures/arrival.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { type Airport, type Flight, flightName } from '../../tracking/model.ts';
import type { KnownFigure, KnownFigures } from './known-figures.ts';
import type { TrackPoint } from './read-track.ts';

/** What a picture of a flight shows: the same for everyone, so no pilot and no words of the client. Texts are not escaped. */
export interface FlightPicture {
  readonly airline: string;
  /** The crew center's colour, `#rrggbb`; null for ours. */
  readonly color: string | null;
  /** Absent or null where the crew center has none. */
  readonly logo?: PictureLogo | null;
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

/** The crew center's logo: an address that holds the image itself, and its width as a multiple of its height. */
export interface PictureLogo {
  readonly address: string;
  readonly ratio: number;
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
  { track, figures }: { readonly track: readonly TrackPoint[]; readonly figures: KnownFigures },
  airline: { readonly name: string; readonly color: string | null; readonly logo?: PictureLogo | null },
): FlightPicture {
  const { plan, state } = flight;
  const planned = missedArrivalOf(flight);
  const isUnderWay = flight.endedAt === null && state !== 'filing';
  return {
    airline: airline.name,
    color: airline.color,
    logo: airline.logo ?? null,
    callsign: flightName(plan),
    aircraft: [flight.aircraft?.icao, flight.aircraft?.registration].filter(Boolean).join(' · '),
    state: planned === null ? states[state] : `Diverted, planned ${planned.icao}`,
    day: new Date(figures.leftAt ?? track[0]?.at ?? flight.startedAt).toISOString().slice(0, 10),
    departure: endOf(plan.departure, figures.leftAt),
    arrival: endOf(arrivalOf(flight), figures.arrivedAt),
    isUnderWay,
    figures: linesOf(figures, isUnderWay),
    track,
  };
}

function linesOf({ flightTimeMin, distanceNm, landingRateFpm }: KnownFigures, isUnderWay: boolean) {
  return [
    ...lineOf(isUnderWay ? 'Time so far' : 'Block time', flightTimeMin, hoursText),
    ...lineOf('Distance', distanceNm, (nm) => `${wholeText(nm)} nm`),
    ...lineOf('Landing', landingRateFpm, (fpm) => `${wholeText(fpm)} ft/min`),
  ];
}

function endOf({ icao, name, lat, lon }: Airport, at: number | null): PictureEnd {
  const time = at === null ? null : `${new Date(at).toISOString().slice(11, 16)}Z`;
  return { icao, name, place: lat === null || lon === null ? null : { lat, lon }, time };
}

function lineOf(name: string, figure: KnownFigure | null, write: (value: number) => string): readonly PictureFigure[] {
  return figure === null ? [] : [{ name, text: write(figure.value), mark: figure.isEstimated ? 'estimate' : null }];
}

function hoursText(minutes: number): string {
  const whole = Math.round(minutes);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} h`;
}

function wholeText(value: number): string {
  return Math.round(value).toLocaleString('en').replace('-', '−');
}
