import { parsePart, type Relation, readPart, relationsOf } from '../archive/office-parts.ts';
import { readZip, type ZipReader } from '../archive/read-zip.ts';
import { readNumbering } from '../docx/read-numbering.ts';
import { readStyles } from '../docx/read-styles.ts';
import { createStoryWriter } from '../docx/story-writer.ts';
import { type StoryContext, walkStory } from '../docx/walk-story.ts';
import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';

const damaged = () => new RecognitionError('damaged', 'The Word document is damaged and cannot be read');

const mainPart = (zip: ZipReader): string => {
  const stated = relationsOf(zip, '').find(({ type }) => type === 'officeDocument')?.target;
  if (stated && zip.has(stated)) return stated;
  const usual = zip.entries.find(({ name }) => /^word\/document\d*\.xml$/i.test(name));
  if (!usual) throw damaged();
  return usual.name;
};

/** Reads notes one after the other, each as paragraphs. Separators have a type and no text. */
const readNotes = (xml: string, kind: 'footnote' | 'endnote', context: StoryContext): [string, string][] => {
  const pattern = new RegExp(`<\\w+:${kind}\\s([^>]*)>(.*?)</\\w+:${kind}>`, 'gs');
  return [...xml.matchAll(pattern)].flatMap(([, attributes = '', content = '']) => {
    const id = /\w+:id="(-?\d+)"/.exec(attributes)?.[1];
    if (id === undefined || /\w+:type=/.test(attributes)) return [];
    const writer = createStoryWriter();
    walkStory(`<note>${content}</note>`, context, writer);
    return [[`${kind}-${id}`, writer.toMarkdown().replace(/\s+/g, ' ')] satisfies [string, string]];
  });
};

const partOf = (relations: Relation[], type: string): string =>
  relations.find((relation) => relation.type === type && !relation.isExternal)?.target ?? '';

export const readDocx = async (bytes: Uint8Array): Promise<Reading> => {
  const zip = await readZip(bytes);
  const main = mainPart(zip);
  const relations = relationsOf(zip, main);
  const notes = new Map<string, string>();
  const context: StoryContext = {
    styles: readStyles(parsePart(zip, partOf(relations, 'styles'))),
    lists: readNumbering(parsePart(zip, partOf(relations, 'numbering'))),
    links: new Map(relations.filter(({ isExternal }) => isExternal).map(({ id, target }) => [id, target])),
    notes,
  };
  for (const kind of ['footnote', 'endnote'] as const) {
    const xml = readPart(zip, partOf(relations, `${kind}s`));
    for (const [id, text] of readNotes(xml, kind, context)) notes.set(id, text);
  }
  const xml = readPart(zip, main);
  if (!/<\w*:?document[\s>]/.test(xml.slice(0, 20_000))) throw damaged();
  const writer = createStoryWriter();
  walkStory(xml, context, writer);
  return { kind: 'markdown', markdown: cleanText(writer.toMarkdown()) };
};
