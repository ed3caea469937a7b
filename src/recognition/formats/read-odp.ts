import { findElements, isElement, type MarkupElement, type MarkupNode } from '../markdown/markup-nodes.ts';
import { type DocumentStyles, openPackage } from '../open-document/open-package.ts';
import { writeStory } from '../open-document/write-story.ts';
import { pageBreak, type Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';

/** Frames with the same text on every slide. */
const running = /^(?:date-time|footer|page-number|header)$/;

const classOf = (node: MarkupNode): string =>
  isElement(node) ? (node.attributes['presentation:class'] ?? '') : '';

const readSlide = (page: MarkupElement, index: number, styles: DocumentStyles): string => {
  const frames = page.children.filter((node) => !running.test(classOf(node)));
  const titles = frames.filter((node) => classOf(node) === 'title');
  const title = writeStory(titles, styles)
    .join(' ')
    .replace(/^#+\s|\s+/g, ' ')
    .trim();
  const body = writeStory(
    frames.filter((node) => !titles.includes(node)),
    styles,
  );
  const notes = findElements(page.children, new Set(['presentation:notes'])).flatMap((note) =>
    writeStory(
      note.children.filter((node) => classOf(node) === 'notes'),
      styles,
    ),
  );
  if (title === '' && body.length + notes.length === 0) return '';
  const spoken = notes.length > 0 ? [`Notes: ${notes.join('\n\n')}`] : [];
  return [`## ${title || `Slide ${index + 1}`}`, ...body, ...spoken].join('\n\n');
};

export const readOdp = async (bytes: Uint8Array): Promise<Reading> => {
  const { body, styles } = await openPackage(bytes);
  const pages = findElements(body, new Set(['draw:page']));
  const slides = pages.map((page, index) => readSlide(page, index, styles)).filter(Boolean);
  return {
    kind: 'markdown',
    markdown: cleanText(slides.join(`\n\n${pageBreak}\n\n`)),
    pages: pages.length,
  };
};
