import { type TObject, Type } from 'typebox';
import { instant, nullable } from '../contracts/fields.ts';
import type { ChangeKind } from '../tracking/flight/changes.ts';
import type { Flight } from '../tracking/model.ts';
import { flightPayloadSchema as flight } from './flight-payload.ts';

/** An event that is delivered to other programs. Types, payloads, OpenAPI, posts in Discord, pages and docs are derived from its row. */
interface EventRow {
  /** Kinds of changes that are this event; none where it is published by other code. */
  readonly changes: readonly ChangeKind[];
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
const trouble = { changes: [], isForStaff: true } as const;

/** Every event, in the order of the documentation, which is the order of delivery where one change is several. */
export const events = {
  'flight.started': { ...ofFlight, changes: ['started'], summary: 'A flight was started', post: 'Started' },
  'flight.takeoff': {
    ...ofFlight,
    changes: ['took-off'],
    summary: 'It took off; again after a touch-and-go',
    post: 'In the air',
  },
  'flight.landed': {
    ...ofFlight,
    changes: ['landed'],
    summary: 'It landed, and has not bounced; a touch-and-go is a landing and a take-off',
    post: 'Landed',
  },
  'flight.suspended': {
    ...ofFlight,
    changes: ['suspended'],
    summary: 'It has not been reported for a while',
    post: 'Suspended: no reports arrive',
  },
  'flight.resumed': { ...ofFlight, changes: ['resumed'], summary: 'It is reported again', post: 'In progress' },
  'flight.cancelled': {
    ...ofFlight,
    changes: ['cancelled', 'abandoned'],
    summary: 'It ended without a PIREP: `state` is `cancelled` or `abandoned`',
    post: 'Cancelled',
    tone: 'bad',
  },
  'pirep.filed': { ...ofFlight, changes: ['filed'], summary: 'The crew center has its PIREP', post: 'PIREP filed' },
  'pirep.accepted': {
    ...ofFlight,
    // By a rule of the crew center, the moment it is filed. What the staff decide is found out later: `reviewEvent`.
    changes: ['filed'],
    isOf: ({ receipt }) => receipt?.pirepState === 'accepted',
    summary: 'The PIREP was accepted, by a rule or by the staff; found out within a minute or so',
    post: 'PIREP accepted',
    tone: 'good',
  },
  'pirep.rejected': {
    ...ofFlight,
    changes: [],
    summary: 'The staff rejected the PIREP; found out within a minute or so',
    post: 'PIREP rejected',
    tone: 'bad',
  },
  'filing.stuck': {
    changes: ['set-aside'],
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
} as const satisfies Record<string, EventRow>;

export type NamedEventType = keyof typeof events;

/** `test` is sent by the operator only. */
export type EventType = NamedEventType | 'test';

export const eventTypes = Object.keys(events) as readonly NamedEventType[];

/** Those that a channel of Discord gets only where it names them. */
export const staffEventTypes = eventTypes.filter((type) => events[type].isForStaff);

/** The row of an event; null for the operator's test. */
export function eventRow(type: EventType): EventRow | null {
  return type === 'test' ? null : events[type];
}

/** Returns the events that a change of a flight is: none, one, or two. */
export function typesOfChange(kind: string, flight: Flight): readonly NamedEventType[] {
  return eventTypes.filter((type) => {
    const { changes, isOf = () => true }: EventRow = events[type];
    return changes.some((each) => each === kind) && isOf(flight);
  });
}

/** Returns the rows of the table in `docs/webhooks.md`. */
export function eventTable(): string {
  const rows = eventTypes.map((type) => `| \`${type}\` | ${events[type].summary} |`);
  return ['| type | what happened |', '|---|---|', ...rows, '| `test` | The operator tries the webhook |'].join('\n');
}
