import type { Invariant } from '../invariants/invariant.ts';
import { routeOf } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import { perWorld } from './per-world.ts';
import { startedAt, troubleEndedAt } from './trouble.ts';
import type { Visit } from './visitor.ts';

/** How old what is known of the crew center's settings may be, milliseconds. */
const lagMs = 5_000;

/** What a server calls a crew center that it has not reached yet. */
const unknownName = 'Crew Center';

/** Names that the crew center had, with the time until which each was current. */
const former = perWorld<Map<string, number>>(() => new Map([[unknownName, Number.NEGATIVE_INFINITY]]));

export const settingsAreRead: Invariant = {
  name: 'settings-are-read',
  sentence: 'What the staff changes in the settings holds within five seconds.',
  onAnswer(world, exchange, answer) {
    const name = nameIn(world, exchange, answer);
    if (name === null) return null;
    const { settings } = world.models.crew.host;
    world.counters.count('settings looked at');
    if (name === settings.name) return null;
    const until = former(world).get(name);
    if (until === undefined) return `${exchange.request.path} named the crew center ${name}, which it never was`;
    // It answered before: a step is no time.
    const latest = Math.max(until, troubleEndedAt(world), startedAt(world)) + lagMs;
    return exchange.sentAt > latest
      ? `the crew center is ${settings.name}, and ${exchange.request.path} named it ${name}, as it was until ${Math.round(exchange.sentAt - until)} ms before`
      : null;
  },
};

function nameIn(world: Scene, { request }: Exchange, { status, text }: WireAnswer): string | null {
  const { call } = routeOf(world.generation, request.method, request.path) ?? {};
  const name = call === 'status' && status === 200 ? member(readJson(text), 'name') : null;
  return typeof name === 'string' ? name : null;
}

/** The staff changes settings; a program looks at them, again and again. */
export const changesSettings: Visit = {
  name: 'changes settings',
  generations: [7, 5],
  async run({ world, draws }) {
    const { host } = world.models.crew;
    former(world).set(host.settings.name, world.time.now);
    const sessionTtlMin = draws.happens(0.3) ? draws.pick([1, 2]) : 720;
    host.settings = { ...host.settings, name: `Model Air ${draws.text(5)}`, sessionTtlMin };
    world.note(`the staff names the crew center ${host.settings.name}; sessions last ${sessionTtlMin} minutes`);
  },
};

export const readsStatus: Visit = {
  name: 'reads the status',
  generations: [7, 5],
  async run(visitor) {
    const { world, draws } = visitor;
    const paths = {
      7: ['/api/tracker/status', '/api/status', '/api/version', '/api/'],
      5: ['/acars/bootstrap.php', '/acars/status.php'],
    };
    await visitor.ask({ method: 'GET', path: draws.pick(paths[world.generation]) });
    await visitor.sleep(draws.wait(6_000));
    await visitor.ask({ method: 'GET', path: draws.pick(paths[world.generation]) });
  },
};
