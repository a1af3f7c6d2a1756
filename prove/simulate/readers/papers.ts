import { isFiled } from '../evidence.ts';
import { firstOf, type Invariant } from '../invariants/invariant.ts';
import type { Scene } from '../scene.ts';
import { type Exchange, member, readJson, type WireAnswer } from '../wire.ts';
import { perWorld } from './per-world.ts';
import type { Visit } from './visitor.ts';

const paperPath = /\/pireps\/([^/?]+)\/(comments|fields|route)$/;

/** What was confirmed of the papers of each PIREP, and when. */
const confirmed = perWorld<Map<string, { readonly text: string; readonly at: number }[]>>(() => new Map());

export const papersAreKept: Invariant = {
  name: 'papers-are-kept',
  sentence: 'A comment, a custom field and a route that were taken are in the PIREP, and who reads them gets them.',
  onAnswer(world, exchange, answer) {
    const [, pirepId = '', what] = paperPath.exec(exchange.request.path.replace(/\?.*$/, '')) ?? [];
    const pirep = world.models.crew.host.pireps.get(pirepId);
    if (what === undefined || pirep === undefined || answer.status >= 300) return null;
    world.counters.count(`papers looked at: ${exchange.request.method} ${what}`);
    if (what === 'comments') return commentProblem(world, pirepId, exchange, answer);
    if (what === 'fields') return isFiled(pirep) ? fieldProblem(world, pirepId, exchange) : null;
    return routeProblem(world, pirepId, exchange, answer);
  },
};

function commentProblem(world: Scene, pirepId: string, exchange: Exchange, answer: WireAnswer): string | null {
  const { comments = [], pilotId } = world.models.crew.host.pireps.get(pirepId) ?? {};
  const known = confirmed(world).get(pirepId) ?? [];
  if (pilotId !== world.pilotIdOf(exchange.client))
    return `pilot ${world.pilotIdOf(exchange.client)} has the comments of ${pirepId}`;
  if (exchange.request.method === 'POST') {
    const text = String(member(exchange.sent, 'comment'));
    confirmed(world).set(pirepId, [...known, { text, at: world.time.now }]);
    return comments.some((each) => each.text === text)
      ? null
      : `comment "${text}" of ${pirepId} was taken, and is not there`;
  }
  const data = member(readJson(answer.text), 'data');
  const read = new Set((Array.isArray(data) ? data : []).map((each) => String(member(each, 'comment'))));
  const missing = known.find(({ text, at }) => at < exchange.sentAt && !read.has(text));
  return missing === undefined ? null : `${pirepId} was read without its comment "${missing.text}"`;
}

/** Of two that say one field at once the other may come later. */
function fieldProblem(world: Scene, pirepId: string, { request, number, sent }: Exchange): string | null {
  if (request.method === 'GET') return null;
  const fields = world.models.crew.host.pireps.get(pirepId)?.fields ?? new Map<string, string>();
  const isByOther = (name: string) =>
    world.network.past.some(
      (other) =>
        other.number !== number &&
        other.request.path.endsWith(`/${pirepId}/fields`) &&
        member(member(other.sent, 'fields'), name) === fields.get(name),
    );
  // Said between two attempts to file it, they go with the next.
  const filing = world.models.disk.flights().find((each) => each.pirepId === pirepId && each.state === 'filing');
  const isKept = (name: string, value: unknown) => filing?.said?.fields?.[name] === value;
  return firstOf(
    Object.entries((member(sent, 'fields') ?? {}) as object).map(([name, value]) =>
      fields.get(name) === value || isKept(name, value) || isByOther(name)
        ? null
        : `field ${name} of ${pirepId} was taken as ${value}, and is ${fields.get(name)}`,
    ),
  );
}

function routeProblem(world: Scene, pirepId: string, exchange: Exchange, answer: WireAnswer): string | null {
  if (exchange.request.method !== 'POST') return null;
  const sent = member(exchange.sent, 'route');
  const names = (Array.isArray(sent) ? sent : []).map((each) => String(member(each, 'name')));
  const has = (world.models.crew.host.pireps.get(pirepId)?.route ?? []).map(({ name }) => name);
  const isByOther = world.network.past.some(
    (other) =>
      other.number !== exchange.number &&
      other.request.method !== 'GET' &&
      other.request.path.endsWith(`/${pirepId}/route`),
  );
  const isSame = names.toSorted().join() === has.toSorted().join();
  return isSame || isByOther
    ? null
    : `route ${names.join()} of ${pirepId} was taken (${answer.status}), and is ${has.join()}`;
}

/** A pilot who writes on a PIREP: of a flight under way, or one that is filed. */
export const writesPapers: Visit = {
  name: 'writes on a PIREP',
  generations: [7],
  async run(visitor) {
    const { world, draws, pilot } = visitor;
    const all = [...world.models.crew.host.pireps.values()];
    const own = all.filter(({ pilotId, state }) => pilotId === pilot.account.id && state !== 'cancelled');
    const any = draws.happens(0.1) ? all : own;
    if (any.length === 0) return;
    const path = `/api/pireps/${draws.pick(any).id}`;
    const key = visitor.key();
    const fix = (name: string, order: number) => ({ name, order, lat: 47 + order, lon: 8 });
    const papers = draws.pick([
      { path: `${path}/comments`, body: { comment: `comment ${draws.text(8)}` } },
      { path: `${path}/fields`, body: { fields: { [`Field ${draws.whole(1, 3)}`]: draws.text(6) } } },
      { path: `${path}/route`, body: { route: [fix(draws.text(5), 1), fix(draws.text(5), 2)] } },
    ]);
    const answer = await visitor.ask({ method: 'POST', ...papers }, key);
    if (answer !== null && answer.status < 300) await visitor.ask({ method: 'GET', path: papers.path }, key);
  },
};
