import { codePageOfCharset, decodeCodePage } from './code-pages.ts';
import { createRtfStory } from './rtf-story.ts';
import { rtfTokens } from './rtf-tokens.ts';

/** Groups that hold settings, pictures and what stands on every page. */
const silentGroups = new Set(
  'colortbl info pict object themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator header footer headerl headerr headerf footerl footerr footerf fldinst xmlnstbl nonshppict shpinst upr revtbl filetbl bkmkstart bkmkend annotation atnid atnauthor private'.split(
    ' ',
  ),
);

const wordText: Record<string, string> = {
  ...{ line: '\n', tab: ' ', nestcell: ' ', nestrow: '; ' },
  ...{ emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
  ...{ emspace: ' ', enspace: ' ', qmspace: ' ' },
};

const symbolText: Record<string, string> = { '~': ' ', _: '-', '\\': '\\', '{': '{', '}': '}' };

/** Where the text of a group goes. */
type Place = 'body' | 'mark' | 'note' | 'fonts' | 'styles' | 'nowhere';

interface Group {
  place: Place;
  isHidden: boolean;
  font: number;
  /** Characters to leave out after a Unicode one: the substitute for old readers. */
  substitutes: number;
}

const places: Record<string, Place> = {
  ...{ listtext: 'mark', pntext: 'mark', footnote: 'note', fonttbl: 'fonts', stylesheet: 'styles' },
  // The Unicode copy of a text, and the words of a shape, stand in groups for programs that know them.
  ...{ ud: 'body', shptxt: 'body' },
};

/** Text of a Rich Text file with its headings, lists, tables and notes. Its characters are its bytes. */
export const rtfToMarkdown = (source: string): string => {
  const story = createRtfStory();
  const stack: Group[] = [];
  const codePages = new Map<number, number>();
  const styles = new Map<number, string>();
  let group: Group = { place: 'body', isHidden: false, font: -1, substitutes: 1 };
  let defaultPage = 1252;
  let defaultFont = -1;
  let style = 0;
  let note = { mark: '', text: '' };
  let pending = '';
  let skip = 0;

  const writeText = (text: string): void => {
    if (text === '' || group.isHidden) return;
    if (group.place === 'body') story.write(text);
    else if (group.place === 'mark') story.writeMark(text);
    else if (group.place === 'note') note.text += text;
    else if (group.place === 'styles') styles.set(style, ((styles.get(style) ?? '') + text).slice(0, 200));
  };
  const flush = (): void => {
    if (pending === '') return;
    const font = group.font < 0 ? defaultFont : group.font;
    writeText(decodeCodePage(Buffer.from(pending, 'latin1'), codePages.get(font) ?? defaultPage));
    pending = '';
  };
  const write = (text: string): void => {
    flush();
    writeText(text);
  };
  const openNote = (): void => {
    const mark = story.nextNote();
    write(mark);
    note = { mark, text: '' };
  };
  const closeGroup = (): void => {
    const outer = stack.pop() ?? group;
    if (group.place === 'note' && outer.place !== 'note') story.addNote(note.mark, note.text);
    group = outer;
  };
  const isBody = () => group.place === 'body';
  const settings: Record<string, (value: number) => void> = {
    ansicpg: (value) => {
      defaultPage = value;
    },
    deff: (value) => {
      defaultFont = value;
    },
    f: (value) => {
      group.font = value;
    },
    fcharset: (value) => {
      const page = codePageOfCharset(value);
      if (group.place === 'fonts' && page && codePages.size < 10_000) codePages.set(group.font, page);
    },
    cpg: (value) => {
      if (group.place === 'fonts' && codePages.size < 10_000) codePages.set(group.font, value);
    },
    uc: (value) => {
      group.substitutes = Math.min(Math.max(value, 0), 100);
    },
    v: (value) => {
      group.isHidden = value !== 0;
    },
    deleted: (value) => {
      group.isHidden = value !== 0;
    },
    plain: () => {
      group.isHidden = false;
    },
    s: (value) => {
      if (group.place === 'styles') style = styles.size < 10_000 ? value : style;
      else story.set({ style: (styles.get(value) ?? '').replace(/;\s*$/, '').trim() });
    },
    u: (value) => {
      write(String.fromCharCode((value + 65_536) % 65_536));
      skip = group.substitutes;
    },
    outlinelevel: (value) => story.set({ outlineLevel: value }),
    ilvl: (value) => story.set({ listLevel: value }),
    intbl: () => story.set({ isInTable: true }),
    pard: () => {
      if (isBody()) story.reset();
    },
  };
  const breaks: Record<string, () => void> = {
    par: story.endParagraph,
    sect: story.endParagraph,
    page: story.endParagraph,
    cell: story.endCell,
    row: story.endRow,
  };

  const onWord = (word: string, value: number | undefined): void => {
    flush();
    if (skip > 0 && Object.hasOwn(wordText, word)) {
      skip -= 1;
      return;
    }
    if (Object.hasOwn(places, word)) {
      const place = places[word]!;
      if (place === 'note' && !isBody()) group.place = 'nowhere';
      else {
        if (place === 'note') openNote();
        group.place = place;
      }
    } else if (silentGroups.has(word)) group.place = 'nowhere';
    else if (group.place === 'nowhere') return;
    else if (Object.hasOwn(breaks, word)) isBody() ? breaks[word]!() : writeText(' ');
    else if (Object.hasOwn(settings, word)) settings[word]!(value ?? 1);
    else if (Object.hasOwn(wordText, word)) writeText(wordText[word]!);
  };
  const onSymbol = (symbol: string): void => {
    if (symbol === '*') group.place = 'nowhere';
    else if (symbol === '\n' || symbol === '\r') onWord('par', undefined);
    else write(symbolText[symbol] ?? '');
  };
  for (const token of rtfTokens(source)) {
    if (token.kind === 'bytes') {
      if (group.place !== 'nowhere' && group.place !== 'fonts') pending += token.bytes.slice(skip);
      skip = Math.max(0, skip - token.bytes.length);
    } else if (token.kind === 'word') onWord(token.word, token.value);
    else if (token.kind === 'symbol') onSymbol(token.symbol);
    else {
      flush();
      skip = 0;
      if (token.kind === 'close') closeGroup();
      else stack.push({ ...group });
    }
  }
  flush();
  return story.toMarkdown();
};
