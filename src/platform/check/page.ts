import { type FindingKind, ruleRemedy, webServers } from '../site/finding-kind.ts';
import { connection } from '../site/findings-of-connection.ts';
import { files } from '../site/findings-of-files.ts';
import { ownCalls } from '../site/findings-of-own-calls.ts';
import { rules } from '../site/findings-of-rules.ts';
import { site } from '../site/findings-of-site.ts';
import { settings, versions } from '../site/findings-of-versions.ts';

const groups: readonly (readonly [title: string, kinds: Readonly<Record<string, FindingKind>>])[] = [
  ['Files and folders', files],
  ['Versions', versions],
  ['Settings', settings],
  ['The site', site],
  ['Connections and the machine', connection],
  ['Calls of the crew center’s own API', ownCalls],
  ['Rules of the airline', rules],
];

const intro = `# tracker check

<!-- Generated from the table of findings (src/platform/site/finding-kinds.ts) by \`npm run generate\`. -->

\`\`\`sh host
sudo tracker check /var/www/crew
sudo tracker check /var/www/crew --fix
\`\`\`

\`tracker check FOLDER\` looks at the whole public folder of a crew center and sends requests to its site, from the machine on which it
runs. Use \`--url https://…\` if the address in the crew center's configuration is not the one to use, and \`--json\` for other programs.
The exit code is 0 only if nothing serious was found. Run it as the owner of the site's folder or as root: a few files are made for the
check, requested from the site, and removed again. A control file must be readable in the same run, so that a wrong address cannot pass
for a denial. A request without an answer is repeated for some seconds; what stays unanswered is a serious finding, and nothing is repaired
for it.

| severity | meaning |
|---|---|
| \`serious\` | data can be read by strangers, or flights are refused |
| \`warning\` | it works, but a change or a mistake away from that |
| \`note\` | good to know |

## What --fix does

It **moves** and never deletes. By itself it moves only what lies in the folder \`acars\` and is not part of Tracker (never
\`acars/storage\`). Everything else is moved only when it is named: \`tracker check FOLDER --fix PATH…\`, because liveries, downloads and
uploads look like leftovers. Everything goes to a dated folder in the data directory, or in \`--backup DIR\`, with a list;
\`tracker install FOLDER --undo\` puts it back.

With Apache and LiteSpeed it also writes deny rules into the \`.htaccess\` of the public folder, between two marked lines, and checks
that they work; if the site stops responding, the file is put back at once. What the crew center brings along (logs, caches and the
installer of phpVMS 5) gets such a rule and is never moved. nginx and Caddy read no rules from files:
\`tracker install FOLDER --server nginx\` (or \`caddy\`, \`apache\`, \`litespeed\`) prints them, \`--write FILE\` saves them.

\`--dry-run\` only prints what \`--fix\` would do.

# Findings
`;

/** docs/check.md. */
export function checkPage(): string {
  const parts = groups.map(([title, kinds]) => `## ${title}\n\n${Object.entries(kinds).map(section).join('\n')}`);
  return `${intro}\n${parts.join('\n')}`;
}

function section([name, { severity, title, reason, remedy }]: [string, FindingKind]): string {
  const what = typeof remedy === 'string' ? `**Remedy:** ${remedy}` : `**Remedy**\n\n${byServer(remedy).join('\n')}`;
  return `### ${name}\n\n**${title}** (${severity}). ${reason}\n\n${what}\n`;
}

function byServer(remedy: Exclude<FindingKind['remedy'], string>): readonly string[] {
  return webServers.map((server) => {
    const text = 'first' in remedy ? ruleRemedy(remedy, server, []) : remedy[server];
    return `- ${server === 'other' ? 'any other web server' : server}: ${text}`;
  });
}
