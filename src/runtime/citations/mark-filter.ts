/** A passage that the model named, at an offset of the text without marks. */
export interface FoundMark {
  number: number;
  at: number;
}

/** [1], [1, 3] or 【1】, with the space before it. Not the text of a Markdown link. */
const marks = /(`+)|(\n[ \t]*\n)|( ?)(?:\[(\d{1,3}(?:\s?[,，、]\s?\d{1,3})*)\]|【(\d{1,3})】)(?!\()/g;
/** Longer than any mark. Only this much of a piece is searched for an unfinished mark. */
const longestHeld = 64;
/** The end of a piece that may be the beginning of a mark, or of a run of backticks. */
const unfinished = /(?:`+|\n[ \t\n]{0,24}| ?(?:[[【][\d,，、\s]{0,24}[\]】]?)?)$/;

/**
 * Removes the marks with which a model names the passages it used, and remembers them. Works on a stream: a piece
 * that may be the beginning of a mark is held back until it is complete. Text in code is not changed.
 * @param passageCount higher numbers are no marks
 */
export const createMarkFilter = (passageCount: number) => {
  const found: FoundMark[] = [];
  let held = '';
  let text = '';
  /** The backticks that opened the current code; empty outside of code. */
  let fence = '';

  const keep = (part: string): string => {
    text += part;
    return part;
  };

  const process = (piece: string): string => {
    let clean = '';
    let from = 0;
    for (const match of piece.matchAll(marks)) {
      const [whole, backticks, blankLine, , list, single] = match;
      if (backticks !== undefined) {
        if (fence === '') fence = backticks;
        else if (fence === backticks) fence = '';
        continue;
      }
      if (blankLine !== undefined) {
        // Code within a line ends with its paragraph.
        if (fence.length < 3) fence = '';
        continue;
      }
      if (fence !== '') continue;
      const numbers = (list ?? single ?? '').split(/\D+/).map(Number);
      if (numbers.some((number) => number < 1 || number > passageCount)) continue;
      clean += keep(piece.slice(from, match.index));
      from = match.index + whole.length;
      for (const number of numbers) found.push({ number, at: text.length });
    }
    return clean + keep(piece.slice(from));
  };

  return {
    found: found as readonly FoundMark[],
    /** What was passed on so far. */
    get text() {
      return text;
    },
    push: (delta: string): string => {
      const piece = held + delta;
      const tailStart = Math.max(0, piece.length - longestHeld);
      const start = tailStart + unfinished.exec(piece.slice(tailStart))!.index;
      held = piece.slice(start);
      return process(piece.slice(0, start));
    },
    end: (): string => {
      const rest = held;
      held = '';
      return process(rest);
    },
  };
};

export type MarkFilter = ReturnType<typeof createMarkFilter>;
