/** Longer lines are not looked at: nobody writes them, and patterns stay cheap. */
const longestLine = 300;

/** How mail programs introduce the quoted message, in the languages of the service's texts. */
const quoteStarts = [
  /^On .+ wrote:$/i,
  /^Am .+ schrieb .+:$/i,
  /^Le .+ a écrit ?:$/i,
  /^El .+ escribió:$/i,
  /^.*于.+写道[:：]$/,
  /^-{2,} ?(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|原始邮件) ?-{2,}$/i,
  /^_{10,}$/,
];

/** Outlook writes the headers of the quoted message instead of an introduction. */
const headerStart = /^\*?(?:From|Von|De|发件人) ?[:：]/i;
const headerNext = /^\*?(?:Sent|Gesendet|Envoyé|Enviado|发送时间|Date|日期|To|An) ?[:：]/i;

/** What the sender wrote: without quoted messages and without the signature. Linear in the length of the text. */
export const ownText = (text: string): string => {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\u0000', '').split('\n');
  const own: string[] = [];
  for (const [index, line] of lines.entries()) {
    const short = line.slice(0, longestLine).trim();
    // A signature is separated by two hyphens and a space.
    if (line === '-- ' || (line === '--' && own.length > 0)) break;
    // Some programs break the introduction into two lines.
    const joined = `${short} ${(lines[index + 1] ?? '').slice(0, longestLine).trim()}`;
    if (quoteStarts.some((start) => start.test(short) || (short !== '' && start.test(joined)))) break;
    if (headerStart.test(short) && headerNext.test((lines[index + 1] ?? '').slice(0, longestLine).trim()))
      break;
    if (!line.startsWith('>')) own.push(line);
  }
  return own
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
};

const blocks = /^(?:address|article|blockquote|br|div|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)$/;
const hidden = new Set(['head', 'style', 'script', 'title', 'template']);
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  hellip: '…',
  ndash: '–',
  mdash: '—',
};

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (found, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? found;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
  });

/** The text of an HTML mail, without what it quotes. One pass over the tags, so hostile HTML costs no more than its length. */
export const textOfHtml = (html: string): string => {
  let text = '';
  let at = 0;
  /** The tag whose content is left out, and how deep it is nested. */
  let skipped: { name: string; depth: number } | undefined;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    if (!skipped) text += decodeEntities(html.slice(at, end).replaceAll(/\s+/g, ' '));
    if (open < 0) break;
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open) : html.indexOf('>', open);
    if (close < 0) break;
    const tag = html.slice(open, Math.min(close + 1, open + 500));
    at = html.startsWith('<!--', open) ? close + 3 : close + 1;
    const [, slash = '', given = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(tag) ?? [];
    const name = given.toLowerCase();
    if (skipped) {
      if (name === skipped.name) skipped.depth += slash === '' ? 1 : -1;
      if (skipped.depth === 0) skipped = undefined;
      continue;
    }
    const isQuote = name === 'blockquote' || /class\s*=\s*["'][^"']{0,200}gmail_quote/i.test(tag);
    if (slash === '' && (hidden.has(name) || isQuote)) skipped = { name, depth: 1 };
    else if (blocks.test(name)) text += '\n';
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
};
