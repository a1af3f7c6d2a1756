import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Where the program's files lie, below `dist`; `bin/tracker.js` starts `main.js` there. */
export const programFolder = 'program';

/** Where the modules lie, and where what they are put together into. */
export interface ProgramFolders {
  /** Of `cli/main.js` and all that it imports, compiled or as they are written (`.ts`); they stay there: for threads, and for who imports the package. */
  readonly modules: string;
  /** Is made. */
  readonly program: string;
}

/**
 * Puts the command line and the server into few files: a thousand modules, each with its own address, source and wrapper,
 * take a second of one core and 30 MB more than one that holds the same. What is loaded later stays in files of its own, and
 * so do packages, except the one of the schemas: theirs are read where an operator may have put newer ones.
 */
export async function bundleProgram({ modules, program }: ProgramFolders): Promise<void> {
  await build({
    // A compiled module if there is one.
    entryPoints: globSync('cli/main.[jt]s', { cwd: modules }).map((file) => join(modules, file)),
    outdir: program,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    plugins: [withSchemas, keepPlaces(modules, program), plainHttp],
    chunkNames: 'part-[hash]',
    legalComments: 'none',
    logLevel: 'error',
  });
  for (const file of globSync('*.js', { cwd: program })) narrow(join(program, file));
  // Its licence wants to be beside each copy of it.
  cpSync(fileURLToPath(new URL('../license', import.meta.resolve('typebox'))), join(program, 'typebox-license.txt'));
}

/** The one package that is bundled: five hundred small modules, a sixth of the processor time of a start. */
const withSchemas: Plugin = {
  name: 'with-schemas',
  setup({ onResolve }) {
    // Plugins are asked before `packages: 'external'` applies.
    onResolve({ filter: /^typebox(?:\/|$)/ }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }));
  },
};

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
    onResolve({ filter: /^node:http$/ }, ({ path }) => ({ path, namespace: 'plain', sideEffects: false }));
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
