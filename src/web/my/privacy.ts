import { sendPieces } from '../../http/stream.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import { rootOf } from '../place.ts';
import { isNameForm, nameForms } from '../public-names.ts';
import { type MyScope, pilotForm } from './my-pages.ts';

/** Registers what a pilot decides about the own data: the name in public, a copy of everything, and erasure. */
export function registerPrivacy({ scope, parts, pilotOf, show }: MyScope): void {
  const { wishes, publicNames, records, clock, tracking } = parts;
  const back = 'my/privacy';
  scope.get('/my/privacy', async (request, reply) => {
    const { id, name } = pilotOf(request).pilot;
    return show(request, reply, {
      title: 'Privacy',
      titleKey: 'my.privacy',
      view: 'my/privacy',
      section: 'my/privacy',
      data: {
        isNamed: publicNames.isNamed(id),
        shownAs: publicNames.choicesOf({ id, name }),
        askedAt: wishes.erasures.find(({ pilotId }) => pilotId === id)?.at ?? null,
        isOurs: publicNames.isOurs,
      },
    });
  });
  scope.post('/my/privacy/name', pilotForm, async (request, reply) => {
    await publicNames.setNamed(pilotOf(request).pilot.id, formOf(request).get('named') === 'yes');
    return reply.redirect(rootOf(request) + back, 303);
  });
  scope.post('/my/privacy/shown-name', pilotForm, async (request, reply) => {
    const form = formOf(request).get('form');
    if (!isNameForm(form)) throw new Refusal('invalid', { message: `Name: choose one of ${nameForms.join(', ')}.` });
    await publicNames.setForm(pilotOf(request).pilot.id, form);
    return reply.redirect(rootOf(request) + back, 303);
  });
  scope.post('/my/privacy/download', pilotForm, async (request, reply) => {
    const { id, ident } = pilotOf(request).pilot;
    const pieces = await tracking.operator.exportPilot(ident);
    await records.saveAudit({
      at: clock.now(),
      actor: `pilot:${id}`,
      action: 'export-pilot',
      subject: ident,
      detail: null,
    });
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="my-flights.json"')
      .header('cache-control', 'no-store');
    await sendPieces(reply, pieces, parts.onError);
    return reply;
  });
  scope.post('/my/privacy/erase', pilotForm, async (request, reply) => {
    const { pilot } = pilotOf(request);
    if (formOf(request).get('wanted') === 'no') await wishes.withdrawErasure(pilot.id);
    else await wishes.askErasure(pilot, clock.now());
    return reply.redirect(rootOf(request) + back, 303);
  });
}
