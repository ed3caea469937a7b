import mammoth from 'mammoth';
import { repackZip } from '../archive/repack-zip.ts';
import { htmlToMarkdown } from '../markdown/html-to-markdown.ts';
import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';

const isTextPart = (name: string): boolean => /\.(?:xml|rels)$/i.test(name) && !/^customXml\//i.test(name);

/** Styles that are headings in all but name. */
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
  "p[style-name='Heading 7'] => h6:fresh",
  "p[style-name='Heading 8'] => h6:fresh",
  "p[style-name='Heading 9'] => h6:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
];

export const readDocx = async (bytes: Uint8Array): Promise<Reading> => {
  const buffer = await repackZip(bytes, isTextPart);
  const html = await mammoth
    .convertToHtml(
      { buffer },
      {
        styleMap,
        ignoreEmptyParagraphs: true,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch((error: unknown) => {
      throw new RecognitionError('damaged', 'The Word document is damaged and cannot be read', {
        cause: error,
      });
    });
  return { kind: 'markdown', markdown: cleanText(htmlToMarkdown(html.value)) };
};
