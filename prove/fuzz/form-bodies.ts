import type { Choices } from './choices.ts';
import type { Body } from './hostile-bodies.ts';
import { fillIds } from './ids.ts';
import type { PageForms } from './page-forms.ts';
import type { Known, PageSession } from './protocol.ts';
import { hostileTexts } from './texts.ts';

export const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** With it the operator or the pilot would be out, and to sign in again costs much and is limited. */
const endsSession = /sign-out/;

const usual = ['Demo', '1', 'LSZH', '100', 'a@demo-air.example'];

/** A form of the pages, with its token; now and then a field has a value that it should not have, or is another. */
export function formBody(
  choices: Choices,
  route: string,
  kind: string,
  { known, forms, session }: { readonly known: Known; readonly forms: PageForms; readonly session: PageSession },
): Body {
  const fields = forms.get(route) ?? {};
  const isSigned = () => choices.happens(endsSession.test(route) ? 0 : 0.95);
  const entries = Object.entries(fillIds(choices, fields, known)).map(([name, value]): [string, string] => {
    if (name === 'csrf') return [name, isSigned() ? session.formToken : 'x'];
    const isOdd = choices.happens(kind === 'valid' ? 0.1 : 0.5);
    if (isFile(name) && !isOdd) return [name, table(choices)];
    return [name, isOdd ? choices.of(hostileTexts) : String(value) || choices.of(usual)];
  });
  if (!('csrf' in fields))
    entries.push(
      ['csrf', isSigned() ? session.formToken : 'x'],
      ['password', 'long enough 1'],
      ['again', 'long enough 1'],
    );
  return 'file' in fields && choices.happens(0.5)
    ? inParts(entries)
    : { bytes: Buffer.from(new URLSearchParams(entries).toString()), headers: formType };
}

const isFile = (name: string) => name === 'file' || name === 'csv';

/** First lines of files that the pages take. */
const heads = [
  'airline,flight_number,dpt_airport,arr_airport,route,subfleets',
  'name,email,airline,home,rank,password',
  'registration,type,name,airport,status',
];

/** A file of some lines, most of whose cells are plausible. */
function table(choices: Choices): string {
  const head = choices.of(heads);
  const cell = () => choices.of(choices.happens(0.8) ? [...usual, 'DMO', 'A320'] : hostileTexts).slice(0, 2_000);
  const line = () =>
    head
      .split(',')
      .map(() => `"${cell().replaceAll('"', '""')}"`)
      .join(',');
  return [head, ...Array.from({ length: choices.below(20) }, line)].join(choices.of(['\n', '\r\n']));
}

/** As a browser sends a form with a file. */
function inParts(entries: readonly (readonly [string, string])[]): Body {
  const boundary = '----form';
  const parts = entries.map(([name, value]) => {
    const file = name === 'file' ? '; filename="list.csv"\r\ncontent-type: text/csv' : '';
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return {
    bytes: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
