import type { Bug } from './bug.ts';

const filing = 'src/tracking/paperwork/filing.ts';
const finish = 'src/tracking/finish.ts';
const flight = 'src/tracking/flight/flight.ts';
const liveFlights = 'src/tracking/flight/live-flights.ts';
const opening = 'src/tracking/opening/open-flight.ts';
const clearances = 'src/tracking/opening/clearances.ts';

/** Where a transition is stored. */
const storing = 'this.#journal.saveFlight(flight, change === null ? undefined : { kind: change, at })';

/** Mistakes with starts, ends and PIREPs. */
export const paperworkBugs: readonly Bug[] = [
  {
    name: 'finish-only-said',
    sentence: 'smartCARS gets the answer of a finished flight, which it is not.',
    file: 'src/contracts/smartcars3/flights/complete.ts',
    find: 'const result = await withFlight(flavour, body, (name) =>',
    replace:
      "const result = open !== null ? ({ state: 'filing', flight: open.flight } as FinishResult) : await withFlight(flavour, body, (name) =>",
  },
  {
    name: 'receipt-not-stored',
    sentence: 'The receipt is returned and not stored.',
    file: liveFlights,
    find: `try {\n      await ${storing}`,
    replace: `try {\n      if (transition.kind !== 'filed') await ${storing}`,
  },
  {
    name: 'change-before-commit',
    sentence: 'Listeners are notified of a change before it is on the disk.',
    file: liveFlights,
    find: `try {\n      await ${storing}`,
    replace: `try {\n      ${storing}.catch(() => undefined)`,
  },
  {
    name: 'refused-change-stays',
    sentence: 'A change that a full disk refused stays in memory, and is acknowledged when it is repeated.',
    file: liveFlights,
    find: 'if (isRefusal(error) && live.flight === flight) this.#replace(live, this.#stored.get(live) ?? flight);',
    replace: '',
  },
  {
    name: 'ended-flights-stay',
    sentence: 'Flights stay in memory after their end.',
    file: liveFlights,
    find: 'if (isDone) this.remove(live);',
    replace: '',
  },
  {
    name: 'file-again-unasked',
    sentence: 'When the answer to filing is lost, another PIREP is opened and filed.',
    file: filing,
    find: "if (!isRefusal(error, 'flight-not-found')) throw error;\n    await renewPirep",
    replace: 'if (!isRefusal(error)) throw error;\n    await renewPirep',
  },
  {
    name: 'filed-before-delivered',
    sentence: 'A flight is filed without the rest of its track.',
    file: finish,
    find: 'await deliverRest(core, live);',
    replace: '',
  },
  {
    name: 'unavailable-is-refused',
    sentence: 'A crew center that is away for a moment is taken for one that refuses for good.',
    file: finish,
    find: "if (!isRefusal(error, 'crew-center-refused')) throw error;",
    replace: 'if (!isRefusal(error)) throw error;',
  },
  {
    name: 'cancel-not-told',
    sentence: 'The crew center never hears of a cancelled flight.',
    file: flight,
    find: "document: { state: to, intent: { kind: 'cancel', at, reason, to }, endedAt: at, reason, summary },",
    replace: 'document: { state: to, intent: null, endedAt: at, reason, summary },',
  },
  {
    name: 'over-before-told',
    sentence: 'A flight is forgotten at its end, also when the crew center does not know of it yet.',
    file: flight,
    find: "return intent === null && (state === 'filed' || state === 'cancelled' || state === 'abandoned');",
    replace: "return state === 'filed' || state === 'cancelled' || state === 'abandoned';",
  },
  {
    name: 'lost-start-not-looked-up',
    sentence: 'A start without an answer is dropped without asking whether its PIREP was opened.',
    file: 'src/tracking/paperwork/pirep-opening.ts',
    find: 'const hostPirep = await platform.findPirep(live.hostFlight());',
    replace: 'const hostPirep: { state: string; pirepId: string } | null = null as never;',
  },
  {
    name: 'start-overtakes-cancel',
    sentence: 'The next flight is started before the crew center has heard of the cancelled one, and takes its PIREP.',
    file: opening,
    find: 'await patience.require(Promise.all(cancelled.map((live) => cancelAtPlatform(core, live))));',
    replace: '',
  },
  {
    name: 'new-pirep-without-track',
    sentence: 'A PIREP that was opened again gets the rest of the track only.',
    file: 'src/tracking/paperwork/pirep-opening.ts',
    find: 'await track.restart(live);',
    replace: '',
  },
  {
    name: 'filed-bid-is-free',
    sentence: 'Only flights under way count when a flight of a bid is opened, and not what was filed meanwhile.',
    file: clearances,
    find: "if (bidId !== bid.id || state === 'cancelled' || state === 'abandoned') return false;",
    replace: "if (bidId !== bid.id || !['starting', 'open', 'suspended'].includes(state)) return false;",
  },
  {
    name: 'finish-out-of-turn',
    sentence: 'A finish that opens its flight does not wait until it is the turn of its pilot.',
    file: 'src/tracking/opening/flight-of-finish.ts',
    find: 'core.turns.run(pilot, wait.shared, (turn) => openInTurn(core, turn, request));',
    replace: 'openInTurn(core, { pilot, patience: wait.shared, isOver: false }, request);',
  },
  {
    name: 'filed-bid-is-forgotten',
    sentence: 'A bid may be flown again as soon as its flight is filed and gone from memory.',
    file: clearances,
    find: 'const flight = stored.find((each) => takesUp(each, bid));',
    replace: 'const flight = stored.slice(0, 0)[0];',
  },
];
