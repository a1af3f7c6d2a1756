import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Where the program's files lie, below `dist`; `bin/tracker.js` starts `main.js` there. */
export const programFolder = 'program';

/**
 * Puts the command line and the server into few files: a thousand modules, each with its own address, source and wrapper,
 * take a second of one core and 30 MB more than one that holds the same. What is loaded later stays in files of its own, and
 * so do packages, except the one of the schemas: theirs are read where an operator may have put newer ones.
 * @param dist - the compiled sources, which stay beside it: for threads, and for who imports the package
 */
export async function bundleProgram(dist: string): Promise<void> {
  const outdir = join(dist, programFolder);
  await build({
    entryPoints: [join(dist, 'cli/main.js')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    plugins: [withSchemas, keepPlaces(dist), plainHttp],
    chunkNames: 'part-[hash]',
    legalComments: 'none',
    logLevel: 'error',
  });
  for (const file of globSync('*.js', { cwd: outdir })) narrow(join(outdir, file));
  // Its licence wants to be beside each copy of it.
  cpSync(fileURLToPath(new URL('../license', import.meta.resolve('typebox'))), join(outdir, 'typebox-license.txt'));
}

/** The one package that is bundled: five hundred small modules, a sixth of the processor time of a start. */
const withSchemas: Plugin = {
  name: 'with-schemas',
  setup({ onResolve }) {
    // Plugins are asked before `packages: 'external'` applies.
    onResolve({ filter: /^typebox(?:\/|$)/ }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }));
  },
};

/** A module of the program still finds the files beside it: its address is that of its own compiled file. */
function keepPlaces(dist: string): Plugin {
  return {
    name: 'keep-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const place = `../${relative(dist, path).split(sep).join('/')}`;
        const contents = text
          .replaceAll('import.meta.dirname', `placeOf(import.meta.dirname, ${JSON.stringify(dirname(place))})`)
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
        return { contents: contents === text ? text : `import { join as placeOf } from 'node:path';\n${contents}` };
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
