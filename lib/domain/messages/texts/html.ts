// Renders the HTML part of an e-mail: paragraphs, a code or a link. No images, scripts or colours, so that it follows
// the reader's theme and text size, and no request reveals that it was opened.

export type Page = {
  tag: string;
  dir: 'ltr' | 'rtl';
  title: string;
  lead: string;
  code?: string;
  action?: { label: string; url: string };
  links?: readonly { label: string; url: string }[];
  notes: readonly string[];
  footer: readonly string[];
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (each) => ENTITIES[each] as string);

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const item = ({ label, url }: { label: string; url: string }): string =>
  `<li dir="auto"><a href="${escapeHtml(url)}"><strong>${escapeHtml(label)}</strong></a></li>`;
const CODE = 'font-size:28px;font-weight:bold;letter-spacing:4px;font-family:monospace';

/** Some mail clients remove `dir` and keep styles. */
const ALIGN = { ltr: 'left', rtl: 'right' } as const;

/** Returns the document. Empty elements are closed, so that it is also well-formed XML. */
export function page({ tag, dir, title, lead, code, action, links = [], notes, footer }: Page): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(tag)}" dir="${dir}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px">
<div role="article" aria-label="${escapeHtml(title)}" lang="${escapeHtml(tag)}" dir="${dir}" style="max-width:36em;margin:0 auto;font-family:sans-serif;font-size:16px;line-height:1.5;text-align:${ALIGN[dir]}">
${[
  paragraph(lead),
  ...(code ? [`<p style="${CODE}">${escapeHtml(code)}</p>`] : []),
  ...(action ? [`<p><a href="${escapeHtml(action.url)}"><strong>${escapeHtml(action.label)}</strong></a></p>`] : []),
  ...(links.length ? [`<ul>\n${links.map(item).join('\n')}\n</ul>`] : []),
  ...notes.map(paragraph),
  '<hr />',
  ...footer.map((line) => `<p><small>${escapeHtml(line)}</small></p>`),
].join('\n')}
</div>
</body>
</html>
`;
}
