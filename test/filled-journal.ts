import assert from 'node:assert/strict';
import type { Journal } from '../src/journal/journal.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { noon, sampleEvent, sampleFlight, samplePosition, unsealedOf } from './journal/suite/samples.ts';

export const pageSize = 4096;
export const flights = [1, 2, 3, 4];

/** Flights with chunks and raw rows, two of them ended, and a row in every other table. */
export async function fill(journal: Journal): Promise<void> {
  for (const number of flights) {
    assert.equal(journal.nextFlightNumber(), number);
    await journal.saveFlight(sampleFlight(number), { kind: 'started', at: noon });
    for (const part of [0, 1, 2]) {
      const positions = Array.from({ length: 90 }, (_, index) => samplePosition(part * 90 + index + 1));
      const event = journal.appendEvents(number, [sampleEvent(part + 1)]);
      await Promise.all([journal.appendPositions(number, positions).durable, event.durable]);
      if (part < 2) await journal.sealFlight(number, { part });
    }
    await journal.saveDelivered(number, 5);
    if (number % 2 === 0)
      await journal.saveFlight(sampleFlight(number, { state: 'filed', endedAt: noon }), { kind: 'filed', at: noon });
    await journal.saveNote(`note ${number}`, 'text '.repeat(number * 40));
    await journal.saveAudit({ at: noon, actor: 'operator@cli', action: 'release', subject: `${number}`, detail: null });
    await journal.saveLoginFailure({ at: noon, loginHash: `${number}`, address: '192.0.2.1', account: null });
    await journal.changes.saveCursor(`listener ${number}`, number);
    const pilot = { pilotId: '7', pilotIdent: 'VMS0007', pilotName: 'Ada', credentialVersion: 'c' };
    const life = { createdAt: noon, expiresAt: noon + 86_400_000, lifetime: 'long' } as const;
    await journal.saveSession({ tokenHash: `${number}`.padStart(64, 'a'), ...pilot, ...life });
  }
}

export const refused = 'refused';

/** Everything that can be asked of the journal, by name. What is refused as damaged is `refused`; any other error is thrown. */
export async function readAll(journal: Journal): Promise<ReadonlyMap<string, readonly string[] | string | null>> {
  const answers = new Map<string, readonly string[] | string | null>();
  const ask = async (name: string, question: () => unknown) => {
    try {
      const answer = await question();
      const isList = Array.isArray(answer);
      answers.set(name, isList ? answer.map((each) => JSON.stringify(each)) : JSON.stringify(answer ?? null));
    } catch (error) {
      if (!isRefusal(error, 'data-damaged')) throw error;
      answers.set(name, refused);
    }
  };
  const { initial } = journal;
  await ask('sessions', () => initial.sessions);
  await ask('failures', () => initial.loginFailures);
  await ask('live', () => initial.flights.map(({ flight }) => flight));
  await ask('unsealed', () => unsealedOf(journal));
  for (const number of flights) {
    await ask(`reports ${number}`, () => journal.readReports(number));
    await ask(`sealed ${number}`, () => journal.readSealed(number));
    await ask(`flight ${number}`, () => journal.readFlight({ flightId: `flight-${number}` }));
    await ask(`by pirep ${number}`, () => journal.readFlight({ pirepId: `pirep-${number}` }));
    await ask(`note ${number}`, () => journal.readNote(`note ${number}`));
  }
  await ask('flights', () => journal.listFlights({}));
  await ask('page', async () => (await journal.pageFlights({ limit: 100 })).flights);
  await ask('of pilot', () => journal.listFlights({ pilotId: '7' }));
  await ask('audit', () => journal.listAudit(100));
  await ask('changes', () => journal.changes.read(0, 1_000));
  await ask('last change', () => journal.changes.last() >= 0);
  return answers;
}

/** Whether this is the same, or less of it. */
export function isPart(
  of: readonly string[] | string | null,
  answer: readonly string[] | string | null | undefined,
): boolean {
  if (typeof of === 'object' && of !== null)
    return Array.isArray(answer) ? answer.every((each) => of.includes(each)) : answer === refused;
  return answer === of || answer === refused || answer === 'null';
}

/** Chance with a seed. */
export function chance(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Ways in which a disk returns other bytes than were written. */
export const ways: readonly ((bytes: Buffer, page: number, draw: (below: number) => number) => void)[] = [
  (bytes, page, draw) => flip(bytes, page * pageSize + draw(pageSize), draw),
  (bytes, page, draw) => {
    for (let count = 0; count < 10; count += 1) flip(bytes, page * pageSize + draw(pageSize), draw);
  },
  (bytes, _page, draw) => {
    for (let count = 0; count < 10; count += 1) flip(bytes, draw(bytes.length), draw);
  },
  (bytes, page) => void bytes.fill(0, page * pageSize, (page + 1) * pageSize),
];

function flip(bytes: Buffer, at: number, draw: (below: number) => number): void {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
}
