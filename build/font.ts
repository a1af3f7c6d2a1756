import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `node build/font.ts InterVariable.woff2` makes the font of the pages in `src/web/browser/font` from the file of that name in the package
 * `inter-ui` 4.1.1 (SIL Open Font License). Needs Python 3 with fontTools and Brotli (Debian: `fonttools`, `python3-brotli`).
 * Kept: the weights 400 to 700 at the size of texts, figures of equal width, kerning, and the scripts below, each in a file of its own.
 */
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Usage: node build/font.ts InterVariable.woff2');

const scripts = {
  latin: {
    unicodes:
      'U+20-7E,U+A0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2009-200A,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,' +
      'U+202F-2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2190-2193,U+2196-2199,U+2212,U+2248,U+2260,U+2264-2265,' +
      'U+25B2,U+25BC,U+25CF,U+2713,U+2715',
    features: 'kern,tnum,ccmp,locl,mark',
  },
  'latin-ext': { unicodes: 'U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E', features: 'kern,locl' },
  cyrillic: { unicodes: 'U+400-45F,U+490-491', features: 'kern' },
  greek: { unicodes: 'U+370-3FF', features: 'kern' },
} as const;

/** Figures of equal width are figures alone: a hyphen as wide as one tears words such as a registration apart. */
const figuresOnly = `
import sys
from fontTools.ttLib import TTFont
font = TTFont(sys.argv[1])
table = font['GSUB'].table
lookups = {index for record in table.FeatureList.FeatureRecord if record.FeatureTag == 'tnum' for index in record.Feature.LookupListIndex}
figures = {'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'}
for index in lookups:
    for part in table.LookupList.Lookup[index].SubTable:
        part = getattr(part, 'ExtSubTable', part)
        print('equal width:', ' '.join(sorted(part.mapping)))
        part.mapping = {one: other for one, other in part.mapping.items() if one in figures}
font.save(sys.argv[1])
`;

const folder = mkdtempSync(join(tmpdir(), 'tracker-font-'));
try {
  const text = join(folder, 'text.ttf');
  python('-m', 'fontTools.varLib.instancer', source, 'opsz=14', 'wght=400:700', '--quiet', '--output', text);
  python('-c', figuresOnly, text);
  for (const [script, { unicodes, features }] of Object.entries(scripts)) {
    const file = join(import.meta.dirname, `../src/web/browser/font/inter-${script}.woff2`);
    const kept = [
      `--unicodes=${unicodes}`,
      `--layout-features=${features}`,
      '--no-hinting',
      '--drop-tables+=prep,gasp',
    ];
    python('-m', 'fontTools.subset', text, ...kept, '--flavor=woff2', `--output-file=${file}`);
    console.log(`${file}: ${statSync(file).size} bytes.`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function python(...words: readonly string[]): void {
  const run = spawnSync('python3', words, { stdio: 'inherit' });
  if (run.status !== 0) throw new Error(`${words.join(' ')} failed; see above.`);
}
