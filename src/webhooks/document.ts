import { type TObject, Type } from 'typebox';
import { instant } from '../contracts/fields.ts';
import { events, eventTypes, type NamedEventType } from './events.ts';

/** Returns the schema of what is sent for a type of event. */
export function payloadSchema(type: NamedEventType): TObject {
  return Type.Object({
    type: Type.Literal(type),
    timestamp: instant('When it happened; the header `webhook-timestamp` is when this attempt was made'),
    version: Type.Literal(1, { description: 'Version of this document; further members do not change it' }),
    data: events[type].data,
  });
}

/** Returns the member `webhooks` of an OpenAPI 3.1 document. */
export function describeWebhooks(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          summary: events[type].summary,
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
