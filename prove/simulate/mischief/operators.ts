import type { OperatorCalls } from '../../../src/tracking/operator-calls.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import type { Draws } from '../chance.ts';
import type { Scene } from '../scene.ts';
import type { MischiefTable } from './mischief.ts';

/** What operators do at the worst moment. */
export const operatorMischief: MischiefTable = {
  'operator-ends': (world, draws) =>
    onFlight(world, draws, 'ends', (operator, id) =>
      draws.happens(0.5)
        ? operator.cancelFlight('operator', id, 'cancelled by the operator')
        : operator.releaseFlight('operator', id, 'released by the operator'),
    ),
  'operator-rescues': (world, draws) => {
    const { tracking } = world.server ?? {};
    const waiting = [...(tracking?.flights ?? [])].filter(({ flight }) => flight.setAside !== null);
    if (tracking != null && waiting.length > 0 && draws.happens(0.5)) {
      const { id } = draws.pick(waiting).flight;
      act(world, `tries ${id} again`, () => tracking.operator.retryOutbox('operator', id));
      return;
    }
    onFlight(world, draws, 'rescues', async (operator, id) => {
      if (draws.happens(0.3)) await operator.retryOutbox('operator', id);
      else await operator.finishFlight('operator', id, 'rescued by the operator');
    });
  },
  'operator-sessions'(world, draws) {
    const { tracking } = world.server ?? {};
    const pilotId = draws.pick(world.pilots).account.id;
    if (tracking != null)
      act(world, `ends the sessions of pilot ${pilotId}`, async () => {
        const calledAt = world.time.now;
        world.sessionsEnd.set(pilotId, { calledAt, doneAt: Number.POSITIVE_INFINITY });
        await tracking.operator.endSessions('operator', pilotId);
        world.sessionsEnd.set(pilotId, { calledAt, doneAt: world.time.now });
      });
  },
};

function onFlight(
  world: Scene,
  draws: Draws,
  what: string,
  run: (operator: OperatorCalls, flightId: string) => Promise<unknown>,
): void {
  const { tracking } = world.server ?? {};
  if (tracking == null) return;
  const flights = [...tracking.flights].map(({ flight }) => flight);
  if (flights.length === 0) return;
  const { id } = draws.pick(flights);
  world.endedByOthers.add(id);
  act(world, `${what} ${id}`, () => run(tracking.operator, id));
}

/** A refusal is an answer like any other; anything else is a bug. */
export function act(world: Scene, what: string, run: () => Promise<unknown>): void {
  world.note(`the operator ${what}`);
  run().then(
    () => world.note(`the operator did it: ${what}`),
    (error: unknown) => {
      if (isRefusal(error)) world.note(`the operator was refused: ${error.code}`);
      else if (!isLoggedElsewhere(error)) world.bug(error);
    },
  );
}

/** Whether another server of a cluster has failed, which has logged its own error: that is judged there. */
export function isLoggedElsewhere(error: unknown): boolean {
  return error instanceof Error && /^another server failed: .* failed, see its log$/.test(error.message);
}
