import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { textOf } from '../src/lib/row.ts';

/**
 * `node build/cities.ts airports.sqlite` makes `src/lib/cities/cities.csv` from the data of OurAirports (public domain,
 * https://ourairports.com/data/), as the package `airport-db` ships them in `dist/assets/airports.sqlite`. Kept: large and
 * medium airports with an ICAO code.
 */
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Usage: node build/cities.ts airports.sqlite');

const query = `SELECT icao, city FROM airports
  WHERE type IN ('large_airport', 'medium_airport') AND length(icao) = 4 AND city <> '' ORDER BY icao`;

const database = new DatabaseSync(source, { readOnly: true });
const lines = database
  .prepare(query)
  .all()
  .map((row) => `${textOf(row, 'icao')},${shortName(textOf(row, 'city'))}`);
const text = `${['icao,city', ...lines].join('\n')}\n`;
const file = join(import.meta.dirname, '../src/lib/cities/cities.csv');
writeFileSync(file, text);
console.log(`${file}: ${lines.length} airports, ${Buffer.byteLength(text)} bytes.`);

/** Some have a further name behind, in parentheses or after a slash. */
function shortName(city: string): string {
  const [first = city] = city.replaceAll(/\s+/g, ' ').split(/[(/;]/);
  return first.trim() || city.trim();
}
