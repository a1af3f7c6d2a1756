import assert from 'node:assert/strict';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addDenyBlock } from '../platform/check/deny-rules.ts';
import { CrewCenterError } from '../platform/crew-center.ts';
import { serverRules as rulesOf5 } from '../platform/phpvms5/edge-advice.ts';
import { addressFileText } from '../platform/phpvms5/edge-key.ts';
import { serverRules as rulesOf7 } from '../platform/phpvms7/edge-advice.ts';
import { printedFor, printRules } from '../platform/site/server-rules/printed.ts';
import { CommandError } from './command.ts';
import { dropInOf, settingsOf } from './install-service.ts';

// Every file that is made with a path in it is read by a program of root's: no path may become a line of it.

const home = mkdtempSync(join(tmpdir(), 'tracker-lines-'));
after(() => rmSync(home, { recursive: true }));

function ownedFolder(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() === 0) chownSync(folder, 33, 33);
  return folder;
}

/** As the bytes of a name are written to a file that is read and written in Latin-1. */
const bytes = (name: string) => Buffer.from(name).toString('latin1');

const generators: Record<string, (name: string) => string> = {
  'the drop-in of a service, the site’s folder': (name) => dropInOf({ folder: ownedFolder(name), data: '/srv/data' }),
  'the drop-in of a service, the data directory': (name) =>
    dropInOf({ folder: ownedFolder('plain'), data: `/srv/${name}` }),
  'the settings of a service': (name) =>
    settingsOf({ name: 'crew', folder: `/srv/${name}`, data: '/srv/data', listen: '127.0.0.1:8787' }),
  'the settings of a service, its socket': (name) =>
    settingsOf({ name: 'crew', folder: '/srv/crew', data: '/srv/data', listen: `unix:/run/${name}` }),
  'the deny rules of a folder': (name) => addDenyBlock('', { paths: [bytes(name), 'other.sql'], hidesLists: false }),
  'the deny rules of a folder, made again': (name) => {
    const first = addDenyBlock('', { paths: [bytes(name)], hidesLists: false });
    return addDenyBlock(first, { paths: [bytes(name), 'other.sql'], hidesLists: false });
  },
  'the file of addresses': (name) => addressFileText([`unix:/run/${name}`]).toString(),
};
for (const server of printedFor) {
  generators[`the rules of ${server}, the site’s path`] = (name) =>
    printRules(server, rulesOf5(`/${name}`, ['127.0.0.1:8787'], null));
  generators[`the rules of ${server}, the path of a version 7`] = (name) =>
    printRules(server, rulesOf7(`/${name}`, ['127.0.0.1:8787']));
  generators[`the rules of ${server}, the server’s address`] = (name) =>
    printRules(server, rulesOf5('/crew', [`unix:/run/${name}`], null));
  generators[`the rules of ${server}, one of several addresses`] = (name) =>
    printRules(server, rulesOf5('/crew', ['127.0.0.1:8787', `${name}:8787`], null));
  generators[`the rules of ${server}, the folder that is shown`] = (name) =>
    printRules(server, rulesOf5('/crew', ['127.0.0.1:8787'], `/srv/${name}`));
}

const hostile = [
  'a\nUser=root',
  'a\r\nExecStart=/tmp/x',
  'a\rb',
  'a\u2028User=root',
  'a" b',
  'a"; include /tmp/x; #',
  "a'b",
  'a;b',
  'a$host',
  'a`b',
  'a}b',
  'a%n',
  'a b',
  'a\\',
  'a\u0000b',
];

const linesOf = (text: string) => text.split(/[\n\r]/).length;

for (const [what, generate] of Object.entries(generators))
  test(`${what}: no name becomes a line`, () => {
    const lines = linesOf(generate('plain'));
    for (const name of hostile) {
      // The system itself refuses such a name.
      if (name.includes('\0') && what.includes('site’s folder')) continue;
      let text: string;
      try {
        text = generate(name);
      } catch (error) {
        assert.ok(
          error instanceof CommandError || error instanceof CrewCenterError,
          `${JSON.stringify(name)}: ${error}`,
        );
        continue;
      }
      assert.ok(linesOf(text) <= lines, `${JSON.stringify(name)} in ${text}`);
      for (const line of text.split(/[\n\r]/)) {
        assert.doesNotMatch(line, /^(?:User|ExecStart)=(?!\d)|^\s*include /, JSON.stringify(name));
        // What ends in a backslash goes on in the next line.
        assert.doesNotMatch(line, /\\$/, JSON.stringify(name));
      }
    }
  });

test('a value of the settings is in quotes where it needs them, and as it is where not', () => {
  const settings = (folder: string) => settingsOf({ name: 'crew', folder, data: '/srv/data', listen: '[::1]:8787' });
  assert.equal(settings('/srv/crew').split('\n')[0], 'TRACKER_CREW_CENTER=/srv/crew');
  assert.equal(settings('/srv/my $5 "crew"').split('\n')[0], 'TRACKER_CREW_CENTER="/srv/my \\$5 \\"crew\\""');
  assert.match(settings('/srv/crew'), /^TRACKER_LISTEN=\[::1\]:8787$/m);
});

test('a file with a line feed in its name is denied by a rule that fits it, also when rules are added later', () => {
  const first = addDenyBlock('', { paths: ['up\nload.sql', '100%.sql'], hidesLists: false });
  const text = addDenyBlock(first, { paths: ['other.sql'], hidesLists: false });
  const patterns = [...text.matchAll(/^RewriteRule "(.+)" - \[F,L\]$/gm)].map(
    ([, pattern = '']) => new RegExp(pattern),
  );
  for (const name of ['up\nload.sql', '100%.sql', 'other.sql'])
    assert.ok(
      patterns.some((pattern) => pattern.test(name)),
      name,
    );
  assert.equal(addDenyBlock(text, { paths: ['up\nload.sql'], hidesLists: false }), text);
});
