import { splitSentences } from '../../lib/language/index.ts';

/** Passages are chunks of a few hundred tokens. Only files are longer, and reading them blocks the event loop. */
const longestPassage = 50_000;
const longestSentence = 600;

/** Every repetition is bounded, because passages are untrusted text and a pattern must not take quadratic time. */
const markers: ReadonlyArray<readonly [RegExp, string]> = [
  [/!\[([^\]]{0,300})\]\([^)]{0,500}\)/g, '$1'], // images keep their caption
  [/\[([^\]]{1,300})\]\([^)]{0,500}\)/g, '$1'], // links keep their text
  [/^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+•]\s+|\d{1,3}[.)]\s+)/, ''],
  [/(\*\*|__|~~)(?=\S)(.{1,300}?)(?<=\S)\1/g, '$2'],
  [/`([^`]{0,300})`/g, '$1'],
  [/<\/?[a-z][^>]{0,200}>/gi, ''],
];

const plain = (line: string): string => {
  let text = line;
  for (const [marker, replacement] of markers) text = text.replace(marker, replacement);
  return text.replace(/\s+/g, ' ').trim();
};

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(plain);

const isTableRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);
const isTableRule = (line: string): boolean => /^[\s|:-]+$/.test(line) && line.includes('-');

/** A row of a table as a sentence: "Plan: Pro, Price: 12." */
export const describeCells = (names: readonly string[], values: readonly string[]): string => {
  const said = values
    .map((value, index) => [names[index] ?? '', value] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => (name === '' ? value : `${name}: ${value}`));
  return said.length === 0 ? '' : `${said.join(', ')}.`;
};

const isEastAsian = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text);

/** Adds a full stop to a heading or list item without one. */
const ended = (sentence: string): string => {
  if (/[.!?…。！？；:：।؟۔]["”’」』）)\]]*$/u.test(sentence)) return sentence;
  return isEastAsian(sentence) ? `${sentence}。` : `${sentence}.`;
};

/** Joins sentences. Chinese has no spaces between them. */
export const joinSentences = (sentences: readonly string[]): string => {
  let text = '';
  for (const sentence of sentences) {
    const glue = text === '' || /[。！？；：」』）]$/u.test(text) ? '' : ' ';
    text += glue + ended(sentence);
  }
  return text;
};

/** A full-width semicolon separates clauses that can be quoted alone. */
const cutProse = (text: string): string[] =>
  splitSentences(text, 'document').flatMap((sentence) =>
    sentence.split(/(?<=；)/u).map((clause) => clause.trim()),
  );

/** A line that is a Markdown heading. */
const isHeading = (line: string): boolean => /^\s{0,3}#{1,6}\s/.test(line);

/** Code fences and horizontal rules. */
const isRule = (line: string): boolean => /^\s*(?:```|---+\s*$)/.test(line);
const isListItem = (line: string): boolean => /^\s*[-*+•]\s/.test(line);
const isStep = (line: string): boolean => /^\s*\d{1,3}[.)]\s/.test(line);

const shorten = (sentence: string): string => {
  if (sentence.length <= longestSentence) return sentence;
  const cut = sentence
    .slice(0, longestSentence)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return `${cut.replace(/\s+\S*$/, '')} …`;
};

export interface Sentence {
  text: string;
  /** The text compared with the question. For a table row its values, because all rows share the column names. */
  subject: string;
  isRow: boolean;
}

export interface PassageText {
  /** Headings and column names, which name the subject of the sentences. */
  headings: string[];
  sentences: Sentence[];
}

/** Collects lines into sentences. Paragraphs are split, the steps of a numbered list stay together. */
const createCollector = () => {
  const sentences: Sentence[] = [];
  let paragraph: string[] = [];
  let steps: string[] = [];
  const add = (text: string, subject = text, isRow = false): void => {
    if (/[\p{L}\p{N}]/u.test(text)) sentences.push({ text: shorten(text), subject: shorten(subject), isRow });
  };
  const endSteps = (): void => {
    const together = joinSentences(steps);
    if (together.length <= longestSentence) add(together);
    else for (const step of steps) add(step);
    steps = [];
  };
  const end = (): void => {
    const text = plain(paragraph.join(' '));
    paragraph = [];
    for (const sentence of cutProse(text)) add(sentence);
    endSteps();
  };
  return {
    sentences,
    add,
    end,
    addLine: (line: string): void => {
      if (isStep(line)) {
        if (paragraph.length > 0) end();
        steps.push(plain(line));
      } else if (steps.length > 0 && /^\s/.test(line)) steps.push(`${steps.pop()} ${plain(line)}`);
      else {
        if (isListItem(line) || steps.length > 0) end();
        paragraph.push(plain(line));
      }
    },
  };
};

/** Code is not quoted. If a passage was cut inside a code block, it is unknown which side is code. */
const withoutCode = (lines: readonly string[]): readonly string[] => {
  const isFence = (line: string): boolean => /^\s*```/.test(line);
  if (lines.filter(isFence).length % 2 === 1) return lines;
  let inside = false;
  return lines.map((line) => {
    if (isFence(line)) inside = !inside;
    return inside ? '' : line;
  });
};

/** A passage of markdown or plain text as plain sentences, table rows included. */
export const readPassage = (text: string): PassageText => {
  const headings: string[] = [];
  const collector = createCollector();
  let columns: string[] | undefined;
  for (const line of withoutCode(text.slice(0, longestPassage).split(/\r?\n|\r/))) {
    if (isTableRow(line)) {
      collector.end();
      if (isTableRule(line)) continue;
      const cells = cellsOf(line);
      if (columns === undefined) headings.push(...cells);
      else collector.add(describeCells(columns, cells), cells.join(' '), true);
      columns ??= cells;
      continue;
    }
    columns = undefined;
    if (isHeading(line)) {
      collector.end();
      headings.push(plain(line));
    } else if (line.trim() === '' || isRule(line)) collector.end();
    else collector.addLine(line);
  }
  collector.end();
  return { headings, sentences: collector.sentences };
};
