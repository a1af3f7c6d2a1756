import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import { stateRefusal } from '../../../tracking/flight/state.ts';
import type { PilotComment } from '../../../tracking/papers-model.ts';
import { bodyAs, type SessionRoute, type WireRequest } from '../../contract.ts';
import { nullable } from '../../fields.ts';
import { formatInstantOrNull } from '../../instant.ts';
import { decodeText } from '../../reports.ts';
import { dataSchema } from '../face.ts';
import { nullableIdSchema, numberId, numberIdSchema } from '../rows/ids.ts';
import { pilotNumber } from '../rows/user.ts';
import { askForPirep, readTracked } from './own-pirep.ts';
import { pirepRoute, reporting } from './pirep-route.ts';

const commentBody = Type.Object({
  comment: Type.String({ minLength: 1, maxLength: 16_000, pattern: '\\S', description: 'The comment, plain text' }),
});
const commentSchema = Type.Object(
  {
    id: nullableIdSchema('Id of the comment'),
    comment: Type.String({ description: 'The comment' }),
    created_at: nullable<string>('string', { description: 'When it was written' }),
    user: Type.Object(
      {
        id: numberIdSchema("The crew center's id of who wrote it"),
        pilot_id: nullableIdSchema('Number of the pilot'),
        ident: Type.String({ description: 'As shown to people: `VMS0002`' }),
        name: Type.String({ description: 'Name' }),
      },
      { title: 'Commentator' },
    ),
  },
  { title: 'Comment' },
);
const refusals = ['flight-not-found', 'not-offered', 'crew-center-unavailable'] as const;

export const comments: readonly SessionRoute[] = [
  {
    ...reporting,
    refusals,
    method: 'GET',
    path: '/pireps/{id}/comments',
    body: null,
    summary: 'The comments of a PIREP',
    description: 'Oldest first.',
    answers: { 200: dataSchema(Type.Array(commentSchema)) },
    async handle(calls, session, request) {
      const answer = await askForPirep(calls, session, request, { method: 'GET', path: 'comments' });
      if (answer !== null) return answer;
      const all = await calls.desk.papers(session).listComments(pirepRoute(request).pirepId);
      return { status: 200, body: { data: all.map((each) => encodeComment(session, each)) } };
    },
  },
  {
    ...reporting,
    refusals,
    path: '/pireps/{id}/comments',
    summary: 'Comment a PIREP',
    description: 'Goes to the crew center at once; 503 while that is down.',
    body: { kind: 'object', schema: commentBody },
    answers: { 201: dataSchema(commentSchema) },
    async handle(calls, session, request) {
      const answer = await askForPirep(calls, session, request, { method: 'POST', path: 'comments' });
      if (answer !== null) return answer;
      await requireNotCancelled(calls, session, request);
      const text = decodeText(bodyAs(commentBody, request.body).comment) ?? '';
      const comment = await calls.desk.papers(session).comment(pirepRoute(request).pirepId, text);
      return { status: 201, body: { data: encodeComment(session, comment) } };
    },
  },
];

function encodeComment({ pilot }: Session, { id, at, text }: PilotComment) {
  const user = { id: numberId(pilot.id), pilot_id: pilotNumber(pilot.ident), ident: pilot.ident, name: pilot.name };
  return { id: numberId(id), comment: text, created_at: formatInstantOrNull(at), user };
}

/** As phpVMS refuses it (PirepController.php, `checkCancelled`). */
async function requireNotCancelled(calls: Calls, session: Session, request: WireRequest): Promise<void> {
  const flight = await readTracked(calls, session, request);
  if (flight?.state === 'cancelled' || flight?.state === 'abandoned') throw stateRefusal('flight-ended', flight);
}
