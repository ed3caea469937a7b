import { codePageOfCharset } from './code-pages.ts';
import {
  addBytes,
  closeGroup,
  flush,
  mostEntries,
  newRtfReader,
  openGroup,
  openNote,
  type Place,
  type RtfReader,
  write,
} from './rtf-reader.ts';
import { rtfTokens } from './rtf-tokens.ts';

/** Groups with settings, images, headers and footers. */
const silentGroups = new Set(
  'colortbl info pict object themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator header footer headerl headerr headerf footerl footerr footerf fldinst xmlnstbl nonshppict shpinst upr revtbl filetbl bkmkstart bkmkend annotation atnid atnauthor private'.split(
    ' ',
  ),
);

const places: Record<string, Place> = {
  listtext: 'mark',
  pntext: 'mark',
  footnote: 'note',
  fonttbl: 'fonts',
  stylesheet: 'styles',
  // The Unicode copy of a text and the text of a shape are in groups for newer programs.
  ud: 'body',
  shptxt: 'body',
};

const wordText: Record<string, string> = {
  line: '\n',
  tab: ' ',
  nestcell: ' ',
  nestrow: '; ',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
};

const symbolText: Record<string, string> = { '~': ' ', _: '-', '\\': '\\', '{': '{', '}': '}' };

const breaks: Record<string, (reader: RtfReader) => void> = {
  par: ({ story }) => story.endParagraph(),
  sect: ({ story }) => story.endParagraph(),
  page: ({ story }) => story.endParagraph(),
  cell: ({ story }) => story.endCell(),
  row: ({ story }) => story.endRow(),
};

const setCodePage = ({ group, codePages }: RtfReader, page: number | undefined): void => {
  if (group.place === 'fonts' && page && codePages.size < mostEntries) codePages.set(group.font, page);
};

const setStyle = (reader: RtfReader, number: number): void => {
  if (reader.group.place !== 'styles') {
    const name = reader.styles.get(number) ?? '';
    reader.story.set({ style: name.replace(/;\s*$/, '').trim() });
  } else if (reader.styles.size < mostEntries) reader.style = number;
};

const writeUnicode = (reader: RtfReader, value: number): void => {
  // Above 32,767 the number is negative.
  write(reader, String.fromCharCode((value + 65_536) % 65_536));
  reader.skip = reader.group.substitutes;
};

const hide = ({ group }: RtfReader, value: number): void => {
  group.isHidden = value !== 0;
};

const settings: Record<string, (reader: RtfReader, value: number) => void> = {
  ansicpg: (reader, value) => {
    reader.defaultPage = value;
  },
  deff: (reader, value) => {
    reader.defaultFont = value;
  },
  f: ({ group }, value) => {
    group.font = value;
  },
  fcharset: (reader, value) => setCodePage(reader, codePageOfCharset(value)),
  cpg: setCodePage,
  uc: ({ group }, value) => {
    group.substitutes = Math.min(Math.max(value, 0), 100);
  },
  u: writeUnicode,
  v: hide,
  deleted: hide,
  plain: (reader) => hide(reader, 0),
  s: setStyle,
  outlinelevel: ({ story }, value) => story.set({ outlineLevel: value }),
  ilvl: ({ story }, value) => story.set({ listLevel: value }),
  intbl: ({ story }) => story.set({ isInTable: true }),
  pard: ({ group, story }) => {
    if (group.place === 'body') story.reset();
  },
};

const enterPlace = (reader: RtfReader, place: Place): void => {
  // A note outside of the text (in a page header, in another note) is dropped.
  const isLost = place === 'note' && reader.group.place !== 'body';
  if (place === 'note' && !isLost) openNote(reader);
  reader.group.place = isLost ? 'nowhere' : place;
};

const onWord = (reader: RtfReader, word: string, value: number | undefined): void => {
  flush(reader);
  const { group } = reader;
  if (Object.hasOwn(places, word)) enterPlace(reader, places[word]!);
  else if (silentGroups.has(word)) group.place = 'nowhere';
  else if (group.place === 'nowhere') return;
  else if (Object.hasOwn(settings, word)) settings[word]!(reader, value ?? 1);
  else if (Object.hasOwn(breaks, word)) {
    if (group.place === 'body') breaks[word]!(reader);
    else write(reader, ' ');
  } else if (Object.hasOwn(wordText, word)) {
    if (reader.skip > 0) reader.skip -= 1;
    else write(reader, wordText[word]!);
  }
};

const onSymbol = (reader: RtfReader, symbol: string): void => {
  if (symbol === '*') reader.group.place = 'nowhere';
  else if (symbol === '\n' || symbol === '\r') onWord(reader, 'par', undefined);
  else write(reader, symbolText[symbol] ?? '');
};

/** Text of a Rich Text file with its headings, lists, tables and notes. Each character of the input is a byte. */
export const rtfToMarkdown = (source: string): string => {
  const reader = newRtfReader();
  for (const token of rtfTokens(source)) {
    if (token.kind === 'bytes') addBytes(reader, token.bytes);
    else if (token.kind === 'word') onWord(reader, token.word, token.value);
    else if (token.kind === 'symbol') onSymbol(reader, token.symbol);
    else if (token.kind === 'open') openGroup(reader);
    else closeGroup(reader);
  }
  flush(reader);
  return reader.story.toMarkdown();
};
