import type { FastifyReply, FastifyRequest } from 'fastify';
import { instant } from '../../../lib/lists/list-csv.ts';
import type { Secret } from '../../../lib/secret.ts';
import type { PageFrame } from '../../pages.ts';
import type { CrewCenter } from '../crew-center.ts';
import { readHostSettings } from '../host-settings.ts';
import { endInvitation, type Invitation, invitationList, makeInvitation, readInvitation } from '../join/invitations.ts';
import { readList } from '../list-reading.ts';
import { type AdminList, registerExport } from './table.ts';
import { attempt, doneOf, showAdmin } from './views.ts';

const section = 'admin/invitations';
const done = { ended: 'invitations.ended' };

const invitations: AdminList<Invitation> = {
  path: 'invitations',
  table: invitationList,
  read: readInvitation,
  columns: {
    for: ({ note }) => note,
    uses: ({ uses }) => uses,
    max_uses: ({ maxUses }) => maxUses,
    until: ({ expiresAt }) => instant(expiresAt),
    state: ({ isGood }) => (isGood ? 'open' : 'over'),
  },
};

/** Registers the page on which staff make links with which pilots register. */
export function registerInvitations(frame: PageFrame, crewCenter: CrewCenter): void {
  const { scope } = frame;
  registerExport(frame, crewCenter, invitations);
  scope.get('/admin/invitations', async (request, reply) => show(request, reply, {}));
  // No redirect: the link is in this response and nowhere else.
  scope.post('/admin/invitations', async (request, reply) => {
    const form = frame.formOf(request);
    const given = {
      note: form.get('note') ?? '',
      uses: form.get('uses') ?? '',
      days: form.get('days') ?? '',
    };
    let key: Secret | null = null;
    const failed = await attempt(frame.wordsOf(request), async () => {
      key = await makeInvitation(crewCenter, given);
    });
    if (failed !== null || key === null) return show(request, reply, { ...failed, given });
    await frame.audit(request, 'invitation-add', `${given.uses.trim()} uses`, `${given.days.trim()} days`);
    return show(request, reply, { link: frame.addressOf(request, `join?key=${(key as Secret).reveal()}`) });
  });
  scope.post<{ Params: { id: string } }>('/admin/invitations/:id/end', async (request, reply) => {
    frame.formOf(request);
    const failed = await attempt(frame.wordsOf(request), () => endInvitation(crewCenter, request.params.id));
    if (failed !== null) return show(request, reply, failed);
    await frame.audit(request, 'invitation-end', request.params.id, null);
    return reply.redirect('../../invitations?done=ended', 303);
  });

  function show(request: FastifyRequest, reply: FastifyReply, shown: Shown) {
    return showAdmin(frame, request, reply, {
      title: 'menu.invitations',
      view: 'invitations',
      section,
      data: {
        list: readList(crewCenter, invitations, request.query),
        isClosed: readHostSettings(crewCenter).registration === 'closed',
        link: shown.link ?? null,
        typed: shown.given ?? { note: '', uses: '1', days: '7' },
        wrong: shown.fields ?? {},
        fields: [
          { name: 'note', label: 'invitations.for', hint: 'invitations.for-hint' },
          { name: 'uses', label: 'invitations.uses', hint: 'invitations.uses-hint' },
          { name: 'days', label: 'invitations.days', hint: 'invitations.days-hint' },
        ],
      },
      done: doneOf(request, done),
      problem: shown.problem ?? null,
    });
  }
}

interface Shown {
  readonly problem?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly given?: { readonly note: string; readonly uses: string; readonly days: string };
  readonly link?: string;
}
