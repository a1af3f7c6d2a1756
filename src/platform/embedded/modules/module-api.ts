import type { DatabaseSync } from 'node:sqlite';
import type { BidEventName } from '../bid-events.ts';
import type { PirepEventName } from '../pirep-events.ts';
import type { RecordedBidEvent, RecordedEvent } from './event-log.ts';

export type { BidEventName, BidSnapshot } from '../bid-events.ts';
export type { PirepEventName, PirepSnapshot } from '../pirep-events.ts';
export type { RecordedBidEvent, RecordedEvent } from './event-log.ts';

/**
 * Type of a module's export `listeners`: a function for each event that its `module.json` lists.
 * Events are delivered one at a time, in order. An event whose listener throws is not redelivered; a module that keeps throwing, or does not
 * return from a listener, is stopped. After a crash of the server the last event may be redelivered, with the same `id`.
 */
export type ModuleListeners = {
  readonly [name in PirepEventName]?: (event: RecordedEvent, module: ModuleContext) => void | Promise<void>;
} & {
  readonly [name in BidEventName]?: (event: RecordedBidEvent, module: ModuleContext) => void | Promise<void>;
};

/** What a module can use, besides Node itself. It runs in its own thread. */
export interface ModuleContext {
  readonly name: string;
  /** The module's own database, with the tables of its migrations. */
  readonly database: DatabaseSync;
  /** The crew center's database, read-only. */
  readonly crewCenter: DatabaseSync;
  /** Writes a line to the server's log. */
  log(text: string): void;
}
