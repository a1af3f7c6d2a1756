import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../tracking/refusals.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { readHostSettings } from '../host-settings.ts';
import {
  type Application,
  acceptApplication,
  applicationList,
  readApplication,
  refuseApplication,
} from '../join/applications.ts';
import { readList } from '../list-reading.ts';
import { type AdminList, registerExport, selectedIds } from './table.ts';
import { attempt, attemptEach, doneOf, showAdmin } from './views.ts';

const section = 'admin/applications';
const done = { accept: 'applications.is-pilot' };
const doneMany = { accept: 'applications.accepted-many', refuse: 'applications.refused-many' } as const;
type Decision = keyof typeof doneMany;

const applications: AdminList<Application> = {
  path: 'applications',
  table: applicationList,
  read: readApplication,
  columns: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    airline: ({ airline }) => airline,
    home: ({ homeAirport }) => homeAirport,
    state: ({ state }) => state,
    reason: ({ reason }) => reason,
    answers: ({ answers }) => answers.map(({ question, answer }) => `${question} ${answer}`).join('\n'),
    sent: ({ createdAt }) => (createdAt === null ? null : new Date(createdAt).toISOString()),
  },
};

type ApplicationRequest = FastifyRequest<{ Params: { id: string } }>;

/** Registers the list of those who want to be pilots: each is accepted, or refused with a reason, alone or many at once. */
export function registerApplications(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  const decide = deciding(frame, crewCenter);
  registerExport(frame, crewCenter, applications);
  scope.get('/admin/applications', async (request, reply) => show(request, reply, {}));
  scope.post('/admin/applications', async (request, reply) => {
    const form = frame.formOf(request);
    const decision = form.get('decision');
    const reason = form.get('reason') ?? '';
    if (decision !== 'accept' && decision !== 'refuse') {
      const message = 'Decision: choose whether the applications are accepted or refused.';
      throw new Refusal('invalid', { message, fields: { decision: message } });
    }
    const words = frame.wordsOf(request);
    const { done: count, problem } = await attemptEach(words, selectedIds(form), (id) =>
      decide(request, id, decision, reason),
    );
    return show(request, reply, {
      done: count === 0 ? null : words.say(doneMany[decision], { count }),
      ...(problem === null ? {} : { problem }),
    });
  });
  scope.post('/admin/applications/:id/accept', async (request: ApplicationRequest, reply) => {
    frame.formOf(request);
    const failed = await attempt(frame.wordsOf(request), () => decide(request, request.params.id, 'accept', ''));
    if (failed !== null) return show(request, reply, failed);
    return reply.redirect('../../applications?done=accept', 303);
  });

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: { readonly problem?: string; readonly done?: string | null },
  ) {
    const { registration } = readHostSettings(crewCenter);
    return showAdmin(frame, request, reply, {
      title: 'menu.applications',
      view: 'applications',
      section,
      data: {
        list: readList(crewCenter, applications, request.query),
        registration,
        hasMail: frame.sendLetter !== null,
        url: frame.addressOf(request, 'join'),
      },
      done: shown.done ?? doneOf(request, done),
      problem: shown.problem ?? null,
    });
  }
}

/** Returns what accepts or refuses one application, in the audit log and by a letter to the applicant. */
function deciding(frame: PageFrame, crewCenter: CrewCenter) {
  return async (request: FastifyRequest, id: string, decision: Decision, reason: string): Promise<void> => {
    if (decision === 'refuse') {
      const { email: to, lang, reason: given } = await refuseApplication(crewCenter, id, reason);
      frame.sendLetter?.({ to, lang, kind: 'refused', path: '', values: { reason: given ?? '' } });
      return frame.audit(request, 'application-refuse', id, null);
    }
    const { application, pilot } = await acceptApplication(crewCenter, id);
    const { email: to, lang } = application;
    frame.sendLetter?.({ to, lang, kind: 'accepted', path: 'my', values: { ident: pilot.ident } });
    return frame.audit(request, 'application-accept', pilot.ident, null);
  };
}
