import { dirname, join } from 'node:path';
import { findWrongArrows } from './arrows.ts';
import { wayBack } from './imports.ts';
import type { Call, Source } from './read-source.ts';

/** What every source file must keep to. A rule answers one sentence for each offence. */
export interface Rule {
  readonly name: string;
  find(source: Source, all: ReadonlyMap<string, Source>): readonly string[];
}

/** What has to be understood at once has a limit. A line more for each member of a literal costs nothing. */
export const maxStatements = { file: 150, testFile: 240, function: 40 };

/** Files that may exceed it, each with its reason. */
export const longFiles: Readonly<Record<string, string>> = {
  'src/tracking/model.ts':
    'the nouns of the core, read as one page; its only code says how flights and corrections are written',
};

/** Functions that may exceed it, as `file#name`, each with its reason. */
export const longFunctions: Readonly<Record<string, string>> = {
  'src/http/collect-body.ts#collectBody': 'one body, whose chunks, limits and end share their state',
  'src/tracking/tracking.ts#createTracking': 'the parts of the core and its timers, read like a table of contents',
};

/** Files of tests that may wait for time to pass, each with its reason. */
export const sleepers: Readonly<Record<string, string>> = {
  'test/until.ts': 'the one place where a test waits until something is so',
  'test/verify/run-step.ts': 'a step of the proof that hangs is ended',
  'test/pages/clone.ts': 'a program that does not end on its own is killed, and its output is looked at again',
  'test/hosts/folder-killed.host-test.ts': 'a server lives for as long as its host lets it',
  'test/hosts/phpvms7-crash.host-test.ts': 'outages of real servers, as long as they last in the field',
  'test/hosts/phpvms7-module.host-test.ts': 'a host that answers late',
};

const hostWords =
  /[Pp]hp|PHP|(?<![a-z])native|Native|[Ll]egacy|[Ee]mbedded|[Ll]aravel|[Mm]y[Ss][Qq][Ll]|[Mm]aria[Dd][Bb]|[Ss][Qq][Ll]ite|smartCARS|\bv[57]\b/;
/** Keywords in capitals, as the house writes them; in small letters they are English. */
const sql =
  /\b(?:SELECT\s[\s\S]+\sFROM\s|INSERT\s+(?:OR\s+\w+\s+|IGNORE\s+)?INTO\s|REPLACE\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX)\s|PRAGMA\s+\w)/;

const isTest = (path: string) => path.endsWith('.test.ts');
const isOfTests = (path: string) => /^test\/|test\.ts$/.test(path);
const isCore = (path: string) => path.startsWith('src/tracking/');
const holdsSql = (path: string) => /^src\/(?:platform\/[^/]+|journal|lib|webhooks\/store)\//.test(path);

export const rules: readonly Rule[] = [
  { name: 'imports follow the arrows', find: findArrows },
  { name: 'the core does no I/O', find: findCoreImports },
  { name: 'the core names no host and no contract', find: findHostWords },
  { name: 'a flight is changed in one place', find: findFlightWrites },
  { name: 'SQL lies with the journal, the adapters and lib', find: findSql },
  { name: 'SQL parameters are positional', find: findNumberedParameters },
  { name: 'one file reads the environment', find: findEnvironment },
  { name: 'files are short', find: findLength },
  { name: 'functions are short', find: findLongFunctions },
  { name: 'nothing imports itself', find: findCircle },
  { name: 'tests do not sleep', find: findSleep },
  { name: 'tests replace parts, and mock none', find: findMock },
  { name: 'there are no default exports', find: findDefaultExport },
  { name: 'a table that is asked by a text has no inherited names', find: findPlainTable },
  { name: 'what may not be looked at is not absent', find: findGuessedAbsence },
  { name: 'folders are made one by one', find: findRecursiveFolders },
  { name: 'no check depends on chance', find: findChance },
  { name: 'no file is a drawer', find: findDrawer },
  { name: 'no object is pressed into another one', find: findPressed },
];

function findArrows(source: Source): readonly string[] {
  return source.path.startsWith('src/') && !isTest(source.path) ? findWrongArrows(source) : [];
}

/** A package or a part of Node that the core would load, by itself or through `lib`. */
function findCoreImports(source: Source, all: ReadonlyMap<string, Source>): readonly string[] {
  if (!isCore(source.path) || isTest(source.path)) return [];
  const problems: string[] = [];
  const seen = new Set<string>();
  const follow = (from: Source) => {
    for (const { specifier, isType } of from.imports) {
      if (isType && from !== source) continue;
      if (!specifier.startsWith('.')) problems.push(`${source.path} reaches ${specifier} (in ${from.path}).`);
      const target = all.get(join(dirname(from.path), specifier));
      if (isType || target === undefined || seen.has(target.path)) continue;
      seen.add(target.path);
      follow(target);
    }
  };
  follow(source);
  return problems;
}

function findHostWords({ path, code, strings }: Source): readonly string[] {
  if (!isCore(path) || isTest(path)) return [];
  return [code, ...strings].flatMap((text) => {
    const word = hostWords.exec(text)?.[0];
    return word === undefined ? [] : [`${path} names ${word}.`];
  });
}

/** Who may do what to a live flight: replace its document, and store one. */
const flightWriters: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.become$/, ['src/tracking/flight/live-flights.ts']],
  [/\.saveFlight$/, ['src/tracking/flight/live-flights.ts']],
];

function findFlightWrites({ path, code, calls }: Source): readonly string[] {
  if (!path.startsWith('src/') || isTest(path)) return [];
  const called = flightWriters.flatMap(([callee, writers]) =>
    writers.includes(path) ? [] : calls.filter((call) => callee.test(call.callee)).map((call) => call.callee),
  );
  const assigned = [...code.matchAll(/\blive(?:\??\.\w+)+\s*(?:[-+*|&?]{0,2}=(?![=>])|\+\+|--)/g)].map(
    ([text]) => text,
  );
  return [...called, ...assigned].map((text) => `${path} changes a flight by ${text}; use LiveFlights.apply.`);
}

function findSql({ path, strings }: Source): readonly string[] {
  if (!path.startsWith('src/') || isTest(path) || holdsSql(path)) return [];
  return strings.filter((text) => sql.test(text)).map((text) => `${path} holds SQL: ${text.trim().slice(0, 40)}`);
}

/** Older releases of Node 24 reject a value given for a parameter that has a number and is used twice. */
function findNumberedParameters({ path, strings }: Source): readonly string[] {
  if (!path.startsWith('src/') || isTest(path) || !holdsSql(path)) return [];
  return strings
    .filter((text) => /(?:[\s(,=]|^)\?\d/.test(text))
    .map((text) => `${path} numbers a parameter: ${text.trim().slice(0, 40)}`);
}

function findEnvironment({ path, code }: Source): readonly string[] {
  if (!path.startsWith('src/') || isTest(path) || path === 'src/config/config.ts') return [];
  return /\bprocess\s*(?:\.|\?\.)\s*env\b|\bprocess\s*\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(code)
    ? [`${path} reads the environment; only src/config/config.ts does.`]
    : [];
}

/** Tests are tables of cases, and may be longer. */
function findLength({ path, statements }: Source): readonly string[] {
  const most = isOfTests(path) ? maxStatements.testFile : maxStatements.file;
  const isListed = Object.hasOwn(longFiles, path);
  if (statements > most && !isListed) return [`${path} has ${statements} statements; ${most} is the most.`];
  return statements <= most && isListed
    ? [`${path} has ${statements} statements and needs no exception any more.`]
    : [];
}

function findDefaultExport({ path, code }: Source): readonly string[] {
  return /\bexport\s+default\b|\bas\s+default\b/.test(code) ? [`${path} has a default export.`] : [];
}

/** `constructor` is in every plain object: a client that says it would get a function. */
function findPlainTable({ path, code }: Source): readonly string[] {
  if (!path.startsWith('src/') || isTest(path)) return [];
  const names = [...code.matchAll(/^(?:export )?const (\w+): (?:Readonly<)?Record<string,.*= \{/gm)];
  return names.map(([, name]) => `${path} has ${name}: make it with table() of lib/table.ts.`);
}

/** `existsSync` says no to everything that it cannot look at. */
function findGuessedAbsence({ path, code }: Source): readonly string[] {
  if (!path.startsWith('src/') || isTest(path) || path === 'src/lib/is-there.ts') return [];
  return /\bexistsSync\b/.test(code) ? [`${path} asks existsSync; use isThere of lib/is-there.ts.`] : [];
}

/** Where nobody makes folders (`/proc`), Node's own recursion never ends. */
function findRecursiveFolders({ path, code }: Source): readonly string[] {
  if (!path.startsWith('src/') || isTest(path)) return [];
  return /\bmkdir(?:Sync)?\([^;]*\brecursive\b/.test(code)
    ? [`${path} makes folders by recursive; use makeFolders.`]
    : [];
}

/** A token with another last letter is the same token now and then, because base64 has spare bits there. */
function findChance({ path, code }: Source): readonly string[] {
  if (!/^(?:test|prove)\/|\.test\.ts$/.test(path)) return [];
  return /\.slice\(0, -1\)(?:\}\s+`| \+ ['"`])/.test(code)
    ? [`${path} changes the end of a text to what it may be already; change its beginning, after a look at it.`]
    : [];
}

function findDrawer({ path }: Source): readonly string[] {
  return /(?:^|[/-])(?:utils?|helpers?|common|manager|base|misc)(?:\.|\/)/.test(path)
    ? [`${path} is named like a drawer.`]
    : [];
}

/** What a function holds in other functions counts as its own: one reads it there. Tests are tables of cases. */
function findLongFunctions({ path, functions }: Source): readonly string[] {
  if (isOfTests(path)) return [];
  return functions.flatMap(({ name, statements }) =>
    statements > maxStatements.function && !Object.hasOwn(longFunctions, `${path}#${name}`)
      ? [`${path}#${name} has ${statements} statements; ${maxStatements.function} is the most.`]
      : [],
  );
}

/** Types count as well: two files that know each other's types can be understood, and moved, only together. */
function findCircle(source: Source, all: ReadonlyMap<string, Source>): readonly string[] {
  const way = wayBack(source, all);
  return way === null ? [] : [`${way.join(' → ')} is a circle.`];
}

function findSleep({ path, code, calls }: Source): readonly string[] {
  if (!isOfTests(path) || Object.hasOwn(sleepers, path)) return [];
  const isWait = ({ callee }: Call) => /(?:^|\.)(?:setTimeout|scheduler\.wait|Atomics\.wait)$/.test(callee);
  const waits = calls.filter(isWait).map(({ callee, line }) => `${line} waits by ${callee}`);
  const renamed = [...code.matchAll(/\b(?:setTimeout|scheduler)\s*(?:as|:)\s*\w+/g)].map(
    ([text]) => ` waits by ${text}`,
  );
  return [...waits, ...renamed].map((what) => `${path}:${what}; use test/until.ts, or a clock that the test sets.`);
}

/** `...{ a, b }` only saves lines. */
function findPressed({ path, pressed }: Source): readonly string[] {
  return pressed.map((line) => `${path}:${line} spreads an object literal; write its members.`);
}

function findMock({ path, calls }: Source): readonly string[] {
  return calls
    .filter(({ callee }) => /(?:^|\.)mock\.\w+$/.test(callee))
    .map(({ callee, line }) => `${path}:${line} calls ${callee}; replace the part instead.`);
}
