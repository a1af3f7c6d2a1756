import { migrations } from '../journal/migrations/list.ts';
import { fileName as journalFile } from '../journal/open.ts';
import type { DataFormat } from '../platform/check/subject.ts';
import { embeddedFileName } from '../platform/embedded/embedded.ts';
import { fiveFileName } from '../platform/embedded/five/five.ts';
import { fiveMigrations } from '../platform/embedded/five/migrations/list.ts';
import { embeddedMigrations } from '../platform/embedded/migrations/migrations.ts';

import { webhookMigrations } from '../webhooks/store/migrations/list.ts';
import { webhooksFileName } from '../webhooks/store/open.ts';

/** The databases of a data directory, and the version of their data that this program writes. */
export const dataFormats: readonly DataFormat[] = [
  { file: journalFile, newest: migrations.length },
  { file: webhooksFileName, newest: webhookMigrations.length },
  { file: embeddedFileName, newest: embeddedMigrations.length },
  { file: fiveFileName, newest: fiveMigrations.length },
];
