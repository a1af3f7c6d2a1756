import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly devOptional?: true;
}

/**
 * What a release contains, in CycloneDX 1.6: the packages of the lock file that are in it, and the Node that it brings.
 * Equal locks give equal bytes.
 * @param mtime - in seconds
 */
export function billOfMaterials(root: string, version: string, mtime: number): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) =>
      path !== '' && (/^node_modules\/node-(?:linux|win)-/.test(path) || !(dev || optional || devOptional)),
  );
  const unique = new Map(shipped.map(([path, locked]) => component(path, locked)).map((each) => [each.purl, each]));
  const components = [...unique.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const application = { type: 'application', name: 'va-tracker', version, purl: `pkg:npm/va-tracker@${version}` };
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${uuidOf(JSON.stringify([application, components]))}`,
      version: 1,
      metadata: {
        timestamp: new Date(mtime * 1_000).toISOString(),
        component: { 'bom-ref': application.purl, ...application },
      },
      components,
    },
    null,
    2,
  )}\n`;
}

function component(path: string, { version, license, integrity }: Locked) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const sha512 = integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : null;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license !== undefined && { licenses: [licenseOf(license)] }),
    ...(sha512 !== null && { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
  };
}

/** One licence has an id; several are an expression. */
function licenseOf(text: string) {
  return /^[\w.+-]+$/.test(text) ? { license: { id: text } } : { expression: text };
}

/** Made of the contents, where others take chance: version 8 of RFC 9562. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
