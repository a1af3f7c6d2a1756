import { didYouMean } from '../../lib/nearest.ts';
import { textOf, textOrNull } from '../../lib/row.ts';
import type { CrewCenter } from './crew-center.ts';

/** How many airports are named. */
const maxNamed = 3;

/** Returns `there is no airport ZRH. Did you mean LSZH (Zurich)?`: by IATA code, by name, or one letter away. */
export function noAirport(crewCenter: CrewCenter, code: string): string {
  const found = similarAirports(crewCenter, code.trim());
  const names = found.map(({ icao, name }) => `${icao} (${name})`);
  if (names.length === 0) return `there is no airport ${code}. Enter its ICAO code.`;
  return `there is no airport ${code}. Did you mean ${names.join(' or ')}?`;
}

/** Returns `there is no airline DMX. Did you mean "DMO"?`. */
export function noAirline(crewCenter: CrewCenter, code: string): string {
  const rows = crewCenter.all('SELECT icao, iata FROM airlines WHERE deleted_at IS NULL ORDER BY icao');
  if (rows.length === 0) return `there is no airline ${code} yet; add one first.`;
  const codes = rows.flatMap((row) => [textOf(row, 'icao'), textOrNull(row, 'iata') ?? []].flat());
  return `there is no airline ${code}.${didYouMean(code, codes) || ` The airlines are ${codes.join(', ')}.`}`;
}

interface Similar {
  readonly icao: string;
  readonly name: string;
}

/** The code of another system or the name decides; only else codes that are written alike. Airports in use come first. */
function similarAirports(crewCenter: CrewCenter, text: string): readonly Similar[] {
  const find = (condition: string, ...values: readonly string[]) =>
    crewCenter
      .all(
        `SELECT p.id, p.name FROM airports p WHERE p.deleted_at IS NULL AND (${condition})
         ORDER BY EXISTS (SELECT 1 FROM flights f WHERE f.dpt_airport_id = p.id OR f.arr_airport_id = p.id) DESC,
           coalesce(p.iata, '') = '', p.id LIMIT ${maxNamed}`,
        ...values,
      )
      .map((row) => ({ icao: textOf(row, 'id'), name: textOf(row, 'name') }));
  const sameIata = find('p.iata = ?', text.toUpperCase());
  if (sameIata.length > 0) return sameIata;
  const byName = text.length < 4 ? [] : find("p.name LIKE '%' || ? || '%'", text.replace(/[%_]/g, ''));
  if (byName.length > 0) return byName;
  const patterns = JSON.stringify(oneLetterAway(text.toUpperCase().replace(/[^A-Z0-9]/g, '')));
  return find('EXISTS (SELECT 1 FROM json_each(?) e WHERE p.id LIKE e.value)', patterns);
}

/** As patterns of LIKE: two letters swapped, one changed, one missing, one too many. */
function oneLetterAway(code: string): readonly string[] {
  if (code.length < 3 || code.length > 5) return [];
  const places = Array.from(code, (_, at) => at);
  return [
    ...places.slice(1).map((at) => `${code.slice(0, at - 1)}${code[at]}${code[at - 1]}${code.slice(at + 1)}`),
    ...places.map((at) => `${code.slice(0, at)}_${code.slice(at + 1)}`),
    ...[...places, code.length].map((at) => `${code.slice(0, at)}_${code.slice(at)}`),
    ...places.map((at) => code.slice(0, at) + code.slice(at + 1)),
  ];
}
