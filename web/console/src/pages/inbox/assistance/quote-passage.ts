import { isWebAddress } from '../../../lib/is-web-address.ts';

interface QuotedPassage {
  documentName: string;
  sourceUrl: string;
  content: string;
}

const escapeText = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&');
const escapeAddress = (address: string): string =>
  address.replace(/[\s()<>\\]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** A passage as a Markdown quote with its source. Documents without a public address are named without a link. */
export const quotePassage = ({ documentName, sourceUrl, content }: QuotedPassage): string => {
  const quote = content
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const name = escapeText(documentName);
  const source = isWebAddress(sourceUrl) ? `[${name}](${escapeAddress(sourceUrl)})` : name;
  return `${quote}\n\n${source}\n`;
};
