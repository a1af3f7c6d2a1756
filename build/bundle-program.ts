import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Which packages are in a program: those of a start, or of them only the one of the schemas; the rest stay packages. */
const inPrograms = { 'of a start': /^(?:typebox|fastify|pino|eta)(?:\/|$)/, 'of the schemas': /^typebox(?:\/|$)/ };
/** What these load only for what nobody asks of them: checks of schemas by the framework, and requests without a network. */
const unused = new Set(['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request']);

/** Where the files of the program lie, below `dist`, and those of the one that `bin/program.js` takes where other packages are installed than are in the first. */
export const programFolders = { program: 'of a start', 'own-program': 'of the schemas' } as const;

/** Where the modules lie, and where what they are put together into. */
export interface ProgramFolders {
  /** Of `cli/main.js` and all that it imports, compiled or as they are written (`.ts`); they stay there: for threads, and for who imports the package. */
  readonly modules: string;
  /** Is made. */
  readonly program: string;
  readonly packages?: keyof typeof inPrograms;
}

/**
 * Puts the command line and the server into few files: a thousand modules, each with its own address, source and wrapper,
 * take a second of one core and 30 MB more than one that holds the same. What is loaded later stays in files of its own. The packages of a
 * start are in them too, unless only those of the schemas are asked for.
 */
export async function bundleProgram({ modules, program, packages = 'of a start' }: ProgramFolders): Promise<void> {
  const { metafile } = await build({
    // A compiled module if there is one.
    entryPoints: globSync('cli/main.[jt]s', { cwd: modules }).map((file) => join(modules, file)),
    outdir: program,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    plugins: [withPackages(inPrograms[packages]), keepPlaces(modules, program), plainHttp],
    // What is CommonJS in them asks for modules of Node.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
    },
    chunkNames: 'part-[hash]',
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
  });
  for (const file of globSync('*.js', { cwd: program })) narrow(join(program, file));
  notePackages(Object.keys(metafile.inputs), program);
}

/** Writes which packages are in the program, of which versions, for `bin/program.js`; and their licences, which want to be beside each copy of them. */
function notePackages(inputs: readonly string[], program: string): void {
  const folders = new Set(
    inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(resolve(file))?.[0] ?? []),
  );
  const versions: Record<string, string> = {};
  const licences = join(program, 'licences');
  mkdirSync(licences, { recursive: true });
  for (const folder of [...folders].toSorted()) {
    const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
    const { version, license, author } = JSON.parse(manifest) as Record<string, unknown>;
    if (!manifest.includes(`\n  "version": "${String(version)}"`))
      throw new Error(`${folder}: bin/program.js would not find the version.`);
    const path = folder.slice(folder.indexOf('node_modules/') + 'node_modules/'.length);
    versions[path] = String(version);
    const [licence] = globSync(['LICENSE*', 'LICENCE*', 'license*'], { cwd: folder });
    // One of them has no file with its licence: its manifest names it, and the author.
    const notice = licence === undefined ? JSON.stringify({ license, author }) : readFileSync(join(folder, licence));
    writeFileSync(join(licences, `${path.replaceAll('/', '+')}.txt`), notice);
  }
  writeFileSync(join(program, 'packages.json'), `${JSON.stringify(versions, null, 2)}\n`);
}

/** Bundles these packages, with those that they need: the ones of a start have seven hundred small modules. */
function withPackages(bundled: RegExp): Plugin {
  return {
    name: 'with-packages',
    setup({ onResolve }) {
      // Plugins are asked before `packages: 'external'` applies.
      onResolve({ filter: /^[@a-z]/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point' || isBuiltin(path)) return undefined;
        if (importer.includes(`${sep}node_modules${sep}`)) {
          if (unused.has(path)) return { path, external: true };
          if (kind === 'require-call') return { path: createRequire(importer).resolve(path) };
          return { path: fileURLToPath(import.meta.resolve(path, pathToFileURL(importer).href)) };
        }
        if (!bundled.test(path)) return undefined;
        return { path: fileURLToPath(import.meta.resolve(path)) };
      });
    },
  };
}

/** A module of the program still finds the files beside it: its address is that of its own file. */
function keepPlaces(modules: string, program: string): Plugin {
  return {
    name: 'keep-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.[jt]s$/ }, ({ path }) => {
        if (!path.startsWith(join(modules, sep))) return undefined;
        const text = readFileSync(path, 'utf8');
        const place = relative(program, path).split(sep).join('/');
        const contents = text
          .replaceAll('import.meta.dirname', `placeOf(import.meta.dirname, ${JSON.stringify(dirname(place))})`)
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
        const head = contents === text ? '' : `import { join as placeOf } from 'node:path';\n`;
        return { contents: `${head}${contents}`, loader: path.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
}

/** An import of it reads each of its exports, WebSocket among them: that loads a whole client of HTTP which nobody uses (Node 24). */
const plainHttp: Plugin = {
  name: 'plain-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'plain', sideEffects: false } : undefined,
    );
    onLoad({ filter: /./, namespace: 'plain' }, ({ path }) => {
      const whole = process.getBuiltinModule(path as 'node:http');
      const isPlain = (name: string) => Object.getOwnPropertyDescriptor(whole, name)?.get === undefined;
      const names = Object.keys(whole).filter(isPlain).join(', ');
      const http = `const http = process.getBuiltinModule(${JSON.stringify(path)});`;
      return { contents: `${http}\nexport default http;\nexport const { ${names} } = http;` };
    });
  },
};

/** A text with one letter beyond Latin takes two bytes for each of its letters. Escapes mean the same in strings, templates and expressions. */
function narrow(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (/String\.raw`[^`]*[^\0-\x7f`]/.test(text))
    throw new Error(`${file}: a letter of a raw string cannot be escaped.`);
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, text.replaceAll(/[^\0-\x7f]/g, escaped));
}
