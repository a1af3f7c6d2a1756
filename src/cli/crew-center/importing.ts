import { readFile } from 'node:fs/promises';
import { decodeText } from '../../lib/csv.ts';
import { actOf, type ImportKind } from '../../platform/embedded/imports/kind.ts';
import type { Progress } from '../../platform/embedded/imports/pieces.ts';
import { importFile, type LineNote, undoNewest } from '../../platform/embedded/imports/run.ts';
import { CommandError, type CommandIo } from '../command.ts';
import { form } from '../form.ts';
import { withCrewCenter } from './open.ts';

/** Maximum number of lines that are printed; the others are counted. */
const maxShown = 50;

/** The form that imports files of this kind: `import FILE`. */
export function importOf(kind: ImportKind) {
  return form({
    name: 'import',
    withoutData: true,
    positionals: ['FILE'],
    done: (given) => [actOf(kind, 'import'), given.positional(0), null],
    async run(given, io) {
      const file = given.positional(0);
      const bytes = await readFile(file).catch((error: Error) => {
        throw new CommandError(`${file} cannot be read: ${error.message}. Give the path of a CSV file.`);
      });
      const done = await withCrewCenter(io, (crewCenter) =>
        importFile(crewCenter, kind, decodeText(bytes), progressOf(io)),
      );
      if (done.kind === 'imported') {
        if (io.json) io.out(JSON.stringify(done));
        else {
          io.out(`${done.added} ${kind.name} added, ${done.changed} changed, ${done.unchanged} unchanged.`);
          for (const line of linesOf(`${file}:`, done.kept)) io.out(line);
        }
        return 0;
      }
      throw new CommandError(
        `${linesOf(`${file}:`, done.problems).join('\n')}\nNothing was imported. Correct these lines and import the file again.`,
        1,
        { code: 'invalid', details: { problems: done.problems } },
      );
    },
  });
}

/** The form that takes the newest import of this kind back: `undo-import`. */
export function undoOf(kind: ImportKind) {
  return form({
    name: 'undo-import',
    done: () => [actOf(kind, 'import-undo'), kind.name, null],
    async run(_given, io) {
      const { takenBack, stays } = await withCrewCenter(io, (crewCenter) =>
        undoNewest(crewCenter, kind, progressOf(io)),
      );
      if (io.json) io.out(JSON.stringify({ takenBack, stays }));
      else {
        io.out(`Taken back: ${takenBack} ${kind.name}.`);
        for (const line of linesOf('line ', stays)) io.out(line);
      }
      return 0;
    },
  });
}

/** Says how far a long one is. */
function progressOf(io: CommandIo): Progress {
  return (rows, of) => {
    if (!io.json && of >= 500) io.err(`${rows} of ${of}`);
  };
}

function linesOf(begin: string, notes: readonly LineNote[]): readonly string[] {
  const lines = notes.slice(0, maxShown).map(({ line, problem }) => `${begin}${line}: ${problem}`);
  const more = notes.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}
