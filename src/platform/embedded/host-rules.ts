/** What people are told of a rule of the crew center, and what its value may be. */
export interface HostRule {
  /** A few words. */
  readonly title: string;
  /** What it does, one or two sentences. */
  readonly about: string;
  readonly unit: string | null;
  readonly bounds: string;
  /** The value as it is stored, or what is wrong with it. */
  parse(text: string): { readonly value: string } | { readonly problem: string };
}

export type HostValueType = 'boolean' | 'number' | 'text';

type Kind = Pick<HostRule, 'bounds' | 'unit' | 'parse'>;

const flag: Kind = {
  bounds: 'true or false',
  unit: null,
  parse(text) {
    if (/^(true|1|yes|on)$/i.test(text)) return { value: 'true' };
    return /^(false|0|no|off)$/i.test(text) ? { value: 'false' } : { problem: 'must be true or false' };
  },
};

function matching(pattern: RegExp, bounds: string): Kind {
  const parse: Kind['parse'] = (text) => (pattern.test(text) ? { value: text } : { problem: `must be ${bounds}` });
  return { bounds, unit: null, parse };
}

function whole(least: number, most: number, unit: string | null): Kind {
  const bounds = `a whole number from ${least} to ${most}`;
  const parse: Kind['parse'] = (text) => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? { value: String(number) } : { problem: `must be ${bounds}` };
  };
  return { bounds, unit, parse };
}

function rule(title: string, about: string, kind: Kind = flag): HostRule {
  return { title, about, ...kind };
}

const rules: Readonly<Record<string, HostRule>> = {
  'bids.allow_multiple_bids': rule(
    'Several bids for a pilot',
    'A pilot may hold more than one bid at a time. Bids that are there already stay.',
  ),
  'bids.block_aircraft': rule('A bid keeps its aircraft', 'An aircraft that a bid names is kept from other pilots.'),
  'bids.disable_flight_on_bid': rule(
    'One bid for a schedule',
    'A schedule that somebody has a bid on takes no other bid.',
  ),
  'flights.only_company_aircraft': rule(
    'Only aircraft of the airline',
    'A flight may be flown only with aircraft of the airline that its schedule belongs to.',
  ),
  'general.allow_unadded_airports': rule(
    'Airports that are not in the list',
    'Flights may go to and from airports that the crew center does not know.',
  ),
  'pilots.only_flights_from_current': rule(
    'Only from where the pilot is',
    'A flight must start at the airport where the pilot’s last one ended.',
  ),
  'pilots.count_transfer_hours': rule(
    'Transferred hours count',
    'Hours that a pilot brought from another airline count for the rank.',
  ),
  'pilots.id_length': rule(
    'Digits of a pilot’s ident',
    'The number in an ident is filled up with zeros: DMO0001 has four. Idents of all pilots change with it.',
    whole(1, 10, 'digits'),
  ),
  'pilots.id_code': rule(
    'Letters of a pilot’s ident',
    'What an ident begins with, for all pilots; empty means the ICAO code of the pilot’s airline.',
    matching(/^[A-Za-z0-9]{0,8}$/, 'at most 8 letters and digits, or empty'),
  ),
  'pireps.duplicate_check_time': rule(
    'Time between two equal PIREPs',
    'A pilot who has filed a flight may start the same flight again only after this time; 0 means at once.',
    whole(0, 1_440, 'minutes'),
  ),
  'pireps.handle_diversion': rule(
    'Diversions move pilot and aircraft',
    'After a landing elsewhere than planned, pilot and aircraft are where they landed.',
  ),
  'pireps.only_aircraft_at_dpt_airport': rule(
    'Only aircraft at the departure',
    'A flight may be flown only with aircraft that stand at its departure airport.',
  ),
  'pireps.restrict_aircraft_to_rank': rule(
    'Only aircraft of the rank',
    'A pilot may fly only the fleets that are given to the pilot’s rank.',
  ),
  'acars.live_time': rule(
    'Time on a map by last change',
    'So long after its last report a flight counts as live for maps that go by the PIREP’s last change; 0 means for ever. The live map here goes by the reports themselves.',
    whole(0, 8_760, 'hours'),
  ),
};

/** A rule that is not ours (a module may add some) is known by the name that its row has. */
export function hostRule(key: string, type: HostValueType, name: string): HostRule {
  const known = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (known !== undefined) return known;
  const kind = {
    boolean: flag,
    number: whole(0, 999_999, null),
    text: matching(/^.{0,191}$/u, 'at most 191 characters'),
  };
  return rule(name, '', kind[type]);
}
