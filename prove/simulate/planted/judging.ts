import type { Bug } from './bug.ts';

const judging = 'src/tracking/paperwork/judging.ts';
const again = 'src/tracking/calls/operator/judging-again.ts';
const flown = 'src/tracking/rules/detectors/flown-flight.ts';

/** Mistakes with the airline's rules, and with what follows from them. */
export const judgingBugs: readonly Bug[] = [
  {
    name: 'rules-of-filing',
    sentence: 'A flight is judged by the rules that are in force when it is filed, and not when its finish was called.',
    file: judging,
    find: 'const judgement = await judgeBy(core, finish.rules, asked);',
    replace: 'const judgement = await judgeBy(core, core.judging.inForce() ?? finish.rules, asked);',
  },
  {
    name: 'judged-at-each-try',
    sentence: 'A flight is judged again whenever filing is tried again.',
    file: judging,
    find: 'if (finish.judgement !== undefined) return withJudgement(pirep, finish.judgement);',
    replace: '',
  },
  {
    name: 'judgement-not-stored',
    sentence: 'What the rules said is lost with the process before the flight is filed.',
    file: judging,
    find: "await core.flights.apply(live, { kind: 'judged', judgement });",
    replace: '',
  },
  {
    name: 'rules-lost-at-restart',
    sentence: 'A flight whose filing is resumed after a restart is not judged.',
    file: 'src/tracking/flight/restore.ts',
    find: 'const live = new LiveFlight(stored, journal);',
    replace:
      "const { flight } = stored; const { intent } = flight; const live = new LiveFlight(intent?.kind === 'finish' ? { ...stored, flight: { ...flight, intent: { kind: 'finish', at: intent.at, figures: intent.figures, attempts: intent.attempts } } } : stored, journal);",
  },
  {
    name: 'rules-said-before-stored',
    sentence: 'Staff read that rules are in force which a power cut takes back.',
    file: 'src/tracking/rules/rule-calls.ts',
    find: 'await journal.saveNote(ruleNotes.inForce, inForce === null ? null : JSON.stringify(inForce), entry);',
    replace:
      'journal.saveNote(ruleNotes.inForce, inForce === null ? null : JSON.stringify(inForce), entry).catch(() => undefined);',
  },
  {
    name: 'repeats-marked-twice',
    sentence: 'A report that was stored twice has two marks.',
    file: flown,
    find: 'const once = eachOnce(reports);',
    replace: 'const once = reports;',
  },
  {
    name: 'marked-by-arrival',
    sentence: 'Marks depend on the order in which reports came.',
    file: flown,
    find: 'const timed = inOrderOfTime(once, startedAt).map((report) => ({',
    replace: 'const timed = [...once].map((report) => ({',
  },
  {
    name: 'judged-again-only-there',
    sentence: 'The crew center follows the new rules, and the receipt still has the old ones.',
    file: again,
    find: 'await this.#store(flightId, withJudgement(pirep, judgement), after);',
    replace: '',
  },
  {
    name: 'judged-again-here-first',
    sentence: 'A crash while a flight is judged again leaves the crew center with the old rules for good.',
    file: again,
    find: 'const after = await this.#decide(receipt, judgement);',
    replace:
      'await this.#store(flight, withJudgement(pirep, judgement), before); const after = await this.#decide(receipt, judgement);',
  },
  {
    name: 'staff-overruled',
    sentence: 'Judging again undoes what staff have decided of a PIREP.',
    file: again,
    find: 'const from = filedStates.filter((each) => each === pirepState);',
    replace: 'const from = filedStates;',
  },
  {
    name: 'decided-twice',
    sentence: 'What the rules decide is done whenever filing is asked: hours count twice.',
    file: 'prove/simulate/model-crew-center/decisions.ts',
    find: "if (to !== pirep.state) host.decide(pirep, to, 'rules');",
    replace: "host.decide(pirep, to, 'rules');",
  },
];
