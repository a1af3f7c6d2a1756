import { isRefusal } from '../../../src/tracking/refusals.ts';
import type { RuleCalls } from '../../../src/tracking/rules/rule-calls.ts';
import type { Draws } from '../chance.ts';
import { drawRuleSet, ranks } from '../contents/drawn-rules.ts';
import { type JudgedAgain, type RuleUse, ruleHistory } from '../contents/rule-history.ts';
import { Unreadable } from '../model-crew-center/conduct.ts';
import type { Scene } from '../scene.ts';
import type { MischiefTable } from './mischief.ts';
import { act } from './operators.ts';

/** What staff do with the airline's rules while flights are flown and filed. */
export const ruleMischief: MischiefTable = {
  'staff-rules'(world, draws) {
    if (draws.happens(0.5)) promoteWhileFiling(world, draws.fork('promotions'));
    repeat(world, draws, 4_000, () => (draws.happens(0.4) ? promote(world, draws) : changeRules(world, draws)));
  },
  'staff-judges'(world, draws) {
    repeat(world, draws, 10_000, () => judgeAny(world, draws));
  },
};

/** From now on until the faults stop. */
function repeat(world: Scene, draws: Draws, meanMs: number, run: () => void): void {
  if (world.isCalm) return;
  run();
  world.life.after(draws.wait(meanMs), () => repeat(world, draws, meanMs, run), 'staff');
}

/** Has a filed flight judged by any set that is saved. */
function judgeAny(world: Scene, draws: Draws): void {
  const { sets, again } = ruleHistory(world);
  const isWaiting = (id: string) => again.get(id)?.some(({ doneAt }) => doneAt === null) === true;
  const filed = world.models.disk.flights().filter(({ state, id }) => state === 'filed' && !isWaiting(id));
  if (filed.length === 0 || sets.size === 0) return;
  const { id } = draws.pick(filed);
  const asked = { set: draws.pick([...sets.keys()]), doneAt: null };
  again.set(id, [...(again.get(id) ?? []), asked]);
  judgeAgain(world, id, asked);
}

/** Puts a set in force, a new one mostly, or none. */
function changeRules(world: Scene, draws: Draws): void {
  const { server } = world;
  const rules = server?.rules;
  const history = ruleHistory(world);
  if (server === null || rules == null || history.changing === server) return;
  history.changing = server;
  act(world, 'changes the rules', async () => {
    try {
      const number = draws.happens(0.15) ? null : await chooseSet(world, draws, rules);
      const use: RuleUse = { number, calledAt: world.time.now, doneAt: null };
      history.uses.push(use);
      await rules.useRuleSet('staff', number);
      use.doneAt = world.time.now;
      world.note(`rule set ${number} is in force`);
    } catch (error) {
      // It was closed meanwhile: nobody knows what was done.
      if (server.isUp || isRefusal(error)) throw error;
    } finally {
      if (history.changing === server) history.changing = null;
    }
  });
}

async function chooseSet(world: Scene, draws: Draws, rules: RuleCalls): Promise<number> {
  const { sets } = ruleHistory(world);
  if (sets.size > 0 && draws.happens(0.3)) return draws.pick([...sets.keys()]);
  const saved = await rules.saveRuleSet('staff', drawRuleSet(draws));
  sets.set(saved.number, saved);
  world.counters.count('rule sets saved');
  return saved.number;
}

/** Just when the crew center is asked to file, whose answer is lost now and then: a second try would be judged otherwise. */
function promoteWhileFiling(world: Scene, draws: Draws): void {
  const { crew } = world.models;
  crew.onCall = (call) => {
    if (call !== 'filePirep' || world.isCalm || draws.happens(0.3)) return;
    promote(world, draws);
    if (draws.happens(0.3)) crew.surprise ??= { call, course: () => ({ fate: 'lost', workMs: 50, answerMs: 50 }) };
  };
}

/** Gives a pilot another rank: one whose flight is being filed, if there is one. */
function promote(world: Scene, draws: Draws): void {
  const { crew, disk } = world.models;
  const filing = new Set(disk.flights().flatMap(({ state, pilot }) => (state === 'filing' ? [pilot.id] : [])));
  const pilots = [...crew.host.pilots.values()];
  const between = pilots.filter(({ id }) => filing.has(id));
  const pilot = draws.pick(between.length > 0 ? between : pilots);
  const known = ruleHistory(world).ranks;
  pilot.rank = draws.pick(ranks.filter((rank) => rank !== pilot.rank));
  known.set(pilot.id, new Set([...(known.get(pilot.id) ?? []), pilot.rank]));
  world.note(`pilot ${pilot.id} is ${pilot.rank} now`);
}

const retryMs = 5_000;

/** Repeats it until it is confirmed: also where a server died meanwhile, or the crew center was away. */
function judgeAgain(world: Scene, flightId: string, asked: JudgedAgain): void {
  const { server } = world;
  const again = () => judgeAgain(world, flightId, asked);
  const { tracking } = server ?? {};
  if (tracking == null) {
    world.life.after(retryMs, again, 'staff');
    return;
  }
  let isOpen = true;
  world.note(`staff have flight ${flightId} judged by rule set ${asked.set}`);
  tracking.operator.judgeAgain('staff', flightId, asked.set).then(
    () => {
      isOpen = false;
      asked.doneAt = world.time.now;
      world.counters.count('flights judged again');
    },
    (error: unknown) => {
      isOpen = false;
      if (server?.isUp === true && !isRefusal(error) && !(error instanceof Unreadable)) world.bug(error);
      world.life.after(retryMs, again, 'staff');
    },
  );
  const watch = (): void => {
    if (!isOpen) return;
    if (world.server === server) world.life.after(retryMs, watch, 'staff');
    else again();
  };
  world.life.after(retryMs, watch, 'staff');
}
