import { type Brand, defaultBrandColor } from '../brand.ts';
import { brandColors } from '../brand-colors.ts';
import { escapeXml } from '../picture/text.ts';

interface LetterLook {
  readonly brand: Brand;
  /** Where the letter leads: a button where it stands alone. */
  readonly link: string;
  readonly lang: string;
  /** What the letter is about: the words on the button. */
  readonly subject: string;
}

const font = 'font-family:Inter,system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif';

/** Returns the text of a letter as HTML in the airline's colours. Programs for mail know neither style sheets nor variables, so each element has its style. */
export function letterHtml(text: string, { brand, link, lang, subject }: LetterLook): string {
  const { fill, ink } = brandColors(brand.color ?? defaultBrandColor);
  const paragraphs = text.trim().split(/\n{2,}/);
  const body = paragraphs
    .map((each) => (each === link ? buttonOf(link, subject, fill, ink) : paragraphOf(each)))
    .join('\n');
  const logo =
    brand.logoUrl === null
      ? ''
      : `<img src="${escapeXml(brand.logoUrl)}" alt="" height="28" style="height:28px;vertical-align:middle;margin-inline-end:12px">`;
  return `<!doctype html>
<html lang="${escapeXml(lang)}"><head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeXml(brand.name)}</title></head>
<body style="margin:0;background:#f3f5f7;color:#17212b;${font}">
<div style="max-width:34rem;margin:0 auto;padding:24px 16px">
<div style="padding:16px 24px;border-radius:12px 12px 0 0;background:${fill};color:${ink};font-size:18px;font-weight:700">${logo}<span dir="auto">${escapeXml(brand.name)}</span></div>
<div style="padding:20px 24px;border-radius:0 0 12px 12px;background:#ffffff;font-size:16px;line-height:1.5">
${body}
</div></div></body></html>
`;
}

function paragraphOf(text: string): string {
  return `<p dir="auto" style="margin:0 0 16px;overflow-wrap:anywhere">${escapeXml(text).replaceAll('\n', '<br>')}</p>`;
}

/** The address stands below it, too: who checks where a button leads reads it there. */
function buttonOf(link: string, label: string, fill: string, ink: string): string {
  const href = escapeXml(link);
  return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:12px 20px;border:1px solid ${ink === '#000000' ? ink : fill};border-radius:8px;background:${fill};color:${ink};font-weight:700;text-decoration:none">${escapeXml(label)}</a></p>
<p style="margin:0 0 16px;color:#55636f;font-size:13px;overflow-wrap:anywhere">${href}</p>`;
}
