import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of large and medium airports, by ICAO code, where the airport's name does not say its city; read on first use. */
let cities: ReadonlyMap<string, string> | null = null;

/** Where in an airport's name its city ends. */
const kindOfAirport = /(?: international| intl| regional| municipal)? (?:airport|airfield|aerodrome|air base)\b/i;

/** Returns the city of an airport: from the data of OurAirports, else what its name says before the word “Airport”; without a name its code. */
export function cityOf({ icao, name }: { readonly icao: string; readonly name: string | null }): string {
  cities ??= readCities();
  return cities.get(icao) ?? cityIn(name ?? '') ?? icao;
}

/** Returns the city in an airport's name; null for an empty name. */
export function cityIn(name: string): string | null {
  const [plain = ''] = name.split('(');
  const city = plain.slice(0, kindOfAirport.exec(plain)?.index).trim();
  return city === '' ? null : city;
}

function readCities(): ReadonlyMap<string, string> {
  const lines = readFileSync(join(import.meta.dirname, 'cities.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(',')), line.slice(line.indexOf(',') + 1)]));
}
