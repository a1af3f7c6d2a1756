import { sided } from '../flight/landing-lines.ts';
import {
  alongOf,
  besideOf,
  type Flown,
  type FlownFigures,
  isSure,
  lateOf,
  onTimeMin,
  ratesOf,
} from '../safety/flown-figures.ts';
import { minFlights, minPilots, quantileOf } from '../safety/spread.ts';
import { type Visitor, visitorOf } from '../visitor/visitor.ts';
import type { MyScope } from './my-pages.ts';
import { drawPlaces, type MappedPlace } from './place-map.ts';
import { drawTouchdowns } from './touchdown-plot.ts';

/** The most visited, as rows of the table and as dots of the map. */
const maxAirports = 30;
const maxDots = 300;
/** The newest, as rows of the table. */
const maxLandings = 100;

interface Group {
  readonly name: string;
  readonly flights: number;
  readonly hours: number;
}

/** Registers what a pilot flew in the last twelve months, as Tracker filed it, beside what is usual at the airline. */
export function registerStatistics({ scope, parts, pilotOf, show }: MyScope): void {
  scope.get('/my/statistics', async (request, reply) => {
    const { pilot } = pilotOf(request);
    const { flown, since, readAt, isWhole } = await parts.safety.read();
    const flights = flown.of(pilot.id);
    const late = lateOf(flights);
    const airports = airportsOf(flights);
    const landings = flights.filter(({ rateFpm, touchdown }) => rateFpm !== null || touchdown !== null);
    landings.splice(maxLandings);
    const visitor = visitorOf(request);
    return show(request, reply, {
      title: 'Statistics',
      titleKey: 'my.statistics',
      view: 'my/statistics',
      section: 'my/statistics',
      styles: ['vendor/uplot.css'],
      scripts: ['vendor/uplot.js', 'my/main.js'],
      data: {
        since,
        readAt,
        isWhole,
        count: flights.length,
        months: groupsOf(flights, ({ at }) => new Date(at).toISOString().slice(0, 7)).sort((a, b) =>
          a.name < b.name ? -1 : 1,
        ),
        types: groupsOf(flights, ({ type }) => type ?? '–').sort((a, b) => b.flights - a.flights),
        airports: airports.slice(0, maxAirports),
        map: drawPlaces(placed(airports.slice(0, maxDots), flown), null),
        hasLogbook: parts.logbook !== null,
        landings: landings.map((each) => rowOf(each, visitor)),
        middle: quantileOf(ratesOf(flights), 0.5),
        spread: flown.spreadOf(ratesOf),
        touchdowns: touchdownsOf(landings, flown, visitor),
        onTime: late.filter((each) => each < onTimeMin).length,
        scheduled: late.length,
        airlineOnTime: flown.onTimeShare(),
        minFlights,
        minPilots,
      },
    });
  });
}

function groupsOf(flights: readonly Flown[], nameOf: (flown: Flown) => string): Group[] {
  const groups = new Map<string, { flights: number; minutes: number }>();
  for (const flown of flights) {
    const name = nameOf(flown);
    const { flights: count, minutes } = groups.get(name) ?? { flights: 0, minutes: 0 };
    groups.set(name, { flights: count + 1, minutes: minutes + (flown.minutes ?? 0) });
  }
  return [...groups].map(([name, { flights: count, minutes }]) => ({ name, flights: count, hours: minutes / 60 }));
}

/** A landing as a row of the table; `data-rate` is for the plot. */
function rowOf({ flightId, at, airports, rateFpm, lateMin, touchdown }: Flown, visitor: Visitor) {
  const { figures } = visitor;
  const length = (metres: number) => figures.length(metres);
  return {
    flightId,
    at,
    airports,
    rateFpm,
    lateMin,
    along: touchdown && length(touchdown.fromThresholdM),
    beside: touchdown && isSure(touchdown) ? sided(visitor, touchdown.offCentreM, length) : null,
    isEstimate: touchdown !== null && !isSure(touchdown),
  };
}

/** Where these landings touched down, with what is usual at the airline; null where no place is known. */
function touchdownsOf(landings: readonly Flown[], flown: FlownFigures, { figures }: Visitor) {
  const spread = flown.spreadOf(alongOf);
  const plot = drawTouchdowns(landings, spread, figures.units);
  if (plot === null) return null;
  const [along, beside] = [alongOf, besideOf].map((valuesOf) => quantileOf(valuesOf(landings), 0.5));
  return { plot, along, beside, spread, besideSpread: flown.spreadOf(besideOf) };
}

interface Visited {
  readonly icao: string;
  readonly count: number;
}

/** The most visited first. */
function airportsOf(flights: readonly Flown[]): readonly Visited[] {
  const visits = new Map<string, number>();
  for (const icao of flights.flatMap(({ airports }) => airports)) visits.set(icao, (visits.get(icao) ?? 0) + 1);
  return [...visits].map(([icao, count]) => ({ icao, count })).sort((a, b) => b.count - a.count);
}

/** Those of which a plan says where they are. */
function placed(airports: readonly Visited[], flown: Pick<FlownFigures, 'placeOf'>): readonly MappedPlace[] {
  return airports.flatMap(({ icao, count }) => {
    const place = flown.placeOf(icao);
    return place === null ? [] : [{ icao, count, lat: place.lat, lon: place.lon }];
  });
}
