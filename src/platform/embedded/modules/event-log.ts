import type { SQLInputValue } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../../../lib/row.ts';
import { type BidEvent, type BidEventName, bidEventNames } from '../bid-events.ts';
import type { CrewCenterEvent } from '../events.ts';
import { type PirepEvent, type PirepEventName, pirepEventNames } from '../pirep-events.ts';

/** An event of a PIREP as modules get it; `id` grows, and is the same when an event is told again after a crash. */
export interface RecordedEvent extends PirepEvent {
  readonly id: number;
}

/** The same, of a bid. */
export interface RecordedBidEvent extends BidEvent {
  readonly id: number;
}

export type ModuleEvent = RecordedEvent | RecordedBidEvent;
export type ModuleEventName = PirepEventName | BidEventName;

/** What a module may listen to. */
export const moduleEventNames: readonly ModuleEventName[] = [...pirepEventNames, ...bidEventNames];

/** What it takes of the crew center. */
interface Statements {
  run(sql: string, ...values: SQLInputValue[]): unknown;
}

/**
 * Writes down what an enabled module listens to, within the transaction that made it true: so a module also hears what
 * another process did, and what happened while the server was being restarted.
 */
export function recordEvents(crewCenter: Statements, events: readonly CrewCenterEvent[]): void {
  for (const { name, at, ...content } of events) {
    crewCenter.run(
      `INSERT INTO tracker_events (name, at, content) SELECT ?, ?, ?
       WHERE EXISTS (SELECT 1 FROM modules m, json_each(m.events) e WHERE m.enabled = 1 AND e.value = ?)`,
      name,
      at,
      JSON.stringify(content),
      name,
    );
  }
}

/** An event as it was written down. */
export function toEvent(row: Row): ModuleEvent {
  return {
    id: numberOf(row, 'id'),
    name: toName(textOf(row, 'name')),
    at: numberOf(row, 'at'),
    ...JSON.parse(textOf(row, 'content')),
  };
}

function toName(name: string): ModuleEventName {
  const known = moduleEventNames.find((each) => each === name);
  if (known === undefined) throw new Error(`an event ${name} was recorded`);
  return known;
}
