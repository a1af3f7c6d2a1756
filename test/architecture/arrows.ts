import { dirname, join } from 'node:path';
import type { Source } from './read-source.ts';

/** A part of the house, and the parts that it may import: by value, or as types only. */
export interface Area {
  readonly name: string;
  /** Files that belong to it; the first area that fits counts. `$1` in an arrow stands for the first group. */
  readonly files: RegExp;
  readonly values: readonly string[];
  readonly types: readonly string[];
  /** Targets that the lists above would allow, and that are not. */
  readonly never?: RegExp;
}

/** The arrows of ARCHITECTURE.md. A target is a file, or a folder with a slash at its end. */
export const areas: readonly Area[] = [
  { name: 'lib', files: /^src\/lib\//, values: ['src/lib/'], types: [] },
  { name: 'config', files: /^src\/config\//, values: ['src/config/', 'src/lib/'], types: [] },
  {
    name: 'position',
    files: /^src\/tracking\/position\//,
    values: ['src/tracking/position/'],
    types: [],
  },
  {
    name: 'tracking',
    files: /^src\/tracking\//,
    values: ['src/tracking/', 'src/lib/'],
    types: [
      'src/platform/port.ts',
      'src/platform/desk.ts',
      'src/platform/own-api.ts',
      'src/platform/papers.ts',
      'src/journal/journal.ts',
    ],
  },
  {
    name: 'journal',
    files: /^src\/journal\//,
    values: ['src/journal/', 'src/tracking/position/', 'src/tracking/refusals.ts', 'src/tracking/model.ts', 'src/lib/'],
    types: ['src/tracking/flight/changes.ts'],
  },
  {
    name: 'port',
    files: /^src\/platform\/(?:port|desk|own-api|papers)\.ts$/,
    values: ['src/tracking/desk-model.ts'],
    types: ['src/platform/desk.ts', 'src/platform/own-api.ts', 'src/platform/papers.ts', 'src/tracking/', 'src/lib/'],
  },
  {
    name: 'suite',
    files: /^src\/platform\/suite(\.ts|\/)/,
    values: [
      'src/platform/suite',
      'src/platform/port.ts',
      'src/platform/desk.ts',
      'src/platform/port-table.ts',
      'src/tracking/position/',
      'src/tracking/model.ts',
      'src/tracking/desk-model.ts',
      'src/tracking/papers-model.ts',
      'src/tracking/refusals.ts',
      'src/lib/',
    ],
    types: [],
  },
  {
    name: 'words of a family',
    files: /^src\/platform\/(?:seven|five)\//,
    values: [
      'src/platform/seven/',
      'src/platform/five/',
      'src/platform/port.ts',
      'src/tracking/model.ts',
      'src/tracking/desk-model.ts',
      'src/tracking/papers-model.ts',
      'src/lib/',
    ],
    types: [],
  },
  { name: 'check', files: /^src\/platform\/check\//, values: ['src/platform/', 'src/lib/'], types: [] },
  {
    name: 'site',
    files: /^src\/platform\/site\//,
    values: ['src/platform/site/', 'src/platform/crew-center.ts', 'src/tracking/refusals.ts', 'src/lib/'],
    types: [],
  },
  {
    name: 'adapter',
    files: /^src\/platform\/([^/]+)\//,
    values: [
      'src/platform/$1/',
      'src/platform/*',
      'src/platform/seven/',
      'src/platform/five/',
      'src/platform/site/',
      'src/tracking/model.ts',
      'src/tracking/desk-model.ts',
      'src/tracking/papers-model.ts',
      'src/tracking/refusals.ts',
      'src/lib/',
    ],
    types: [],
    never: /^src\/platform\/open/,
  },
  {
    name: 'open',
    files: /^src\/platform\/open[^/]*\.ts$/,
    values: ['src/platform/', 'src/tracking/refusals.ts', 'src/lib/'],
    types: ['src/config/config.ts', 'src/tracking/model.ts'],
  },
  {
    name: 'beside the port',
    files: /^src\/platform\/[^/]+\.ts$/,
    values: ['src/platform/*', 'src/tracking/model.ts', 'src/tracking/refusals.ts', 'src/lib/'],
    types: ['src/platform/site/'],
    never: /^src\/platform\/open/,
  },
  {
    name: 'a contract',
    files: /^src\/contracts\/([^/]+)\//,
    values: ['src/http/refusal-answers.ts', 'src/contracts/$1/', 'src/contracts/*', 'src/tracking/', 'src/lib/'],
    types: [],
  },
  {
    name: 'contracts',
    files: /^src\/contracts\//,
    values: ['src/contracts/*', 'src/http/', 'src/tracking/', 'src/lib/'],
    types: [],
  },
  {
    name: 'http',
    files: /^src\/http\//,
    values: ['src/http/', 'src/tracking/refusals.ts', 'src/lib/'],
    types: [],
  },
  {
    name: 'live',
    files: /^src\/web\/live\//,
    values: ['src/web/live/', 'src/tracking/', 'src/lib/'],
    types: [],
  },
  {
    name: 'API for other programs',
    files: /^src\/web\/api\//,
    values: [
      'src/webhooks/document.ts',
      'src/web/',
      'src/contracts/',
      'src/platform/seven/',
      'src/http/refusal-answers.ts',
      'src/http/reply.ts',
      'src/tracking/',
      'src/lib/',
    ],
    types: [],
    never: /^src\/contracts\/(?:native|legacy|smartcars3)\//,
  },
  {
    name: 'web',
    files: /^src\/web\//,
    values: [
      'src/web/',
      'src/http/body',
      'src/http/refusal-answers.ts',
      'src/http/stream.ts',
      'src/tracking/',
      'src/lib/',
    ],
    types: ['src/webhooks/webhook-calls.ts', 'src/platform/pages.ts', 'src/platform/check/'],
  },
  {
    name: 'webhooks',
    files: /^src\/webhooks\//,
    values: ['src/webhooks/', 'src/contracts/*', 'src/tracking/model.ts', 'src/tracking/refusals.ts', 'src/lib/'],
    types: ['src/tracking/'],
  },
  {
    name: 'cluster',
    files: /^src\/cluster\//,
    values: ['src/cluster/', 'src/tracking/', 'src/journal/', 'src/platform/*', 'src/http/', 'src/lib/'],
    types: [],
    never: /^src\/platform\/open/,
  },
  { name: 'conform', files: /^src\/conform\//, values: ['src/conform/', 'src/lib/'], types: [] },
  { name: 'client', files: /^src\/client\//, values: ['src/client/'], types: ['src/contracts/'] },
  // The launcher's options: `keep` starts a server with them itself.
  { name: 'cli', files: /^src\/cli\//, values: ['src/', 'bin/heap-options.js'], types: [] },
  { name: 'server', files: /^src\/server\//, values: ['src/'], types: [], never: /^src\/cli\// },
];

/** Imports that go against an arrow; nothing but `cli` and `server` may import from `server` or `cli`. */
export function findWrongArrows(source: Source): readonly string[] {
  const area = areas.find(({ files }) => files.test(source.path));
  if (area === undefined) return [`${source.path} belongs to no part of the house.`];
  const group = area.files.exec(source.path)?.[1] ?? '';
  const problems: string[] = [];
  for (const { specifier, isType } of source.imports) {
    if (!specifier.startsWith('.')) continue;
    const target = join(dirname(source.path), specifier);
    const allowed = isType ? [...area.values, ...area.types] : area.values;
    const isAllowed = allowed.some((each) => leadsTo(each.replace('$1', group), target));
    if (!isAllowed || area.never?.test(target)) {
      problems.push(`${source.path} (${area.name}) must not import ${isType ? 'types' : 'values'} of ${target}.`);
    }
  }
  return problems;
}

/** A `*` at the end means files of that very folder, else it is a prefix. */
function leadsTo(allowed: string, target: string): boolean {
  if (!allowed.endsWith('*')) return target.startsWith(allowed);
  const folder = allowed.slice(0, -1);
  return target.startsWith(folder) && !target.slice(folder.length).includes('/');
}
