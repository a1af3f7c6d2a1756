import { override } from '../../lib/override.ts';
import { namesWith } from '../../lib/table.ts';
import type { CrewCenterSettings, Platform } from '../../platform/port.ts';
import { deskTable, papersTable, portTable } from '../../platform/port-table.ts';
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
  const { desk, papers } = platform;
  return override(platform, {
    ...fenced(platform, portTable, isHeld),
    desk: override(desk, fenced(desk, deskTable, isHeld)),
    ...(papers && { papers: override(papers, fenced(papers, papersTable, isHeld)) }),
  });
}

/** Returns the methods that write, as long as the lease is held. */
function fenced<T extends object>(calls: T, table: Readonly<Record<string, { does: string }>>, isHeld: () => boolean) {
  const names = namesWith(table, 'does', 'writes') as (keyof T)[];
  const methods = names.flatMap((name) => {
    const write = calls[name] as unknown;
    if (typeof write !== 'function') return [];
    const guard = async (...args: readonly unknown[]) => {
      if (!isHeld()) throw new Refusal('crew-center-unavailable', { message: 'Another server has taken over.' });
      return Reflect.apply(write, calls, args) as unknown;
    };
    return [[name, guard] as const];
  });
  return Object.fromEntries(methods) as Partial<T>;
}
