import type { Page } from 'playwright-core';
import type { FoundPage } from '../every-page.ts';

/** A form with texts as it stands on a page. */
export interface TextForm {
  /** A path: `/tracker/admin/pilots`. */
  readonly action: string;
  /** What a browser sends, in order, when its main button is pressed. */
  readonly entries: readonly (readonly [name: string, value: string])[];
  /** Fields into which somebody types a text; no passwords. */
  readonly texts: readonly string[];
  readonly passwords: readonly string[];
}

/** Returns the forms of these pages that are sent and have a text to type, each once, as a browser reads them. */
export async function textFormsOf(page: Page, pages: readonly FoundPage[]): Promise<readonly TextForm[]> {
  const found = new Map<string, TextForm>();
  for (const { path, body } of pages) {
    const forms = (await page.evaluate(`(${readForms})(${JSON.stringify(body)})`)) as readonly TextForm[];
    for (const form of forms) {
      const action = new URL(form.action, `http://here.example${path}`).pathname;
      const names = form.entries.map(([name]) => name).join();
      if (form.texts.length > 0) found.set(`${action} ${names}`, { ...form, action });
    }
  }
  return [...found.values()];
}

/** Runs in the browser, apart from any page. */
const readForms = `(html) => {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return [...parsed.forms].filter(({ method }) => method === 'post').map((form) => {
    const fields = [...form.elements];
    const button = fields.find((each) => each.matches('button.primary[name]')) ?? fields.find((each) => each.matches('button[name]'));
    const own = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    const isMissing = (each) => each.type === 'checkbox' && !own.some(([name]) => name === each.name);
    const first = fields.filter(isMissing).filter(({ name }, at, all) => all.findIndex((each) => each.name === name) === at);
    const entries = [...own, ...first.map(({ name, value }) => [name, value])];
    return {
      action: form.getAttribute('action') ?? '',
      entries: [...entries, ...(button ? [[button.name, button.value]] : [])],
      texts: fields.filter((each) => each.matches('textarea, input[type=text]:not([readonly]):not([hidden]), input[type=email], input:not([type])')).map(({ name }) => name),
      passwords: fields.filter((each) => each.matches('input[type=password]')).map(({ name }) => name),
    };
  });
}`;
