import type { Application } from './application.ts';
import { below, type Entry, file } from './entry.ts';
import { tarball } from './tarball.ts';

/** The client SDK as an npm package of its own, for authors of clients: nothing of the server, no dependencies. */
export async function clientPackage({ entries, version }: Application, mtime: number): Promise<Buffer> {
  const modules = entries.filter(({ path }) => /^dist\/client\/(?:[\w-]+\/)*[\w-]+\.(?:js|d\.ts)$/.test(path));
  const own = [
    ...modules.map((entry) => ({ ...entry, path: entry.path.replace('dist/client/', 'lib/') })),
    file('package.json', `${JSON.stringify(describe(version), null, 2)}\n`),
    file('README.md', readmeOf(textOf(entries, 'docs/client.md'))),
    file('LICENSE', textOf(entries, 'LICENSE')),
  ];
  return await tarball(below('package', own), mtime, '');
}

function describe(version: string): object {
  const from = (name: string) => ({ types: `./lib/${name}.d.ts`, default: `./lib/${name}.js` });
  return {
    name: 'va-tracker-client',
    version,
    description: 'Connects a desktop ACARS client to the flight tracker of a virtual airline',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: { '.': from('client'), './file-store': from('file-store'), './package.json': './package.json' },
    files: ['lib/'],
  };
}

/** The page of the documentation, under the name that the package has here; its links lead to what is not included. */
function readmeOf(page: string): string {
  return page
    .replaceAll("'va-tracker/client", "'va-tracker-client")
    .replaceAll('`va-tracker/client', '`va-tracker-client')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}

function textOf(entries: readonly Entry[], path: string): string {
  const content = entries.find((entry) => entry.path === path)?.content;
  if (content === undefined || !('bytes' in content)) throw new Error(`The npm package has no ${path}.`);
  return Buffer.from(content.bytes).toString();
}
