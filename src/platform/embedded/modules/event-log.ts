import type { SQLInputValue } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../../../lib/row.ts';
import { type BidEvent, type BidEventName, bidEventNames } from '../bid-events.ts';
import type { CrewCenterEvent } from '../events.ts';
import { type PirepEvent, type PirepEventName, pirepEventNames } from '../pirep-events.ts';

/** An event of a PIREP for modules; `id` increases, and is the same when the event is redelivered after a crash. */
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

/** The part of the crew center that is needed. */
interface Statements {
  run(sql: string, ...values: SQLInputValue[]): unknown;
}

/**
 * Stores events for enabled modules in the transaction that caused them, so that a module also receives events
 * of other processes, and those during a restart of the server.
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

/** A stored event. */
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
