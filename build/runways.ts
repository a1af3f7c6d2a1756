import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { numberOf, numberOrNull, type Row, textOf } from '../src/lib/row.ts';

/**
 * `node build/runways.ts airports.sqlite` makes `src/lib/runways/runways.csv` from the data of OurAirports (public
 * domain, https://ourairports.com/data/), as the package `airport-db` ships them in `dist/assets/airports.sqlite`.
 * Kept: runways of aeroplanes whose two ends have coordinates. Left out: closed airports, heliports, balloon ports.
 */
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Usage: node build/runways.ts airports.sqlite');

const query = `SELECT a.icao AS airport, a.elevation_ft AS airportFt, r.length_ft AS lengthFt, r.width_ft AS widthFt,
    l.ident AS low, l.latitude_deg AS lowLat, l.longitude_deg AS lowLon, l.elevation_ft AS lowFt,
    l.displaced_threshold_ft AS lowDisplacedFt,
    h.ident AS high, h.latitude_deg AS highLat, h.longitude_deg AS highLon, h.elevation_ft AS highFt,
    h.displaced_threshold_ft AS highDisplacedFt
  FROM runways r JOIN airports a ON a.id = r.airport_id
    JOIN runway_ends l ON l.runway_id = r.id JOIN runway_ends h ON h.runway_id = r.id AND h.id > l.id
  WHERE a.type NOT IN ('closed', 'heliport', 'balloonport')
  ORDER BY a.icao, l.ident, h.ident, r.id`;

/** The longest runway of the world has 18,000 ft; longer ones, and those of no length, are mistakes. */
const maxLengthFt = 25_000;
const minLengthFt = 300;

const database = new DatabaseSync(source, { readOnly: true });
const lines = database.prepare(query).all().flatMap(lineOf);
const text = `${[header(), ...lines].join('\n')}\n`;
const file = join(import.meta.dirname, '../src/lib/runways/runways.csv');
writeFileSync(file, text);
console.log(`${file}: ${lines.length} runways, ${Buffer.byteLength(text)} bytes.`);

function header(): string {
  return 'airport,end,other_end,lat,lon,other_lat,other_lon,elevation_ft,other_elevation_ft,displaced_ft,other_displaced_ft,width_ft';
}

/** Degrees are multiples of 1/100,000, about a metre; the second end is relative to the first. */
function lineOf(row: Row): readonly string[] {
  const at = (column: string) => Math.round(numberOf(row, column) * 1e5);
  const [lat, lon] = [at('lowLat'), at('lowLon')];
  const [dLat, dLon] = [at('highLat') - lat, at('highLon') - lon];
  const metres = Math.hypot(dLat * 1.1132, dLon * 1.1132 * Math.cos((lat / 1e5) * (Math.PI / 180)));
  const lengthFt = metres / 0.3048;
  const claimedFt = numberOf(row, 'lengthFt');
  if (lengthFt < minLengthFt || lengthFt > maxLengthFt) return [];
  // Where the ends contradict the length by more than a fifth, one of them is wrong.
  if (claimedFt > 0 && Math.abs(lengthFt - claimedFt) > claimedFt / 5) return [];
  const airportFt = numberOrNull(row, 'airportFt');
  const feet = (column: string) => Math.round(numberOrNull(row, column) ?? airportFt ?? 0);
  const displaced = (column: string) => {
    const value = Math.round(numberOrNull(row, column) ?? 0);
    return value > 0 && value < lengthFt / 2 ? value : '';
  };
  const names = ['airport', 'low', 'high'].map((column) => textOf(row, column).replaceAll(/[^A-Z0-9-]/g, ''));
  return [
    [
      ...[...names, lat, lon, dLat, dLon, feet('lowFt'), feet('highFt')],
      ...[displaced('lowDisplacedFt'), displaced('highDisplacedFt'), Math.round(numberOf(row, 'widthFt'))],
    ].join(','),
  ];
}
