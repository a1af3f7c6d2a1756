import { isFiled } from '../evidence.ts';
import { firstOf, type Invariant } from '../invariants/invariant.ts';
import { routeOf } from '../routes.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member, readJson } from '../wire.ts';

export const logbookIsWhole: Invariant = {
  name: 'logbook-is-whole',
  sentence: "A pilot's logbook has every PIREP that was filed before, each once, and nothing of others.",
  onAnswer(world, exchange, answer) {
    const route = routeOf(world.generation, exchange.request.method, exchange.request.path);
    const isList = route?.call === 'listPireps' || route?.call === 'latestPirep';
    if (!isList || answer.status !== 200) return null;
    // The flight under way is in the list of phpVMS 7's own API; while the crew center is away, nothing else.
    const isOwnKnowledge = route.contract === 'phpvms7-core' && world.models.crew.troubleUntil >= exchange.sentAt;
    const listed = listIn(readJson(answer.text));
    world.counters.count('logbooks looked at');
    return firstOf([
      ...listed.map((id) => strangeProblem(world, exchange, id, route.contract)),
      isOwnKnowledge || /[?&](?:page|state|from|to)=/.test(exchange.request.path)
        ? null
        : missingProblem(world, exchange, new Set(listed), route.call === 'latestPirep'),
      new Set(listed).size === listed.length ? null : `${exchange.request.path} lists a PIREP twice`,
    ]);
  },
};

function strangeProblem(world: Scene, exchange: Exchange, id: string, contract: string): string | null {
  const pirep = world.models.crew.host.pireps.get(id);
  const pilotId = world.pilotIdOf(exchange.client);
  if (pirep === undefined) return null;
  if (pirep.pilotId !== pilotId) return `${exchange.request.path} of pilot ${pilotId} has PIREP ${id} of another`;
  return isFiled(pirep) || contract === 'phpvms7-core'
    ? null
    : `${exchange.request.path} has PIREP ${id}, which is ${pirep.state}`;
}

/** How many a page has at least. */
const perPage = 20;

function missingProblem(
  world: Scene,
  exchange: Exchange,
  listed: ReadonlySet<string>,
  isLatest: boolean,
): string | null {
  const { sent, sentAt, request, client } = exchange;
  if (typeof sent === 'object' && sent !== null && Object.keys(sent).length > 0) return null;
  const own = world.models.crew.host.pirepsOf(world.pilotIdOf(client)).filter(isFiled);
  const before = own.filter(({ filedAt }) => (filedAt ?? 0) < sentAt);
  if (own.length >= perPage) return null;
  if (isLatest)
    return before.length > 0 && listed.size === 0 ? `${request.path} has none of ${before.length} PIREPs` : null;
  const missing = before.find(({ id }) => !listed.has(id));
  return missing === undefined ? null : `${request.path} lacks PIREP ${missing.id}, which is ${missing.state}`;
}

function listIn(answer: unknown): readonly string[] {
  const list = [answer, member(answer, 'pireps'), member(answer, 'data')].find(Array.isArray) as
    | readonly unknown[]
    | undefined;
  return (list ?? [answer]).flatMap((each) => {
    const id = member(each, 'id');
    return id === undefined || id === null ? [] : [String(id)];
  });
}
