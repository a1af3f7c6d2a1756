import type { DocsPage } from './docs-page.ts';

/** A heading and what stands below it, for the search. */
export interface Section {
  /** From the root of the website: `docs/backups.html#restore`. */
  readonly address: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** The sections of a page. */
export function sectionsOf(address: string, { title, html, headings }: DocsPage): readonly Section[] {
  const parts = html.split(/<h[1-6] id="([^"]*)">[\s\S]*?<\/h[1-6]>/);
  const [before = '', ...rest] = parts;
  const sections = headings.map(({ id, text }, index) => {
    const body = plainText(rest[index * 2 + 1] ?? '');
    return { address: index === 0 ? address : `${address}#${id}`, title, heading: text, text: body };
  });
  const start = plainText(before);
  return start === '' ? sections : [{ address, title, heading: title, text: start }, ...sections];
}

function plainText(html: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
