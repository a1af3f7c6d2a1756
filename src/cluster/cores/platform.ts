import { namesWith } from '../../lib/names-with.ts';
import { override } from '../../lib/override.ts';
import type { CrewCenterSettings, Platform } from '../../platform/port.ts';
import { portTable } from '../../platform/port-table.ts';
import { Refusal } from '../../tracking/refusals.ts';

/** How old settings may be that another core asked for, in milliseconds: each core asks every three seconds. */
const freshMs = 2_500;

/** Returns the same crew center for many cores: its settings are read once for all of them. */
export function sharedPlatform(platform: Platform, now: () => number): Platform {
  let read: { readonly at: number; readonly settings: Promise<CrewCenterSettings> } | null = null;
  return override(platform, {
    readSettings: () => {
      if (read === null || now() - read.at >= freshMs) read = { at: now(), settings: platform.readSettings() };
      return read.settings;
    },
    // Its owner closes it.
    close: async () => undefined,
  });
}

/**
 * Returns the crew center for the core of one partition: a core whose lease ended changes nothing there any more. What is
 * already under way is made harmless by the crew center's own check: every write can be repeated.
 */
export function heldPlatform(platform: Platform, isHeld: () => boolean): Platform {
  const guarded = namesWith(portTable, 'does', 'writes').flatMap((name) => {
    const write = platform[name] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    if (write === undefined) return [];
    const guard = async (...args: unknown[]) => {
      if (!isHeld()) throw new Refusal('crew-center-unavailable', { message: 'Another server has taken over.' });
      return write.apply(platform, args);
    };
    return [[name, guard] as const];
  });
  return override(platform, Object.fromEntries(guarded));
}
