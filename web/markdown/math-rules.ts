import type { MarkdownIt } from 'markdown-it';

/** Longer text between delimiters is not a formula. */
export const longestFormula = 2000;
const longestInline = 300;
const mostLines = 100;
/** Characters of all formulas of a text. More formulas stay text, because each costs the browser time. */
const mostMath = 10_000;

/** Delimiters by their opening mark. `$` has its own rules, because it also means money. */
const closings: Record<string, string> = { $$: '$$', '\\[': '\\]', '\\(': '\\)' };

/** Escaped brackets around words or a number are not a formula. */
const words = /^(?:\d[\d\s.,]*|\p{L}[\p{L}\s]{2,})$/u;

/** An amount and words, such as `5 and the other costs 10`. */
const amount = /^[\d.,]+\s+\p{L}{2}/u;

/**
 * The index of the closing dollar sign of `$…$`, or -1. As in Pandoc: no space inside the delimiters and no digit
 * after them, so that `$5 and $10` are prices. Also no letter or digit around them, as in `US$5` and `$HOME/$PATH`.
 */
const findDollar = (text: string, at: number): number => {
  if (!/[^\s$]/.test(text[at + 1] ?? ' ') || /[\p{L}\p{N}$\\]/u.test(text[at - 1] ?? ' ')) return -1;
  for (let end = at + 2; end < text.length && end - at <= longestInline; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '`' || (text[end] === '\n' && text[end + 1] === '\n')) return -1;
    else if (text[end] === '$')
      return /\s/.test(text[end - 1]!) ||
        /[\p{L}\p{N}$]/u.test(text[end + 1] ?? ' ') ||
        amount.test(text.slice(at + 1, end))
        ? -1
        : end;
  }
  return -1;
};

export interface Formula {
  tex: string;
  /** With its delimiters. */
  source: string;
  isDisplay: boolean;
}

/** The formula that begins at `at`. */
export const readFormula = (text: string, at: number): Formula | undefined => {
  const open = text.slice(at, at + 2);
  const close = closings[open];
  const from = at + (close ? 2 : 1);
  // The closing mark is searched in a part, because a text may have thousands of opening marks.
  const end = close
    ? text.slice(from, from + longestFormula + 2).indexOf(close) + from
    : text[at] === '$'
      ? findDollar(text, at)
      : -1;
  const tex = end >= from ? text.slice(from, end).trim() : '';
  // Backticks are code, and an empty pair of delimiters is text.
  if (tex === '' || tex.includes('`') || /\n[ \t]*\n/.test(tex)) return undefined;
  if (open[0] === '\\' && words.test(tex)) return undefined;
  const source = text.slice(at, end + (close?.length ?? 1));
  return { tex, source, isDisplay: open === '$$' || open === '\\[' };
};

/** Signs of TeX in a text that begins with a single dollar sign. */
const texMark = /[\\^_{}=]/;
const longestGuess = 60;

/** Whether a formula that has no end yet begins at `at`. */
export const mayBecomeFormula = (text: string, at: number): boolean => {
  const rest = text.slice(at);
  if (closings[rest.slice(0, 2)]) return rest.length <= longestFormula && !/\n[ \t]*\n/.test(rest);
  if (rest[0] !== '$' || /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return rest === '\\';
  // More likely a price or a space.
  if (/^\$[\s\d]/.test(rest) || rest.length > longestInline || rest.slice(1).includes('$')) return false;
  return rest.length <= longestGuess || texMark.test(rest);
};

/** Keyed by the environment of a parse, which exists once per text. */
const lengths = new WeakMap<object, number>();

/** Counts a formula of a text. False if the text has too many. */
const admit = (environment: object, { source }: Formula): boolean => {
  const length = (lengths.get(environment) ?? 0) + source.length;
  if (length > mostMath) return false;
  lengths.set(environment, length);
  return true;
};

/**
 * Adds formulas to a parser: `$$…$$` and `\[…\]` as blocks, `\(…\)` and `$…$` in a line. They become tokens of the
 * type `math` with the formula as `meta` and its TeX as `content`. Runs before backslashes are read as escapes.
 */
export const addMath = (parser: MarkdownIt): void => {
  parser.inline.ruler.before('escape', 'math', (state, isSilent) => {
    const char = state.src[state.pos];
    if (char !== '$' && char !== '\\') return false;
    const formula = readFormula(state.src.slice(0, state.posMax), state.pos);
    if (!formula || (!isSilent && !admit(state.env, formula))) return false;
    if (!isSilent) Object.assign(state.push('math', '', 0), { content: formula.tex, meta: formula });
    state.pos += formula.source.length;
    return true;
  });
  parser.block.ruler.before(
    'fence',
    'math',
    (state, startLine, endLine, isSilent) => {
      const begin = state.bMarks[startLine]! + state.tShift[startLine]!;
      const first = state.src.slice(begin, state.eMarks[startLine]);
      const close = closings[first.slice(0, 2)];
      if (!close || first.startsWith('\\(') || state.sCount[startLine]! - state.blkIndent >= 4) return false;
      // Quick, for texts with many opening marks and no end.
      if (!state.src.slice(begin + 2, begin + 2 * longestFormula).includes(close)) return false;
      const lines = [first];
      let line = startLine;
      while (
        !lines
          .at(-1)!
          .slice(line === startLine ? 2 : 0)
          .includes(close)
      ) {
        line++;
        if (line >= endLine || state.isEmpty(line) || state.sCount[line]! < state.blkIndent) return false;
        lines.push(state.getLines(line, line + 1, state.blkIndent, false));
        if (line - startLine > mostLines) return false;
      }
      const text = lines.join('\n').trimEnd();
      const formula = readFormula(text, 0);
      // A formula with text after it is part of a paragraph.
      if (!formula || formula.source.length !== text.length) return false;
      if (isSilent) return true;
      if (!admit(state.env, formula)) return false;
      const token = Object.assign(state.push('math', '', 0), {
        content: formula.tex,
        meta: formula,
        block: true,
      });
      token.map = [startLine, line + 1];
      state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
};
