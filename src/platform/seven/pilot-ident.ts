/** An airline as idents name it. */
export interface IdentAirline {
  readonly id: number;
  readonly icao: string;
  readonly iata: string | null;
}

/** Returns the ident of a pilot (app/Models/User.php, `ident`). @param idCode - stands in place of the airline's code; may be empty */
export function pilotIdent(
  { idCode, idLength }: { readonly idCode: string; readonly idLength: number },
  airlineIcao: string | null,
  number: number,
): string {
  return `${idCode || (airlineIcao ?? '')}${String(number).padStart(idLength, '0')}`;
}

/** Whom an ident may mean: the pilot of this number, of this airline or of any (null). */
export interface IdentMeaning {
  readonly airlineId: number | null;
  readonly number: number;
}

/**
 * Reads an ident (`ALP0001`) as what it may mean, the most exact first. Version 7 itself takes the first airline whose code occurs
 * anywhere in the text (app/Services/UserService.php, findUserByPilotId), so that nobody of `AFR` signs in beside an older `AF`. Here the
 * code that stands in front counts first, a longer one before a shorter one, and the airlines are in the order of their ids.
 * @param shownCode - the setting `pilots.id_code`, which stands in place of the airline's code
 */
export function readIdent(
  login: string,
  airlines: readonly IdentAirline[],
  shownCode: string | null,
): readonly IdentMeaning[] {
  const text = login.trim().toUpperCase();
  // The number alone is unique too, and all that some clients take.
  const shown = [...numberOf(text), ...(shownCode ? inFront(text, shownCode.toUpperCase()) : [])];
  const coded = airlines
    .flatMap(({ id, icao, iata }) => [icao, iata ?? ''].map((code) => ({ airlineId: id, code: code.toUpperCase() })))
    .filter(({ code }) => code !== '');
  const exact = coded
    .toSorted((a, b) => b.code.length - a.code.length)
    .flatMap(({ airlineId, code }) => inFront(text, code).map((number) => ({ airlineId, number })));
  const loose = coded.flatMap(({ airlineId, code }) =>
    text.includes(code) ? numberOf(text.replaceAll(code, '')).map((number) => ({ airlineId, number })) : [],
  );
  return [...shown.map((number) => ({ airlineId: null, number })), ...exact, ...loose];
}

const inFront = (text: string, code: string) => (text.startsWith(code) ? numberOf(text.slice(code.length)) : []);

const numberOf = (text: string): readonly number[] => (/^\d{1,15}$/.test(text) ? [Number(text)] : []);

/** As the platform shows pilots to others (app/Models/User.php, `namePrivate`): the last name as its initial. */
export function shortName(name: string): string {
  const parts = name.trim().split(/\s+/);
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(' ')} ${[...last][0] ?? ''}`;
}
