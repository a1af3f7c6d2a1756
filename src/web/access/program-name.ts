/** What a person recognises of a User-Agent header. */
export interface ProgramName {
  /** `Firefox`, `smartCARS 3.2.1`; null for one that does not say. */
  readonly name: string | null;
  /** `Linux`; null where it does not say. */
  readonly system: string | null;
}

/** The first that fits: most browsers claim to be some of the later ones too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
/** What a browser says of itself, and a client that is built from one as well. */
const ofBrowsers =
  /^(?:Mozilla|AppleWebKit|Gecko|Version|Mobile|Electron|Edg(?:e|A|iOS)?|OPR|Firefox|FxiOS|Chrome|CriOS|Chromium|Safari)$/;
const maxLength = 60;

/** Reads a User-Agent header: the product that is no browser's, else the browser. */
export function programOf(userAgent: string): ProgramName {
  const products = userAgent.split(' ').filter((word) => /^[\w.+-]+\/[\w.+-]+$/.test(word));
  const own = products.find((product) => !ofBrowsers.test(product.split('/', 1)[0] ?? ''));
  const [browser, system] = [browsers, systems].map((table) => table.find(([shape]) => shape.test(userAgent))?.[1]);
  const plain = /^[\w .+-]{1,60}$/.test(userAgent) ? userAgent.trim() : '';
  const name = own === undefined ? (browser ?? plain) : own.replace('/', ' ').slice(0, maxLength);
  return { name: name || null, system: system ?? null };
}
