import type { Bug } from './bug.ts';

const track = 'src/tracking/delivery/track.ts';
const lane = 'src/tracking/flight/lane.ts';
const intents = 'src/tracking/sweep/intents.ts';

/** Mistakes with deliveries, rounds and turns. */
export const deliveringBugs: readonly Bug[] = [
  {
    name: 'cursor-too-early',
    sentence: 'Reports count as delivered before the crew center has them.',
    file: track,
    find: 'await this.#deliverBatch(live, reports);',
    replace: 'await cursors.advance(live, last.number);\n      await this.#deliverBatch(live, reports);',
  },
  {
    name: 'cursor-off-by-one',
    sentence: 'The first report of each later delivery is left out.',
    file: track,
    find: 'const after = cursors.of(live).number;',
    replace: 'const after = cursors.of(live).number && cursors.of(live).number + 1;',
  },
  {
    name: 'second-half-left-out',
    sentence: 'Of a delivery that was refused, the second half is not delivered.',
    file: 'src/tracking/delivery/halving.ts',
    find: 'await deliverByHalves(items.slice(half), deliver, setAside);',
    replace: '',
  },
  {
    name: 'lane-keeps-old-task',
    sentence: 'A task that failed once is never run again.',
    file: lane,
    find: 'if (kind !== null) this.#forget(kind);',
    replace: '',
  },
  {
    name: 'turns-without-order',
    sentence: "A pilot's calls for paperwork run at the same time.",
    file: 'src/tracking/sessions/pilot-turns.ts',
    find: 'if (before !== undefined && !(await patience.settles(before))) throw stillBusy();',
    replace: '',
  },
  {
    name: 'tried-once',
    sentence: 'What the crew center could not take at once is never tried again.',
    file: intents,
    find: '(this.#tries.get(id)?.backoff.waitMs ?? 0) > 0',
    replace: 'this.#tries.has(id)',
  },
  {
    name: 'restore-forgets-filing',
    sentence: 'After a restart a flight that was being filed is not filed any more.',
    file: 'src/tracking/flight/restore.ts',
    find: 'if (isOver(stored.flight)) {',
    replace: "if (isOver(stored.flight) || stored.flight.state === 'filing') {",
  },
  {
    name: 'restore-forgets-cursor',
    sentence: 'After a restart the crew center gets nothing of what it has not got yet.',
    file: 'src/tracking/flight/restore.ts',
    find: 'cursors.restore(live, stored.delivered);',
    replace: 'cursors.restore(live, live.lastNumber + 1_000);',
  },
];
