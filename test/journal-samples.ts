import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Journal } from '../src/journal/journal.ts';
import { type JournalOptions, openJournal } from '../src/journal/open.ts';
import { startCopyingWriter } from './copying-writer.ts';
import { noon } from './journal/suite/samples.ts';
import { ManualClock } from './manual-clock.ts';

const openJournals = new Map<string, Journal[]>();

/** A directory that is gone after the test, once the journals in it are closed. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-journal-'));
  openJournals.set(directory, []);
  t.after(async () => {
    for (const journal of openJournals.get(directory) ?? []) await journal.close();
    openJournals.delete(directory);
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** The journal of a temporary directory, written without a thread, and closed after the test. */
export async function openSample(directory: string, options: Partial<JournalOptions> = {}): Promise<Journal> {
  const standard = { directory, clock: new ManualClock(noon), startWriter: startCopyingWriter };
  const journal = await openJournal({ ...standard, ...options });
  openJournals.get(directory)?.push(journal);
  return journal;
}
