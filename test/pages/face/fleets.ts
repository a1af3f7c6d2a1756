import { greatCircle } from '../../../src/lib/great-circle.ts';
import type { Position } from '../../../src/tracking/model.ts';
import { courseDeg } from '../../../src/web/browser/geo.js';
import { placeFrom } from '../../flight-model/way.ts';
import { flyFleet } from '../made-fleet.ts';
import type { Site } from '../site.ts';
import { moment } from './moment.ts';

type AirportRow = readonly [icao: string, name: string, lat: number, lon: number];

const airports: readonly AirportRow[] = [
  ['LSZH', 'Zurich Airport', 47.4647, 8.5492],
  ['KJFK', 'John F. Kennedy International Airport', 40.6398, -73.7789],
  ['EGLL', 'London Heathrow Airport', 51.4706, -0.4619],
  ['EDDF', 'Frankfurt Airport', 50.0333, 8.5706],
  ['OMDB', 'Dubai International Airport', 25.2528, 55.3644],
  ['LFPG', 'Charles de Gaulle International Airport', 49.0128, 2.55],
  ['VHHH', 'Hong Kong International Airport', 22.3089, 113.9146],
  ['KLAX', 'Los Angeles International Airport', 33.9425, -118.4081],
  ['LEMD', 'Adolfo Suárez Madrid–Barajas Airport', 40.4719, -3.5626],
  ['SBGR', 'Guarulhos International Airport', -23.4356, -46.4731],
  ['RJTT', 'Tokyo Haneda International Airport', 35.5523, 139.78],
  ['ENGM', 'Oslo Gardermoen Airport', 60.1939, 11.1004],
  ['FAOR', 'O. R. Tambo International Airport', -26.1392, 28.246],
  ['LIRF', 'Rome Fiumicino Leonardo da Vinci Airport', 41.8003, 12.2389],
  ['WSSS', 'Singapore Changi Airport', 1.3502, 103.994],
  ['KORD', "Chicago O'Hare International Airport", 41.9786, -87.9048],
  ['YSSY', 'Sydney Kingsford Smith International Airport', -33.9461, 151.177],
  ['LTFM', 'Istanbul Airport', 41.2613, 28.7419],
  ['MMUN', 'Cancun International Airport', 21.0365, -86.8771],
  ['BIKF', 'Keflavik International Airport', 63.985, -22.6056],
  ['LOWW', 'Vienna International Airport', 48.1103, 16.5697],
  ['GCLP', 'Gran Canaria Airport', 27.9319, -15.3866],
  ['CYYZ', 'Toronto Pearson International Airport', 43.6772, -79.6306],
];
const heathrow = { lat: 51.4706, lon: -0.4619 };

/** Flights over the whole world, along the great circles between its airports, that climb and descend near them. */
export function flyWorld(site: Site, count: number): void {
  flyFleet(site, count, (index) => {
    const from = airportAt(index * 7 + Math.floor(index / airports.length));
    const to = airportAt(index * 7 + Math.floor(index / airports.length) + 1 + (index % 11));
    const steps = 100;
    const step = 3 + ((index * 37) % (steps - 6));
    const way = greatCircle(from, to, steps);
    const [here = from, next = to] = [way[step], way[step + 1]];
    const left = Math.min(step, steps - step);
    // Some have not been heard of for a while.
    const receivedAt = index % 41 === 7 ? moment - 540_000 : moment;
    return {
      plan: { departure: from, arrival: to },
      position: at(here, {
        headingDeg: courseDeg(here, next),
        receivedAt,
        altitudeMslFt: Math.min(31_000 + (index % 9) * 1_000, 2_500 * left),
        groundSpeedKt: Math.min(440 + (index % 7) * 10, 160 + 25 * left),
        verticalSpeedFpm: left > 12 ? 0 : step < 50 ? 1_500 : -1_400,
      }),
      phase: left > 12 ? 'cruise' : step < 50 ? 'climb' : 'descent',
    };
  });
}

/** A busy evening at Heathrow: at the gates, on two finals, climbing out and in four holds, one above another. */
export function flyHeathrow(site: Site, count: number): void {
  flyFleet(site, count, (index) => {
    const other = airportAt(index + 3);
    const isArrival = index < 24 ? index % 2 === 0 : index < 40 || index >= 52;
    const [departure, arrival] = isArrival ? [other, airportAt(2)] : [airportAt(2), other];
    const { position, phase } = nearHeathrow(index, isArrival);
    return { plan: { departure, arrival }, position, phase };
  });
}

function nearHeathrow(index: number, isArrival: boolean) {
  if (index < 24) {
    const gate = placeFrom(heathrow, 90, 200 * (index % 6) - 500, 260 * Math.floor(index / 6) - 400);
    const phase = isArrival ? ('arrived' as const) : ('boarding' as const);
    const stands = { headingDeg: (index * 90) % 360, altitudeMslFt: 83, groundSpeedKt: 0, onGround: true };
    return { position: at(gate, stands), phase };
  }
  if (index < 40) {
    const nm = 2 + (index - 24) * 2.2;
    const final = placeFrom(heathrow, 90, nm * 1_852, index % 2 === 0 ? 700 : -700);
    const flies = { headingDeg: 270, altitudeMslFt: 83 + nm * 318, groundSpeedKt: 145 + nm, verticalSpeedFpm: -750 };
    return { position: at(final, flies), phase: 'approach' as const };
  }
  if (index < 52) {
    const nm = 4 + (index - 40) * 4;
    const course = 250 + ((index * 31) % 60);
    const flies = { headingDeg: course, altitudeMslFt: 1_500 + nm * 300, groundSpeedKt: 250, verticalSpeedFpm: 1_900 };
    return { position: at(placeFrom(heathrow, course, nm * 1_852), flies), phase: 'climb' as const };
  }
  const hold = placeFrom(heathrow, 45 + 90 * (index % 4), 22 * 1_852);
  const flies = { headingDeg: (index * 47) % 360, altitudeMslFt: 8_000 + 1_000 * Math.floor((index - 52) / 4) };
  return { position: at(hold, { ...flies, groundSpeedKt: 220, verticalSpeedFpm: 0 }), phase: 'descent' as const };
}

function at(place: { readonly lat: number; readonly lon: number }, flies: Partial<Position>): Partial<Position> {
  const { lat, lon } = place;
  return { lat, lon: ((((lon + 180) % 360) + 360) % 360) - 180, recordedAt: moment, receivedAt: moment, ...flies };
}

function airportAt(index: number) {
  const [icao, name, lat, lon] = airports[index % airports.length] ?? ['EGLL', 'London Heathrow Airport', 51.47, -0.46];
  return { icao, name, lat, lon };
}
