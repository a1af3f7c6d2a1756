import { flag, integer, matching, type StoredKind, stored } from '../../lib/setting-kinds.ts';

/** What people are told of a rule of the crew center, and what its value may be. */
export interface HostRule extends StoredKind {
  /** A few words. */
  readonly title: string;
  /** What it does, one or two sentences. */
  readonly about: string;
  readonly unit: string | null;
}

export type HostValueType = 'boolean' | 'number' | 'text';

type Unit = Pick<HostRule, 'unit'>;

function whole(least: number, most: number, unit: string | null): StoredKind & Unit {
  return { ...stored(integer(least, most)), unit };
}

function fitting(pattern: RegExp, bounds: string): StoredKind & Unit {
  return { ...stored(matching(pattern, bounds)), unit: null };
}

const yesOrNo: StoredKind & Unit = { ...stored(flag), unit: null };

function rule(title: string, about: string, kind: StoredKind & Unit = yesOrNo): HostRule {
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
  'flights.allow_charters': rule(
    'Charters',
    'Pilots may book flights of their own making, with clients that offer it. Charters that are booked already stay.',
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
    fitting(/^[A-Za-z0-9]{0,8}$/, 'at most 8 letters and digits, or empty'),
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
    boolean: yesOrNo,
    number: whole(0, 999_999, null),
    text: fitting(/^.{0,191}$/u, 'at most 191 characters'),
  };
  return rule(name, '', kind[type]);
}
