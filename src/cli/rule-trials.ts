import { systemClock } from '../lib/clock.ts';
import { actor } from '../lib/user-name.ts';
import type { Operator } from '../server/operator.ts';
import { configuredUrl, wholeAddress } from '../server/setup-link.ts';
import type { TriedFlight } from '../tracking/rules/trial.ts';
import type { Trial } from '../tracking/rules/trial-calls.ts';
import { CommandError, type CommandIo } from './command.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import { withOperator } from './reach.ts';
import { toInstant, toTable } from './table.ts';

/** How often a trial that runs is looked at, in milliseconds. */
const lookMs = 500;
/** Pilots and flights in the text; `--json` has all. */
const maxPilots = 10;
const maxFlights = 50;

const tryForm = form({
  name: 'try',
  positionals: ['SET'],
  options: { since: { value: 'DATE', about: 'only flights that ended on this day (UTC) or later: 2026-01-31' } },
  run(given, io) {
    const set = setNumber(given.positional(0));
    const since = readDay(given.option('since'));
    return withOperator(io, async (operator) => {
      const { id } = await operator.startTrial(actor(), set, since);
      await untilEnded(operator, id);
      return printTrial(io, operator, id);
    });
  },
});

const trials = form({
  name: 'trials',
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      printList(io, await operator.listTrials(), {
        titles: ['TRIAL', 'SET', 'NAME', 'STATE', 'FLIGHTS', 'CHANGED', 'STARTED', 'BY'],
        row: ({ id, set, setName, state, totals, startedAt, startedBy }) => [
          ...[id, set, setName, state, totals.flights, totals.changed],
          ...[toInstant(startedAt), startedBy],
        ],
        none: 'No set was tried yet. Try one: tracker rules try SET',
      });
      return 0;
    }),
});

const trial = form({
  name: 'trial',
  positionals: ['TRIAL'],
  run: (given, io) => withOperator(io, (operator) => printTrial(io, operator, given.positional(0))),
});

const stop = form({
  name: 'stop',
  positionals: ['TRIAL'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const { id, state, totals } = await operator.stopTrial(actor(), given.positional(0));
      if (io.json) io.out(JSON.stringify({ id, state, flights: totals.flights }));
      else io.out(`Trial ${id} is ${state}, after ${totals.flights} flights.`);
      return 0;
    }),
});

const apply = form({
  name: 'apply',
  positionals: ['TRIAL'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const { id } = await operator.applyTrial(actor(), given.positional(0));
      await untilEnded(operator, id);
      const { state, applied, set } = (await operator.readTrial(id)).trial;
      if (io.json) io.out(JSON.stringify({ id, state, set, applied }));
      else io.out(`${applied ?? 0} flights were judged again by set ${set}.`);
      return state === 'failed' ? 1 : 0;
    }),
});

/** What a set of rules would have done with the flights of the past, and doing it. */
export const trialForms = [tryForm, trials, trial, apply, stop];

/** @throws CommandError */
export function setNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError(`"${text}" is not the number of a rule set; see tracker rules list.`, 2);
}

function readDay(text: string | null): number | null {
  if (text === null) return null;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw new CommandError('--since is a day, such as 2026-01-31.', 2);
  return at;
}

async function untilEnded(operator: Pick<Operator, 'listTrials'>, id: string): Promise<void> {
  for (;;) {
    const found = (await operator.listTrials()).find((each) => each.id === id);
    if (found?.state !== 'running' && found?.state !== 'applying') return;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Keeps the process, which the clock of the server does not.
    const staying = setInterval(() => undefined, lookMs);
    systemClock.after(lookMs, resolve);
    await promise;
    clearInterval(staying);
  }
}

async function printTrial(io: CommandIo, operator: Operator, id: string): Promise<number> {
  const found = await operator.readTrial(id);
  if (io.json) io.out(JSON.stringify(found));
  else {
    const url = (await operator.readUrl()) ?? configuredUrl(io.config);
    const pageOf = ({ flightId }: TriedFlight) => wholeAddress(url, `/tracker/flights/${flightId}`);
    printTotals(io, found.trial);
    printFlights(io, found.flights, pageOf, found.trial.listed + found.trial.unlisted);
  }
  return found.trial.state === 'failed' ? 1 : 0;
}

function printTotals(io: CommandIo, { id, set, setName, state, reason, totals }: Trial): void {
  const { flights, outcomes, changed, rules, pilots } = totals;
  io.out(`Trial ${id} of set ${set} (${setName}): ${state}${reason === null ? '' : `, ${reason}`}`);
  io.out(
    `${flights} flights: ${outcomes.accepted} accepted, ${outcomes.pending} pending, ${outcomes.rejected} rejected; ${changed} otherwise than they were.`,
  );
  const fired = Object.entries(rules).sort(([, one], [, other]) => other.flights - one.flights);
  const rows = fired.map(([rule, each]) => [rule, each.flights, each.marks, each.points, each.notJudged]);
  if (rows.length > 0) io.out(`\n${toTable(['RULE', 'FLIGHTS', 'MARKS', 'POINTS', 'NOT JUDGED'], rows, io.columns)}`);
  const affected = Object.values(pilots)
    .filter(({ changed: theirs, points }) => theirs + points > 0)
    .sort((one, other) => other.changed - one.changed || other.points - one.points)
    .slice(0, maxPilots)
    .map((each) => [each.ident, each.name, each.flights, each.rejected, each.pending, each.changed, each.points]);
  const titles = ['PILOT', 'NAME', 'FLIGHTS', 'REJECTED', 'PENDING', 'CHANGED', 'POINTS'];
  if (affected.length > 0) io.out(`\n${toTable(titles, affected, io.columns)}`);
}

function printFlights(
  io: CommandIo,
  flights: readonly TriedFlight[],
  pageOf: (flight: TriedFlight) => string | null,
  total: number,
): void {
  if (flights.length === 0) return;
  const rows = flights
    .slice(0, maxFlights)
    .map((flight) => [
      ...[flight.name, flight.pilotIdent, `${flight.departure}-${flight.arrival}`, toInstant(flight.endedAt)],
      ...[flight.before, flight.after, flight.score, flight.rules.map(({ rule }) => rule).join(' ')],
      pageOf(flight) ?? flight.flightId,
    ]);
  const titles = ['FLIGHT', 'PILOT', 'ROUTE', 'ENDED', 'WAS', 'WOULD BE', 'SCORE', 'RULES', 'PAGE'];
  io.out(`\n${toTable(titles, rows, io.columns)}`);
  if (total > rows.length) io.out(`${total - rows.length} more; --json prints those that are kept.`);
}
