import type { DatabaseSync } from 'node:sqlite';
import type { BidEventName } from '../bid-events.ts';
import type { PirepEventName } from '../pirep-events.ts';
import type { RecordedBidEvent, RecordedEvent } from './event-log.ts';

export type { BidEventName, BidSnapshot } from '../bid-events.ts';
export type { PirepEventName, PirepSnapshot } from '../pirep-events.ts';
export type { RecordedBidEvent, RecordedEvent } from './event-log.ts';

/**
 * What the file of a module exports as `listeners`: a function for each event that its `module.json` names.
 * One event at a time, in order. One that throws is not told again; a module that goes on throwing, or does not come
 * back from a listener, is stopped. After a crash of the server the last event may come once more, with the same `id`.
 */
export type ModuleListeners = {
  readonly [name in PirepEventName]?: (event: RecordedEvent, module: ModuleContext) => void | Promise<void>;
} & {
  readonly [name in BidEventName]?: (event: RecordedBidEvent, module: ModuleContext) => void | Promise<void>;
};

/** What a module has to work with, beside Node itself. It runs in a thread of its own. */
export interface ModuleContext {
  readonly name: string;
  /** The module's own database, with the tables of its migrations. */
  readonly database: DatabaseSync;
  /** The crew center's database, for reading only. */
  readonly crewCenter: DatabaseSync;
  /** A line in the server's log. */
  log(text: string): void;
}
