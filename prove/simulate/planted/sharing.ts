import type { Bug } from './bug.ts';

const transactions = 'src/journal/mysql/transactions.ts';
const fence = 'src/journal/mysql/fence.ts';
const leases = 'src/cluster/leases.ts';

/** Mistakes that only several servers can show. */
export const sharingBugs: readonly Bug[] = [
  {
    name: 'no-fence',
    sentence: 'A transaction goes on though its partition has a new owner.',
    file: fence,
    find: 'return affectedRows === held.length ? [] : findFenced(session, held);',
    replace: 'return [];',
  },
  {
    name: 'fence-without-epoch',
    sentence: 'A transaction counts a later epoch of its partition as its own.',
    file: fence,
    find: "'(id = ? AND epoch = ?)'",
    replace: "'(id = ? AND epoch >= ?)'",
  },
  {
    name: 'take-not-checked',
    sentence: 'Of two servers that take a partition at once, both believe that they have it.',
    file: 'src/journal/mysql/lease-table.ts',
    find: 'return affectedRows === 1 ? epoch + 1 : null;',
    replace: 'return epoch + 1;',
  },
  {
    name: 'lease-by-wall-clock',
    sentence: 'A lease lasts longer while somebody sets the clock back.',
    file: 'src/server/cluster/holding.ts',
    find: 'const monotonic = () => machine.monotonic();',
    replace: 'const monotonic = () => clock.now();',
  },
  {
    name: 'lease-never-ends',
    sentence: 'A server that was paused believes in its leases until it is told otherwise.',
    file: leases,
    find: 'this.#options.monotonic() < this.#endsAt ? (this.#held.get(partition) ?? null) : null',
    replace: 'this.#held.get(partition) ?? null',
  },
  {
    name: 'unclear-is-failed',
    sentence: 'A commit whose answer was lost counts as not stored.',
    file: transactions,
    find: "if (effects !== null && (await this.#wasStored(batches, number))) return { kind: 'stored', effects };",
    replace: '',
  },
  {
    name: 'unclear-is-stored',
    sentence: 'A commit whose answer was lost counts as stored.',
    file: transactions,
    find: 'if (effects !== null && (await this.#wasStored(batches, number)))',
    replace: 'if (effects !== null)',
  },
  {
    name: 'looked-up-too-early',
    sentence: 'A commit that is still on its way is looked up, and counts as not stored.',
    file: transactions,
    find: "      await writeFence(session, states);\n      await session.run('COMMIT');",
    replace: "      await session.run('COMMIT');",
  },
  {
    name: 'fenced-is-stored',
    sentence: 'What the database refused to a former owner is acknowledged.',
    file: 'src/journal/mysql/partition-queue.ts',
    find: 'batch?.fail(elsewhere());',
    replace: 'batch?.succeed();',
  },
  {
    name: 'sent-on-again',
    sentence: 'A request that another server sent on is sent on again.',
    file: 'src/http/elsewhere.ts',
    find: 'if (sentOnFrom(request.raw) !== null) throw movingNow();',
    replace: '',
  },
  {
    name: 'delivers-without-lease',
    sentence: 'A server that is cut off goes on writing to the crew center.',
    file: 'src/cluster/cores/platform.ts',
    find: 'if (!isHeld()) throw',
    replace: 'if (isHeld === null) throw',
  },
  {
    name: 'taken-over-without-intents',
    sentence: 'A server that takes over leaves out flights of which something was under way.',
    file: 'src/tracking/flight/restore.ts',
    find: '    flights.add(live);\n    cursors',
    replace: '    if (live.flight.intent === null) flights.add(live);\n    cursors',
  },
  {
    name: 'taken-over-without-sessions',
    sentence: 'A server that takes over knows nobody.',
    file: 'src/tracking/sessions/sessions.ts',
    find: 'for (const stored of journal.initial.sessions) this.#remember(stored);',
    replace: '',
  },
  {
    name: 'acknowledged-before-commit',
    sentence: 'Positions are acknowledged before the database has them.',
    file: 'src/tracking/flight/stored-reports.ts',
    find: 'return durable.then(',
    replace: 'durable.catch(() => undefined);\n  return Promise.resolve().then(',
  },
  {
    name: 'ended-flights-stay-on-the-map',
    sentence: 'Flights that end at other servers stay on the map of the server that shows it.',
    file: 'src/cluster/flight-board.ts',
    find: 'this.#gone.set(id, this.#number);',
    replace: '',
  },
];
