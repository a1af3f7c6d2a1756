import type { Choices } from './choices.ts';
import type { Body } from './hostile-bodies.ts';
import { fillIds } from './ids.ts';
import type { PageForms } from './page-forms.ts';
import type { Known } from './protocol.ts';
import { hostileTexts } from './texts.ts';

export const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** With it the operator would be out, and to sign in again costs much and is limited. */
const endsSession = /sign-out/;

/** A form of the pages, with its token; now and then a field has a value that it should not have, or is another. */
export function formBody(
  choices: Choices,
  route: string,
  kind: string,
  { known, forms }: { readonly known: Known; readonly forms: PageForms },
): Body {
  const fields = forms.get(route) ?? {};
  const isSigned = () => choices.happens(endsSession.test(route) ? 0 : 0.95);
  const entries = Object.entries(fillIds(choices, fields, known)).map(([name, value]): [string, string] => {
    if (name === 'csrf') return [name, isSigned() ? known.formToken : 'x'];
    const isOdd = choices.happens(kind === 'valid' ? 0.1 : 0.5);
    return [
      name,
      isOdd
        ? choices.of(hostileTexts)
        : String(value) || choices.of(['Demo', '1', 'LSZH', '100', 'a@demo-air.example']),
    ];
  });
  if (!('csrf' in fields))
    entries.push(
      ['csrf', isSigned() ? known.formToken : 'x'],
      ['password', 'long enough 1'],
      ['again', 'long enough 1'],
    );
  return { bytes: Buffer.from(new URLSearchParams(entries).toString()), headers: formType };
}
