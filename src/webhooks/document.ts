import { type TObject, Type } from 'typebox';
import { instant, nullable, nullableInstant } from '../contracts/fields.ts';
import { flightSchema } from '../contracts/flight-wire.ts';
import { type EventType, eventTypes } from './event.ts';

const { reason: _clientsOwnWords, ...paper } = flightSchema.properties;

/** A flight in an event: as in the native contract, without free texts of clients. */
const flight = Type.Object({
  ...paper,
  pilot: Type.Object({
    id: Type.String({ description: "The crew center's id of the pilot" }),
    ident: Type.String({ description: 'As shown to people: `VMS0002`; `erased` once the pilot was erased' }),
  }),
  takeoff_at: nullableInstant('Newest take-off'),
  landing_at: nullableInstant('Landing; null while it flies'),
  landing_rate: nullable<number>('number', { description: 'Vertical speed at touchdown, feet per minute' }),
  landing_rate_basis: nullable<string>('string', {
    description: '`reported` by the client, or `estimated` from the positions',
  }),
});

const ofFlight = Type.Object({ flight });

const dataSchemas: Readonly<Record<Exclude<EventType, 'test'>, readonly [summary: string, data: TObject]>> = {
  'flight.started': ['A flight was started', ofFlight],
  'flight.takeoff': ['It took off; again after a touch-and-go', ofFlight],
  'flight.landed': ['It landed, and has not bounced', ofFlight],
  'flight.suspended': ['It has not been reported for a while', ofFlight],
  'flight.resumed': ['It is reported again', ofFlight],
  'flight.cancelled': ['It ended without a PIREP: `state` is `cancelled` or `abandoned`', ofFlight],
  'pirep.filed': ['The crew center has its PIREP', ofFlight],
  'pirep.accepted': ['The PIREP was accepted, by a rule or by the staff', ofFlight],
  'pirep.rejected': ['The staff rejected the PIREP', ofFlight],
  'filing.stuck': [
    'The crew center refuses the PIREP; it needs the operator',
    Type.Object({ flight, reason: nullable<string>('string', { description: 'What the crew center said' }) }),
  ],
  'crew_center.lost': [
    'The crew center cannot be reached; nothing is lost',
    Type.Object({ reason: Type.String({ description: 'Why' }) }),
  ],
  'crew_center.back': [
    'The crew center can be reached again',
    Type.Object({
      lost_at: instant('Since when it could not be reached'),
      down_for: Type.Integer({ description: 'For how long, seconds' }),
    }),
  ],
};

/** Returns the schema of what is sent for a type of event. */
export function payloadSchema(type: Exclude<EventType, 'test'>): TObject {
  return Type.Object({
    type: Type.Literal(type),
    timestamp: instant('When it happened; the header `webhook-timestamp` is when this attempt was made'),
    version: Type.Literal(1, { description: 'Version of this document; further members do not change it' }),
    data: dataSchemas[type][1],
  });
}

/** Returns the member `webhooks` of an OpenAPI 3.1 document. */
export function describeWebhooks(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          summary: dataSchemas[type][0],
          operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase())}`,
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema: payloadSchema(type) } } },
          responses: {
            '2XX': { description: 'It was received; the body is ignored' },
            410: { description: 'No more, please: the webhook is switched off' },
            429: { description: 'Later: as `Retry-After` says' },
            default: { description: 'It is sent again, with growing waits, for three days' },
          },
        },
      },
    ]),
  );
}

const headers = Object.entries({
  'webhook-id': 'Id of the event, the same in every attempt',
  'webhook-timestamp': 'When this attempt was made, seconds since 1970',
  'webhook-signature': 'Signatures by Standard Webhooks: `v1,` and base64, separated by spaces',
}).map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));
