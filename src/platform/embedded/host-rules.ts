import { flag, integer, type Kind, matching, oneOf, type StoredKind, stored } from '../../lib/setting-kinds.ts';
import { table } from '../../lib/table.ts';
import type { Registration } from './host-settings.ts';

/** Title, description and allowed values of a rule of the crew center. */
export interface HostRule extends StoredKind {
  /** A noun phrase. */
  readonly title: string;
  /** One or two sentences that say what it does. */
  readonly about: string;
  readonly unit: string | null;
  /** The values to choose from, each with its name; absent for others. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Whether the value has several lines. */
  readonly isLong?: boolean;
}

export type HostValueType = 'boolean' | 'number' | 'text';

type Unit = Pick<HostRule, 'unit' | 'choices' | 'isLong'>;

function whole(min: number, max: number, unit: string | null): StoredKind & Unit {
  return { ...stored(integer(min, max)), unit };
}

function fitting(pattern: RegExp, bounds: string): StoredKind & Unit {
  return { ...stored(matching(pattern, bounds)), unit: null };
}

function chosen(choices: Readonly<Record<string, string>>): StoredKind & Unit {
  return { ...stored(oneOf(Object.keys(choices))), unit: null, choices };
}

/** Lines of text; those that are empty are left out. */
function lines(max: number, maxLength: number): StoredKind & Unit {
  const kind: Kind<string> = {
    constraint: `at most ${max} lines of at most ${maxLength} characters, or empty`,
    read(text) {
      const all = text.split(/\r?\n/).map((line) => line.trim());
      const said = all.filter((line) => line !== '');
      return said.length > max || said.some((line) => line.length > maxLength) ? undefined : said.join('\n');
    },
  };
  return { ...stored(kind), unit: null, isLong: true };
}

const yesOrNo: StoredKind & Unit = { ...stored(flag), unit: null };

function rule(title: string, about: string, kind: StoredKind & Unit = yesOrNo): HostRule {
  return { title, about, ...kind };
}

const rules = table<HostRule>({
  'bids.allow_multiple_bids': rule(
    'Multiple bids per pilot',
    'Whether a pilot may have more than one bid at a time. Existing bids are kept.',
  ),
  'bids.block_aircraft': rule('Reserve aircraft', 'Whether the aircraft of a bid is reserved for its pilot.'),
  'bids.disable_flight_on_bid': rule('One bid per schedule', 'Whether a schedule can have only one bid at a time.'),
  'flights.only_company_aircraft': rule(
    'Restrict to aircraft of the airline',
    'Whether a flight can be flown only with aircraft of its schedule’s airline.',
  ),
  'flights.allow_charters': rule(
    'Charters',
    'Pilots may book flights of their own making, with clients that offer it. Charters that are booked already stay.',
  ),
  'general.home_page': rule(
    'First page',
    'Whether the address of the server leads to a page with figures, flights and news, else to the live map. Switch it off where the airline has a site.',
  ),
  'general.allow_unadded_airports': rule(
    'Unknown airports',
    'Whether flights may use airports that the crew center does not have.',
  ),
  'pilots.registration': rule(
    'Registration',
    'How pilots register at /tracker/join. Without mail nothing shows whose address it is: then staff activate those who register where it is open.',
    chosen({
      closed: 'closed: staff add pilots',
      open: 'open: everybody',
      invitation: 'by invitation: with a link of staff',
      application: 'by application: staff accept each',
    } satisfies Readonly<Record<Registration, string>>),
  ),
  'pilots.questions': rule(
    'Questions to applicants',
    'What those are asked who apply, one question a line.',
    lines(10, 200),
  ),
  'pilots.only_flights_from_current': rule(
    'Restrict to the pilot’s location',
    'Whether a flight must start at the airport where the pilot’s last flight ended.',
  ),
  'pilots.count_transfer_hours': rule(
    'Count transfer hours',
    'Whether hours from another airline count towards the rank.',
  ),
  'pilots.id_length': rule(
    'Ident length',
    'Number of digits in a pilot’s ident, padded with zeros: DMO0001 has four. A change applies to all pilots.',
    whole(1, 10, 'digits'),
  ),
  'pilots.id_code': rule(
    'Ident prefix',
    'Prefix of the idents of all pilots. If empty: the ICAO code of the pilot’s airline.',
    fitting(/^[A-Za-z0-9]{0,8}$/, 'at most 8 letters and digits, or empty'),
  ),
  'pireps.duplicate_check_time': rule(
    'Duplicate check time',
    'Time after filing a flight before the pilot can start the same flight again. 0 allows it immediately.',
    whole(0, 1_440, 'minutes'),
  ),
  'pireps.handle_diversion': rule(
    'Handle diversions',
    'Whether pilot and aircraft are moved to the airport of a diversion.',
  ),
  'pireps.only_aircraft_at_dpt_airport': rule(
    'Restrict to aircraft at the departure airport',
    'Whether a flight can be flown only with aircraft at its departure airport.',
  ),
  'pireps.restrict_aircraft_to_rank': rule(
    'Restrict to aircraft of the rank',
    'Whether a pilot can fly only the subfleets assigned to the pilot’s rank.',
  ),
  'acars.live_time': rule(
    'Live time',
    'Time after the last change of its PIREP during which other maps show a flight as live. 0 means no limit. The live map of this server does not use it.',
    whole(0, 8_760, 'hours'),
  ),
});

/** Returns the rule of this key. Rules added by modules have the name in their row as title. */
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
