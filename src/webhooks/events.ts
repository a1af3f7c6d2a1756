import { type TObject, Type } from 'typebox';
import { instant, nullable } from '../contracts/fields.ts';
import { table } from '../lib/table.ts';
import type { ChangeKind } from '../tracking/flight/changes.ts';
import type { Flight } from '../tracking/model.ts';
import { flightPayloadSchema as flight } from './flight-payload.ts';

/** The events that each kind of change of a flight is, in the order of delivery; a new kind does not compile without its line. */
const changes = {
  started: ['flight.started'],
  refused: [],
  resumed: ['flight.resumed'],
  'took-off': ['flight.takeoff'],
  landed: ['flight.landed'],
  suspended: ['flight.suspended'],
  filing: [],
  filed: ['pirep.filed', 'pirep.accepted', 'pirep.rejected'],
  corrected: ['pirep.corrected'],
  cancelled: ['flight.cancelled'],
  abandoned: ['flight.cancelled'],
  'set-aside': ['filing.stuck'],
  retried: [],
  renewed: [],
  'aircraft-changed': [],
} as const satisfies Readonly<Record<ChangeKind, readonly string[]>>;

/** What the staff decided of a PIREP: published by `reviewEvent`. */
export type ReviewEventType = 'pirep.accepted' | 'pirep.rejected';
/** Whether the crew center can be reached: published by `CrewCenterEvents`. */
export type CrewCenterEventType = 'crew_center.lost' | 'crew_center.back';
/** Every event that something publishes. */
export type NamedEventType = (typeof changes)[ChangeKind][number] | ReviewEventType | CrewCenterEventType;

/** An event that is delivered to other programs. Types, payloads, OpenAPI, posts in Discord, pages and docs are derived from its row. */
interface EventRow {
  /** Further condition on the flight that changed. */
  readonly isOf?: (flight: Flight) => boolean;
  /** What happened, as a sentence without its full stop. */
  readonly summary: string;
  /** Schema of `data`. */
  readonly data: TObject;
  /** Members of `data` beside the flight. */
  readonly more?: (flight: Flight) => object;
  /** What a post in Discord says of it. */
  readonly post: string;
  readonly tone: 'plain' | 'good' | 'bad';
  /** Posted only in channels that name it, as a message of its own. */
  readonly isForStaff: boolean;
}

const ofFlight = { data: Type.Object({ flight }), tone: 'plain', isForStaff: false } as const;
const trouble = { isForStaff: true } as const;

/** Every event, in the order of the documentation. */
export const events = {
  'flight.started': { ...ofFlight, summary: 'A flight was started', post: 'Started' },
  'flight.takeoff': {
    ...ofFlight,
    summary: 'It took off; again after a touch-and-go',
    post: 'In the air',
  },
  'flight.landed': {
    ...ofFlight,
    summary: 'It landed, and has not bounced; a touch-and-go is a landing and a take-off',
    post: 'Landed',
  },
  'flight.suspended': {
    ...ofFlight,
    summary: 'It has not been reported for a while',
    post: 'Suspended: no reports arrive',
  },
  'flight.resumed': { ...ofFlight, summary: 'It is reported again', post: 'In progress' },
  'flight.cancelled': {
    ...ofFlight,
    summary: 'It ended without a PIREP: `state` is `cancelled` or `abandoned`',
    post: 'Cancelled',
    tone: 'bad',
  },
  'pirep.filed': { ...ofFlight, summary: 'The crew center has its PIREP', post: 'PIREP filed' },
  'pirep.accepted': {
    ...ofFlight,
    // By a rule of the crew center, the moment it is filed. What the staff decide is found out later: `reviewEvent`.
    isOf: ({ receipt }) => receipt?.pirepState === 'accepted',
    summary: 'The PIREP was accepted, by a rule or by the staff; found out within a minute or so',
    post: 'PIREP accepted',
    tone: 'good',
  },
  'pirep.rejected': {
    ...ofFlight,
    isOf: ({ receipt }) => receipt?.pirepState === 'rejected',
    summary: 'The PIREP was rejected, by a rule or by the staff; found out within a minute or so',
    post: 'PIREP rejected',
    tone: 'bad',
  },
  'pirep.corrected': {
    ...ofFlight,
    summary: 'Staff corrected figures of the PIREP on a page of Tracker; `receipt` has the new ones',
    post: 'PIREP corrected',
  },
  'filing.stuck': {
    summary: 'The crew center refuses the PIREP; it needs the operator',
    data: Type.Object({ flight, reason: nullable<string>('string', { description: 'What the crew center said' }) }),
    more: ({ setAside }) => ({ reason: setAside }),
    post: 'The PIREP could not be filed: see the outbox of Tracker',
    tone: 'bad',
    isForStaff: true,
  },
  'crew_center.lost': {
    ...trouble,
    summary: 'The crew center cannot be reached; nothing is lost',
    data: Type.Object({ reason: Type.String({ description: 'Why' }) }),
    post: 'The crew center cannot be reached',
    tone: 'bad',
  },
  'crew_center.back': {
    ...trouble,
    summary: 'The crew center can be reached again',
    data: Type.Object({
      lost_at: instant('Since when it could not be reached'),
      down_for: Type.Integer({ description: 'For how long, seconds' }),
    }),
    post: 'The crew center can be reached again',
    tone: 'good',
  },
} as const satisfies Readonly<Record<NamedEventType, EventRow>>;

/** `test` is sent by the operator only. */
export type EventType = NamedEventType | 'test';

export const eventTypes = Object.keys(events) as readonly NamedEventType[];

/** Those that a channel of Discord gets only where it names them. */
export const staffEventTypes = eventTypes.filter((type) => events[type].isForStaff);

/** The row of an event; null for the operator's test. */
export function eventRow(type: EventType): EventRow | null {
  return type === 'test' ? null : events[type];
}

/** A stored change may be of a kind that this version does not know. */
const typesByChange = table<readonly NamedEventType[]>(changes);

/** Returns the events that a change of a flight is: none, one, or two. */
export function typesOfChange(kind: string, flight: Flight): readonly NamedEventType[] {
  return (typesByChange[kind] ?? []).filter((type) => {
    const { isOf = () => true }: EventRow = events[type];
    return isOf(flight);
  });
}

/** Returns the rows of the table in `docs/webhooks.md`. */
export function eventTable(): string {
  const rows = eventTypes.map((type) => `| \`${type}\` | ${events[type].summary} |`);
  return ['| type | what happened |', '|---|---|', ...rows, '| `test` | The operator tries the webhook |'].join('\n');
}
