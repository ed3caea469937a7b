import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** The main part of a page that does not mark it, as HTML. Undefined if there is none. */
export const readableContent = (html: string): string | undefined => {
  const { document } = parseHTML(html);
  return new Readability(document as never).parse()?.content ?? undefined;
};
