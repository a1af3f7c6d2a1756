import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secret } from '../../lib/secret.ts';
import type { Device, Session } from '../../tracking/calls.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { programOf } from '../access/program-name.ts';
import type { KeyHost } from '../join/join-host.ts';
import { rootOf } from '../place.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { type MyScope, pilotForm } from './my-pages.ts';

const back = 'my/devices';

type DeviceRequest = FastifyRequest<{ Params: { id: string } }>;

/** A key that the page shows. */
interface ShownKey {
  readonly key: Secret | null;
  readonly isNew: boolean;
}

/** Registers the list of clients and browsers in which a pilot is signed in, where they are ended, and the API key where it is kept here. */
export function registerDevices(my: MyScope): void {
  const { scope, parts, pilotOf } = my;
  const { calls } = parts.tracking;
  const show = devicesPage(my);
  scope.get('/my/devices', (request, reply) => show(request, reply, null));
  scope.post('/my/devices/end', pilotForm, async (request, reply) => {
    const session = pilotOf(request);
    await endAll(session, ({ isCurrent }) => !isCurrent);
    return reply.redirect(`${rootOf(request)}${back}?done=ended`, 303);
  });
  scope.post('/my/devices/:id/end', pilotForm, async (request: DeviceRequest, reply) => {
    if ((await calls.endDevices(pilotOf(request), [request.params.id])) === 0)
      throw new Refusal('not-found', { message: visitorOf(request).wording.say('my.no-device') });
    return reply.redirect(`${rootOf(request)}${back}?done=ended`, 303);
  });
  if (parts.keys !== null) registerKey(my, parts.keys, { show, endAll });

  async function endAll(session: Session, isMeant: (device: Device) => boolean): Promise<void> {
    const ids = calls.listDevices(session).filter(isMeant);
    await calls.endDevices(
      session,
      ids.map(({ id }) => id),
    );
  }
}

/** No redirect: the key is in this response and nowhere else. */
function registerKey(
  { scope, parts, pilotOf }: MyScope,
  keys: KeyHost,
  {
    show,
    endAll,
  }: {
    readonly show: ReturnType<typeof devicesPage>;
    endAll(session: Session, isMeant: (device: Device) => boolean): Promise<void>;
  },
): void {
  const { records, clock } = parts;
  scope.post('/my/devices/key/show', pilotForm, async (request, reply) =>
    show(request, reply, { key: keys.readKey(pilotOf(request).pilot.id), isNew: false }),
  );
  scope.post('/my/devices/key/renew', pilotForm, async (request, reply) => {
    const session = pilotOf(request);
    const { id } = session.pilot;
    const key = await keys.renewKey(id);
    await records.saveAudit({
      at: clock.now(),
      actor: `pilot:${id}`,
      action: 'pilot-key',
      subject: id,
      detail: null,
    });
    await endAll(session, ({ isByKey }) => isByKey);
    return show(request, reply, { key, isNew: true });
  });
}

function devicesPage({ parts, pilotOf, show }: MyScope) {
  return (request: FastifyRequest, reply: FastifyReply, shown: ShownKey | null) => {
    const devices = parts.tracking.calls.listDevices(pilotOf(request));
    const { done } = request.query as { done?: unknown };
    return show(request, reply, {
      title: 'My devices',
      titleKey: 'my.devices',
      view: 'my/devices',
      section: 'my/devices',
      data: {
        devices: devices.map(({ lastUse, ...device }) => ({
          ...device,
          program: lastUse === null ? null : programOf(lastUse.program),
          network: lastUse?.network ?? null,
          usedAt: lastUse?.at ?? null,
        })),
        isEnded: done === 'ended',
        hasKeys: parts.keys !== null,
        shown: shown && { key: shown.key?.reveal() ?? null, isNew: shown.isNew },
      },
    });
  };
}
