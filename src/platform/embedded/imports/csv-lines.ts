import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { separatorOf, withoutGuard } from '../../../lib/csv.ts';
import { didYouMean } from '../../../lib/nearest.ts';

/** What is wrong with a line of a file, and in which of its columns. */
export interface LineProblem {
  readonly line: number;
  readonly column: string | null;
  readonly problem: string;
}

/** The columns of a file. */
export interface FileColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Columns that exports have and imports do not use. */
  readonly ignored: readonly string[];
}

export interface CsvLine {
  readonly line: number;
  /** The cells of known columns, without spaces around them. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface CsvLines {
  readonly lines: readonly CsvLine[];
  /** By line. With one in the first line nothing was read. */
  readonly problems: readonly LineProblem[];
}

/** Bytes that are parsed in one turn of the event loop: some milliseconds. */
const inOneTurn = 32 * 1024;

/**
 * Reads a CSV file whose first line names its columns, with commas, semicolons or tabs, in pieces, between which everything
 * else has its turn.
 */
export async function readCsvLines(csv: string, columns: FileColumns): Promise<CsvLines> {
  const lines: CsvLine[] = [];
  const problems: LineProblem[] = [];
  let names: readonly string[] | null = null;
  const known = [...columns.required, ...columns.optional];
  try {
    for await (const { record, info } of recordsOf(csv)) {
      if (names === null) {
        names = record.map((name) => name.toLowerCase());
        problems.push(...headProblems(names, columns));
        if (problems.length > 0) break;
      } else if (record.length !== names.length) {
        problems.push({
          line: info.lines,
          column: null,
          problem: `has ${record.length} columns, the first line has ${names.length}`,
        });
      } else {
        const cells = names.flatMap((name, at) =>
          known.includes(name) ? [[name, withoutGuard(record[at] ?? '').trim()] as const] : [],
        );
        lines.push({ line: info.lines, cells: Object.fromEntries(cells) });
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problems.push({ line: typeof error.lines === 'number' ? error.lines : 1, column: null, problem: error.message });
  }
  if (names === null && problems.length === 0) problems.push(...headProblems([], columns));
  return { lines, problems };
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function recordsOf(csv: string): AsyncIterable<CsvRecord> {
  const parser = parse({
    bom: true,
    delimiter: separatorOf(csv),
    info: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    trim: true,
  });
  const source = Readable.from(piecesOf(csv), { objectMode: false });
  source.once('error', (error) => parser.destroy(error));
  return source.pipe(parser) as AsyncIterable<CsvRecord>;
}

async function* piecesOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv);
  for (let at = 0; at < bytes.length; at += inOneTurn) {
    await nextTurn();
    yield bytes.subarray(at, at + inOneTurn);
  }
}

function headProblems(names: readonly string[], { required, optional, ignored }: FileColumns): LineProblem[] {
  const known = [...required, ...optional, ...ignored];
  return [
    ...required
      .filter((name) => !names.includes(name))
      .map((column) => ({ line: 1, column, problem: 'the first line must name this column' })),
    ...names
      .filter((name) => !known.includes(name))
      .map((column) => ({
        line: 1,
        column,
        problem: `is not a column.${didYouMean(column, known)} The columns are ${[...required, ...optional].join(', ')}`,
      })),
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((column) => ({ line: 1, column, problem: 'is named twice' })),
  ];
}
