import { decodeCodePage } from './code-pages.ts';
import { createRtfStory } from './rtf-story.ts';

/** Destination of the text of a group. */
export type Place = 'body' | 'mark' | 'note' | 'fonts' | 'styles' | 'nowhere';

export interface Group {
  place: Place;
  isHidden: boolean;
  font: number;
  /** Characters to skip after a Unicode character: the substitute for old readers. */
  substitutes: number;
}

/** State of the reader. */
export interface RtfReader {
  readonly story: ReturnType<typeof createRtfStory>;
  readonly outer: Group[];
  readonly codePages: Map<number, number>;
  readonly styles: Map<number, string>;
  group: Group;
  defaultPage: number;
  defaultFont: number;
  /** The style whose name is being read. */
  style: number;
  note: { mark: string; text: string };
  /** Bytes of a code page that are decoded together. */
  pending: string;
  /** Characters still to skip. */
  skip: number;
}

/** More fonts and styles than any file has. */
export const mostEntries = 10_000;
const longestName = 200;

export const newRtfReader = (): RtfReader => ({
  story: createRtfStory(),
  outer: [],
  codePages: new Map(),
  styles: new Map(),
  group: { place: 'body', isHidden: false, font: -1, substitutes: 1 },
  defaultPage: 1252,
  defaultFont: -1,
  style: 0,
  note: { mark: '', text: '' },
  pending: '',
  skip: 0,
});

const place = (reader: RtfReader, text: string): void => {
  const { group, story, styles, style, note } = reader;
  if (text === '' || group.isHidden) return;
  if (group.place === 'body') story.write(text);
  else if (group.place === 'mark') story.writeMark(text);
  else if (group.place === 'note') note.text += text;
  else if (group.place === 'styles')
    styles.set(style, ((styles.get(style) ?? '') + text).slice(0, longestName));
};

/** Bytes are decoded at the next token that is not a byte, because a character may take two. */
export const flush = (reader: RtfReader): void => {
  const { pending, group, codePages, defaultFont, defaultPage } = reader;
  if (pending === '') return;
  reader.pending = '';
  const page = codePages.get(group.font < 0 ? defaultFont : group.font) ?? defaultPage;
  place(reader, decodeCodePage(Buffer.from(pending, 'latin1'), page));
};

export const write = (reader: RtfReader, text: string): void => {
  flush(reader);
  place(reader, text);
};

export const addBytes = (reader: RtfReader, bytes: string): void => {
  const { place: where } = reader.group;
  if (where !== 'nowhere' && where !== 'fonts') reader.pending += bytes.slice(reader.skip);
  reader.skip = Math.max(0, reader.skip - bytes.length);
};

export const openGroup = (reader: RtfReader): void => {
  flush(reader);
  reader.skip = 0;
  reader.outer.push({ ...reader.group });
};

export const closeGroup = (reader: RtfReader): void => {
  flush(reader);
  reader.skip = 0;
  const outer = reader.outer.pop() ?? reader.group;
  if (reader.group.place === 'note' && outer.place !== 'note')
    reader.story.addNote(reader.note.mark, reader.note.text);
  reader.group = outer;
};

/** The text of a note is kept until its paragraph has ended. */
export const openNote = (reader: RtfReader): void => {
  const mark = reader.story.nextNote();
  write(reader, mark);
  reader.note = { mark, text: '' };
};
