import type { Journal } from '../journal/journal.ts';
import type { Logger } from '../lib/log.ts';
import type { CrewCenterSettings, Platform } from '../platform/port.ts';
import { defaultSettings } from '../platform/seven/settings.ts';
import { isUnanswered } from '../tracking/refusals.ts';

const settingsNote = 'crew-center-settings';

/** Settings before the crew center was first reached: nobody can log in until then, and its own settings are then read within 5 s. */
const unknownSettings = defaultSettings('Crew Center');

/** Returns the crew center's settings; while it is unavailable, those last read, or the defaults. */
export async function firstSettings(
  journal: Journal,
  platform: Pick<Platform, 'readSettings'>,
  log: Logger,
): Promise<CrewCenterSettings> {
  try {
    const settings = await platform.readSettings();
    await keepSettings(journal, settings);
    return settings;
  } catch (error) {
    const known = journal.readNote(settingsNote);
    if (!isUnanswered(error)) throw error;
    log.warn({ reason: error.message }, 'crew center unavailable; calls that need it get 503 until it is back');
    // What an older version wrote down lacks the settings that it did not know.
    return known === null ? unknownSettings : { ...unknownSettings, ...(JSON.parse(known) as CrewCenterSettings) };
  }
}

/** Writes them down for a start at which the crew center is unavailable. */
export async function keepSettings(journal: Journal, settings: CrewCenterSettings): Promise<void> {
  const text = JSON.stringify(settings);
  if (journal.readNote(settingsNote) !== text) await journal.saveNote(settingsNote, text);
}
