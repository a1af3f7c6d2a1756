import { open } from 'node:fs/promises';
import { erasePilot } from '../platform/embedded/pilot-erasure.ts';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import type { Tracking } from '../tracking/tracking.ts';
import type { CrewCenter } from './crew-center.ts';

/** What the operator can do for a pilot who asks what is kept of them, or wants it erased. */
export interface PilotPrivacy {
  /** Writes what the server keeps of this pilot into a new file, as JSON that only its owner can read. */
  savePilotExport(ident: string, file: string): Promise<void>;
  /** Returns what was erased, and what remains elsewhere, in words. */
  erasePilot(actor: string, ident: string): Promise<{ readonly erased: string; readonly remains: string | null }>;
}

interface PilotEraser {
  erasePilot(pilotId: string): Promise<void>;
}

export function privacyOf(
  { operator }: Pick<Tracking, 'operator'>,
  { embedded, name }: Pick<CrewCenter, 'embedded' | 'name'>,
  webhooks: PilotEraser,
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
      const { id } = await operator.findErasable(ident);
      // What may fail goes first: once the journal has erased the pilot, nobody finds them to erase the rest.
      await webhooks.erasePilot(id);
      if (embedded !== null) await erasePilot(embedded.crewCenter, id);
      const pilot = await operator.erasePilot(actor, ident);
      const isWhole = await eraseReadMeanwhile(webhooks, id);
      return {
        erased: `${pilot.ident} is erased: name, sessions, notes and log lines. Figures and tracks of the flights stay, without a name.`,
        remains: remainsOf(isWhole, embedded === null ? name : null),
      };
    },
  };
}

/** Erases again what was queued for webhooks between the two erasures. Returns whether it could. */
async function eraseReadMeanwhile(webhooks: PilotEraser, pilotId: string): Promise<boolean> {
  try {
    await webhooks.erasePilot(pilotId);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** @param elsewhere - name of the crew center, if it is not part of this server */
function remainsOf(isWhole: boolean, elsewhere: string | null): string {
  const queued = 'An event that was queued for webhooks in this moment may hold the name until it is delivered.';
  return [
    ...(isWhole ? [] : [queued]),
    ...(elsewhere === null
      ? []
      : [
          `The crew center in ${elsewhere} still holds the pilot's account and PIREPs: delete them in its own admin area.`,
        ]),
    'Backups made before hold the name until they are deleted.',
  ].join(' ');
}
