import { type RecordedFigures, readFigures } from '../prove/promises/figures.ts';
import { type PromiseMade, promises } from '../prove/promises/promises.ts';

/** `docs/promises.md`: every promise, the command that shows it, and what it showed last. */
export function promisesPage(
  made: readonly PromiseMade[] = promises,
  figures: RecordedFigures = readFigures(),
): string {
  const runs = made.map(({ id }) => figures[id]);
  const kept = runs.filter((figure) => figure?.isKept === true).length;
  const short = made.filter(({ id }) => figures[id]?.isKept === false);
  return `# Promises

<!-- Written by \`npm run generate\` from the table in prove/promises/promises.ts and the figures in docs/promises/figures.json. -->

What Tracker promises, the command that shows whether a promise is kept, and what that command showed when it last ran here with
\`--record\`. ${kept} of ${made.length} were kept, ${short.length} fell short, ${made.length - kept - short.length} have no figure yet.${kindsOf(short)} Each proof is
also tried on a server that was made to break the promise (\`--self-test\`): it must notice.

\`npm run prove\` runs all proofs, \`npm run prove -- durability\` one of them; \`--short\` is what \`npm run verify\` runs. A figure holds for
the machine and the commit beside it.

| promise | shown by | last figure | kept | when, commit, machine |
|---|---|---|---|---|
${made.map((promise) => row(promise, figures)).join('\n')}
${made.map((promise) => details(promise, figures)).join('')}`;
}

/** What kind of promise fell short: a measured limit, or what must never happen. */
function kindsOf(short: readonly PromiseMade[]): string {
  const isMeasured = ({ command }: PromiseMade) => command.startsWith('npm run bench');
  const kinds = [
    { name: 'limits of speed or size', of: short.filter(isMeasured) },
    { name: 'other proofs', of: short.filter((each) => !isMeasured(each)) },
  ];
  const said = kinds.flatMap(({ name, of }) =>
    of.length === 0 ? [] : [`${name} (${of.map(({ id }) => id).join(', ')})`],
  );
  return said.length === 0 ? '' : `\nFell short: ${said.join('; ')}.`;
}

function row({ id, sentence, command }: PromiseMade, figures: RecordedFigures): string {
  const figure = figures[id];
  const start = `| ${cell(sentence)} (${id})`;
  if (figure === undefined) return `${start} | \`${cell(command)}\` | – | **never recorded** | – |`;
  const verdict = figure.isKept ? 'yes' : '**falls short**';
  const run = `${figure.date}, \`${figure.commit}\`, ${figure.machine}`;
  return `${start} | \`${cell(figure.command)}\` | ${cell(figure.text)} | ${verdict} | ${cell(run)} |`;
}

/** The table that a figure has brought, below all figures. */
function details({ id, sentence }: PromiseMade, figures: RecordedFigures): string {
  const { table = [], date, commit } = figures[id] ?? {};
  const [head, ...rows] = table.map((each) => `| ${each.map(cell).join(' | ')} |`);
  if (head === undefined) return '';
  const line = `|${'---|'.repeat(table[0]?.length ?? 0)}`;
  return `\n## ${sentence.replace(/\.$/, '')}\n\n(${id}, ${date}, \`${commit}\`)\n\n${[head, line, ...rows].join('\n')}\n`;
}

/** Text in a cell of a table: a bar or a line's end would end it. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
