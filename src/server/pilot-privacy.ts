import { open } from 'node:fs/promises';
import { erasePilot } from '../platform/embedded/pilot-erasure.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { Tracking } from '../tracking/tracking.ts';
import type { CrewCenter } from './crew-center.ts';

/** What the operator can do for a pilot who asks what is kept of them, or wants it erased. */
export interface PilotPrivacy {
  /** Writes what the server keeps of this pilot into a new file, as JSON that only its owner can read. */
  savePilotExport(ident: string, file: string): Promise<void>;
  /** Returns what was erased, and what remains elsewhere, in words. */
  erasePilot(actor: string, ident: string): Promise<{ readonly erased: string; readonly remains: string | null }>;
}

export function privacyOf(
  { operator }: Pick<Tracking, 'operator'>,
  { embedded, name }: Pick<CrewCenter, 'embedded' | 'name'>,
  webhooks: { erasePilot(pilotId: string): Promise<void> },
): PilotPrivacy {
  return {
    async savePilotExport(ident, file) {
      // Fails for an unknown pilot: before there is a file.
      const pieces = await operator.exportPilot(ident);
      const target = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
        throw new Refusal('invalid', { message: `${file} cannot be created: ${error.message}. Name another file.` });
      });
      try {
        for await (const piece of pieces) await target.write(piece);
        await target.sync();
      } finally {
        await target.close();
      }
    },
    async erasePilot(actor, ident) {
      const pilot = await operator.erasePilot(actor, ident);
      await webhooks.erasePilot(pilot.id);
      if (embedded !== null) await erasePilot(embedded.crewCenter, pilot.id);
      return {
        erased: `${pilot.ident} is erased: name, sessions, notes and log lines. Figures and tracks of the flights stay, without a name.`,
        remains:
          embedded === null
            ? `The crew center in ${name} still holds the pilot's account and PIREPs: delete them in its own admin area. Backups made before hold the name until they are deleted.`
            : 'Backups made before hold the name until they are deleted.',
      };
    },
  };
}
