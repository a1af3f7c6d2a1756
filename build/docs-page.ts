import { Marked, type Tokens } from 'marked';

export interface Heading {
  readonly level: number;
  /** As on the page, without marks. */
  readonly text: string;
  /** Anchor, as GitHub makes it. */
  readonly id: string;
}

export interface DocsPage {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  /** Targets of links and pictures, as written. */
  readonly links: readonly string[];
}

/** Anchor of a heading: lower case, no punctuation, `-` for spaces; a repeated one gets `-1`, `-2` … */
function makeSlugs(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/**
 * Renders a Markdown page of the docs.
 * @param rewrite - returns the target of a link on the website, '' for plain text instead; by default as written
 */
export function renderPage(markdown: string, rewrite: (target: string) => string = (target) => target): DocsPage {
  const slugOf = makeSlugs();
  const headings: Heading[] = [];
  const links: string[] = [];
  const marked = new Marked({
    walkTokens(token) {
      if (token.type !== 'link' && token.type !== 'image') return;
      links.push(token.href);
      token.href = rewrite(token.href);
    },
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = plainText(tokens);
        const id = slugOf(text);
        headings.push({ level: depth, text, id });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        return href === '' ? text : `<a href="${escapeHtml(href)}">${text}</a>`;
      },
      code({ text, lang }: Tokens.Code) {
        return `<pre class="${lang?.split(' ')[0] ?? 'text'}"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title: headings[0]?.text ?? 'Tracker', html, headings, links };
}

function plainText(tokens: readonly Tokens.Generic[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens !== undefined ? plainText(token.tokens) : (token.text ?? '')))
    .join('')
    .replaceAll('&amp;', '&');
}

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? letter);
}
