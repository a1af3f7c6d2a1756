import { open } from 'node:fs/promises';
import type { Journal } from '../journal/journal.ts';
import { noFurtherNames, unlessUnknown } from '../tracking/calls/operator/privacy.ts';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import type { PilotWishes } from '../web/my/wishes.ts';
import { olderCopies } from './backups/older-copies.ts';
import type { CrewCenter } from './crew-center.ts';
import type { FileScrubbing } from './file-scrubbing.ts';

/** What the operator can do for a pilot who asks what is kept of them, or wants it erased. */
export interface PilotPrivacy {
  /** Writes what the server keeps of this pilot into a new file, as JSON that only its owner can read. */
  savePilotExport(ident: string, file: string): Promise<void>;
  /** Returns what was erased, and what remains elsewhere, in words. */
  erasePilot(actor: string, ident: string): Promise<{ readonly erased: string; readonly remains: string | null }>;
}

export interface PrivacyNeeds {
  readonly operator: Pick<OperatorCalls, 'exportPilot' | 'findErasable' | 'erasePilot'>;
  readonly crewCenter: Pick<CrewCenter, 'eraser' | 'name' | 'databases'>;
  readonly webhooks: { erasePilot(pilotId: string, words: readonly string[]): Promise<void> };
  readonly scrubbing: Pick<FileScrubbing, 'after'>;
  readonly journal: Pick<Journal, 'listAudit'>;
  readonly wishes: Pick<PilotWishes, 'forget'>;
  readonly dataDirectory: string;
}

export function privacyOf(needs: PrivacyNeeds): PilotPrivacy {
  const { operator, crewCenter, webhooks } = needs;
  return {
    async savePilotExport(ident, file) {
      // Fails for an unknown pilot: before there is a file.
      const pieces = await exportPilot(needs, ident);
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
      const pilotThere = crewCenter.eraser?.find(ident) ?? undefined;
      const { id, ident: known } = await unlessUnknown(operator.findErasable(ident), {
        ...noFurtherNames,
        pilot: pilotThere,
      });
      const also = { ...(await furtherNames(needs, id)), pilot: pilotThere };
      const words = [known, ...also.words, ...also.names];
      const { result, isScrubbed } = await needs.scrubbing.after(async () => {
        // What may fail goes first: once the journal has erased the pilot, nobody finds them to erase the rest.
        await webhooks.erasePilot(id, words);
        await crewCenter.eraser?.erase(id);
        await needs.wishes.forget(id);
        const pilot = await operator.erasePilot(actor, ident, also);
        return { pilot, isWhole: await eraseReadMeanwhile(() => webhooks.erasePilot(id, words)) };
      });
      const { pilot, isWhole } = result;
      return {
        erased: `${pilot.ident} is erased: name, addresses, sessions, notes and log lines. Figures and tracks of the flights stay, without a name.`,
        remains: remainsOf(needs, { isWhole, isScrubbed: isScrubbed && pilot.isScrubbed }),
      };
    },
  };
}

/** Returns what the server keeps of this pilot, also of one who has not flown. */
export function exportPilot(
  { operator, crewCenter }: Pick<PrivacyNeeds, 'operator' | 'crewCenter'>,
  ident: string,
): ReturnType<OperatorCalls['exportPilot']> {
  const found = crewCenter.eraser?.find(ident) ?? null;
  // Without what else the crew center knows: it is no part of the copy.
  return operator.exportPilot(
    ident,
    ...(found === null ? [] : [{ id: found.id, ident: found.ident, name: found.name }]),
  );
}

const address = /[^\s@]@[^\s@]/;

/** What the crew center knows the pilot by, and addresses in the audit log that nobody has any more. */
async function furtherNames({ crewCenter: { eraser }, journal }: PrivacyNeeds, pilotId: string) {
  if (eraser === null) return { words: [], names: [], keys: [] };
  const { words, names, keys } = await eraser.namesOf(pilotId);
  const entries = await journal.listAudit(Number.MAX_SAFE_INTEGER);
  const audited = entries.flatMap(({ action, subject }) =>
    /^(?:pilot|bid)-/.test(action) && address.test(subject) ? [subject] : [],
  );
  const orphaned = [...new Set(audited)].filter((each) => !eraser.hasAddress(each));
  return { words: [...words, ...orphaned], names, keys };
}

/** Erases again what was queued for webhooks between the two erasures. Returns whether it could. */
async function eraseReadMeanwhile(erase: () => Promise<void>): Promise<boolean> {
  try {
    await erase();
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

interface Erased {
  readonly isWhole: boolean;
  readonly isScrubbed: boolean;
}

function remainsOf({ crewCenter, dataDirectory }: PrivacyNeeds, { isWhole, isScrubbed }: Erased): string {
  const { eraser, name } = crewCenter;
  const modules = crewCenter.databases().filter((path) => path.includes('modules'));
  const copies = olderCopies(dataDirectory);
  return [
    ...(isWhole
      ? []
      : ['An event that was queued for webhooks in this moment may hold the name until it is delivered.']),
    ...(isScrubbed ? [] : ['Free space in the files is overwritten within ten minutes.']),
    ...(eraser !== null
      ? []
      : [`The crew center in ${name} still holds the pilot's account and PIREPs: delete them in its own admin area.`]),
    ...(modules.length === 0 ? [] : [`Modules keep what they noted of the pilot themselves: ${modules.join(', ')}.`]),
    ...(copies.length === 0
      ? []
      : [`Older copies in ${dataDirectory} hold the name until you delete them: ${copies.join(', ')}.`]),
    'Backups made before hold the name until they are deleted.',
  ].join(' ');
}
