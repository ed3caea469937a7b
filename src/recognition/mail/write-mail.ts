import { htmlToMarkdown } from '../markdown/html-to-markdown.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';
import { asRecognitionError } from '../worker/as-recognition-error.ts';
import { EngineError } from '../worker/engine-error.ts';
import type { InnerFile, ReaderContext } from '../worker/readers.ts';

export interface Mail {
  subject: string;
  /** `From`, `To`, `Cc` and `Date`, in this order. */
  fields: [name: string, value: string][];
  /** Markdown. */
  body: string;
  attachments: InnerFile[];
}

const mostAttachments = 50;
/** Lists of recipients can be longer than the text. */
const longestField = 500;

/** Plain text of a mail keeps its lines. A line that starts like a heading is escaped. */
export const plainBody = (text: string): string => text.replace(/^(#{1,6}\s)/gm, '\\$1');

export const htmlBody = (html: string): string =>
  htmlToMarkdown(html.replace(/<title(?:\s[^>]*)?>[^<]*<\/title>/i, ''));

const shorten = (value: string): string =>
  value.length > longestField ? `${value.slice(0, longestField)}…` : value;

/** A mail with the texts of its attachments. */
export const writeMail = async (
  { subject, fields, body, attachments }: Mail,
  readInner: ReaderContext['readInner'],
): Promise<Reading> => {
  const blocks = [
    subject === '' ? '' : `# ${subject}`,
    fields
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `- ${name}: ${shorten(value)}`)
      .join('\n'),
    body,
  ];
  const warnings: string[] = [];
  for (const [index, attachment] of attachments.entries()) {
    const name = attachment.name || `attachment ${index + 1}`;
    if (index >= mostAttachments) {
      warnings.push(`Only the first ${mostAttachments} attachments were read`);
      break;
    }
    try {
      const read = await readInner(attachment);
      blocks.push(`## Attachment: ${name}`, read.markdown);
      warnings.push(...read.warnings.map((warning) => `${name}: ${warning}`));
    } catch (error) {
      if (error instanceof EngineError) throw error;
      // The mail itself can be read, so this is a warning.
      warnings.push(`The attachment "${name}" was not read: ${asRecognitionError(error).message}`);
    }
  }
  return { kind: 'markdown', markdown: cleanText(blocks.filter(Boolean).join('\n\n')), warnings };
};
