import type { CrewCenterSettings, Platform } from '../../platform/port.ts';
import { isRefusal } from '../refusals.ts';

/** Listeners of reads of the settings. */
export interface SettingsListener {
  /** Receives the settings after each read, and the previous ones. */
  readonly onSettings?: (settings: CrewCenterSettings, before: CrewCenterSettings) => Promise<void>;
  /** Receives the error of each failed read, or null after a successful one; every few seconds. */
  readonly onCrewCenter?: (lostBecause: string | null) => void;
}

/** The crew center's settings as last read; at most 5 s old while it is available. */
export class CurrentSettings {
  readonly #platform: Pick<Platform, 'readSettings'>;
  readonly #listener: SettingsListener;
  #current: CrewCenterSettings;

  constructor(platform: Pick<Platform, 'readSettings'>, first: CrewCenterSettings, listener: SettingsListener) {
    this.#platform = platform;
    this.#current = first;
    this.#listener = listener;
  }

  get current(): CrewCenterSettings {
    return this.#current;
  }

  async read(): Promise<void> {
    const before = this.#current;
    try {
      this.#current = await this.#platform.readSettings();
    } catch (error) {
      if (isRefusal(error, 'crew-center-unavailable')) this.#listener.onCrewCenter?.(error.message);
      throw error;
    }
    this.#listener.onCrewCenter?.(null);
    await this.#listener.onSettings?.(this.#current, before);
  }
}
