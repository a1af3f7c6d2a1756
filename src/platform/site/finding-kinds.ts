import type { FindingKind } from './finding-kind.ts';
import { connection } from './findings-of-connection.ts';
import { files } from './findings-of-files.ts';
import { ownCalls } from './findings-of-own-calls.ts';
import { rules } from './findings-of-rules.ts';
import { site } from './findings-of-site.ts';
import { settings, versions } from './findings-of-versions.ts';

/** Every kind of finding by its name. */
export const findingKinds = {
  ...files,
  ...versions,
  ...settings,
  ...site,
  ...connection,
  ...ownCalls,
  ...rules,
} as const satisfies Record<string, FindingKind>;
export type FindingName = keyof typeof findingKinds;
