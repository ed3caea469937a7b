import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';

/** Groups that hold settings, pictures and metadata. */
const silentGroups = new Set(
  'fonttbl colortbl stylesheet info pict object themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator header footer headerl headerr footerl footerr fldinst xmlnstbl'.split(
    ' ',
  ),
);

const wordText: Record<string, string> = {
  par: '\n\n',
  sect: '\n\n',
  page: '\n\n',
  line: '\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
};

interface Group {
  isSilent: boolean;
  /** Plain characters to leave out after a Unicode one: the substitute for old readers. */
  substitutes: number;
}

const tokens = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;

/** Text of a Rich Text file: many a `.doc` is one. Single bytes are read in the code page the file names. */
export const rtfToText = (source: string): string => {
  const decoder = new TextDecoder(codePage(source));
  const stack: Group[] = [];
  let group: Group = { isSilent: false, substitutes: 1 };
  let output = '';
  let pending: number[] = [];
  let skip = 0;
  const flush = () => {
    if (pending.length > 0) output += decoder.decode(Uint8Array.from(pending));
    pending = [];
  };
  const write = (text: string) => {
    flush();
    if (!group.isSilent) output += text;
  };
  for (const [, word, parameter, hex, symbol, brace, plain] of source.matchAll(tokens)) {
    if (brace === '{') stack.push({ ...group });
    else if (brace === '}') group = stack.pop() ?? group;
    else if (hex) {
      if (skip > 0) skip -= 1;
      else if (!group.isSilent) pending.push(Number.parseInt(hex, 16));
    } else if (symbol) {
      if (symbol === '*') group.isSilent = true;
      else
        write(
          symbol === '~'
            ? ' '
            : symbol === '\n' || symbol === '\r'
              ? '\n\n'
              : /[\\{}]/.test(symbol)
                ? symbol
                : '',
        );
    } else if (plain) {
      write(plain.slice(skip));
      skip = Math.max(0, skip - plain.length);
    } else if (word === 'u') {
      write(String.fromCharCode((Number(parameter) + 65_536) % 65_536));
      skip = group.substitutes;
    } else if (word === 'uc') group.substitutes = Number(parameter);
    else if (word && silentGroups.has(word)) group.isSilent = true;
    else if (word && Object.hasOwn(wordText, word)) write(wordText[word] ?? '');
  }
  flush();
  return output;
};

const codePage = (source: string): string => {
  const page = /\\ansicpg(\d+)/.exec(source)?.[1] ?? '1252';
  const named: Record<string, string> = {
    936: 'gb18030',
    950: 'big5',
    932: 'shift_jis',
    949: 'euc-kr',
    65001: 'utf-8',
    10000: 'macintosh',
  };
  const name = named[page] ?? `windows-${page}`;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'windows-1252';
  }
};

export const readRtf = (bytes: Uint8Array): Reading => ({
  kind: 'text',
  markdown: cleanText(rtfToText(Buffer.from(bytes).toString('latin1'))),
});
