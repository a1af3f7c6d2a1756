import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { CrewCenterSettings, Platform } from '../platform/port.ts';
import type { TrackingOptions } from './options.ts';
import type { SettingsListener } from './sessions/host-settings.ts';
import type { Tokens } from './sessions/tokens.ts';

/** What the core is composed of and depends on. */
export interface TrackingNeeds extends SettingsListener {
  readonly journal: Journal;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly options: TrackingOptions;
  /** The crew center's settings at the start. */
  readonly settings: CrewCenterSettings;
  /** Logs an error of a timer: a bug or an unavailable crew center. */
  onError(error: unknown): void;
}
