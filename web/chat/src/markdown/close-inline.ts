import { mayBecomeFormula, readFormula } from '../../../markdown/math-rules.ts';

/** A link that begins farther from the end is shown as text, even if it has no end. */
const longestLink = 1000;

const closers: Record<string, string> = { '[': ']', '(': ')' };

/** The index after the bracket that closes the one at `at`, or undefined if it is not there yet. */
const afterBracket = (text: string, at: number): number | undefined => {
  const [opens, closes] = [text[at]!, closers[text[at]!]!];
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const char = text[index];
    if (char === '\\') index++;
    else if (char === opens) depth++;
    else if (char === closes && --depth === 0) return index + 1;
  }
  return undefined;
};

/** The index after the link at `at`, `at` if it is no link, or undefined if it may still become one. */
const afterLink = (text: string, at: number): number | undefined => {
  const label = afterBracket(text, at);
  if (label === undefined || label === text.length) return undefined;
  return text[label] === '(' || text[label] === '[' ? afterBracket(text, label) : at;
};

/** An autolink or a character reference that has only begun. */
const begun = /<([a-z][^\s<>]*)?$|&[#\w]{0,31}$/iy;

/**
 * The text of a paragraph so far: emphasis and code that are open at its end are closed, and a link, formula, escape or
 * mark
 * that has only begun is left out. It is an approximation of the Markdown rules. Where it is wrong, a mark is
 * visible until the text goes on.
 */
export const closeInline = (text: string): string => {
  const open: string[] = [];
  const finish = (upTo: number): string => {
    let shown = text.slice(0, upTo);
    if (open.length > 0) shown = shown.trimEnd();
    // Emphasis without text would show its marks.
    while (open.length > 0 && shown.endsWith(open.at(-1)!)) shown = shown.slice(0, -open.pop()!.length);
    return shown + open.toReversed().join('');
  };

  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    begun.lastIndex = at;
    const formula = char === '$' || char === '\\' ? readFormula(text, at) : undefined;
    if (formula) at += formula.source.length;
    else if ((char === '$' || char === '\\') && mayBecomeFormula(text, at)) return finish(at);
    else if (char === '\\') at += 2;
    else if ((char === '<' || char === '&') && begun.test(text)) return finish(at);
    else if (char === '!' && at + 1 === text.length) return finish(at);
    else if (char === '[' && text.length - at <= longestLink) {
      const end = afterLink(text, at);
      if (end === undefined) return finish(text[at - 1] === '!' ? at - 1 : at);
      at = end > at ? end : at + 1;
    } else if (char === '`') {
      const mark = /`+/y;
      mark.lastIndex = at;
      const [run] = mark.exec(text)!;
      const inside = at + run.length;
      const end = new RegExp(`(?<!\`)${run}(?!\`)`, 'g');
      end.lastIndex = inside;
      const close = end.exec(text);
      if (close) at = close.index + run.length;
      else {
        const code = text.slice(inside).replace(/`+$/, '');
        if (code.trim() === '') return finish(at);
        return text.slice(0, inside) + code + run + open.toReversed().join('');
      }
    } else if ('*_~'.includes(char)) {
      let end = at;
      while (text[end] === char) end++;
      if (end === text.length) return finish(at);
      const mark = text.slice(at, end);
      const [before, after] = [text[at - 1] ?? ' ', text[end]!];
      if (open.at(-1) === mark && /\S/.test(before)) open.pop();
      // Inside a word, as in 2*3, it is rather not emphasis.
      else if (/\S/.test(after) && !/\w/.test(before) && mark.length <= 3 && (char !== '~' || end - at === 2))
        open.push(mark);
      at = end;
    } else at++;
  }
  return finish(text.length);
};
