/** HTML 4's names of the letters from U+00A0 on, in their order. */
const latin1Names =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc
Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc
otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s+/);

const letters: ReadonlyMap<string, string> = new Map([
  ...latin1Names.map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", euro: '€', ndash: '–', mdash: '—' }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…', bull: '•' }),
]);

/**
 * A stored text as the platform's pages show it, which print it as HTML: without tags, each entity as its letter. `<br>` ends a
 * line. Some of its functions escape twice and leave `\'` behind.
 */
export function readableText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n?<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,7}));/gi, letterOf)
    .replace(/\\(['"\\])/g, '$1')
    .trim();
}

function letterOf(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return letters.get(name)?.replace('\u00a0', ' ') ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : entity;
}
