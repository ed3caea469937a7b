import { findElements, type MarkupElement, type MarkupNode } from '../markdown/markup-nodes.ts';
import { numberText } from './number-text.ts';
import { markValue } from './read-styles.ts';

export interface ListMarks {
  /** Prefix of the next paragraph of a list: `-` or its displayed number. Undefined if there is none. */
  next(numberingId: string, level: number): string | undefined;
}

interface Level {
  format: string | undefined;
  /** With `%1` for the number of the first level and so on. */
  text: string | undefined;
  start: number;
}

interface NumberedList {
  abstractId: string;
  levels: (Level | undefined)[];
  /** Start values of this list, by level. */
  restarts: Map<number, number>;
}

const mostLevels = 9;

const childOf = (element: MarkupElement, name: string): MarkupElement | undefined =>
  findElements(element.children, new Set([name]))[0];

const levelNumber = (element: MarkupElement): number =>
  Math.min(mostLevels, Math.max(0, Number.parseInt(element.attributes['w:ilvl'] ?? '0', 10) || 0));

const startOf = (element: MarkupElement | undefined): number =>
  Number.parseInt(markValue(element) ?? '1', 10) || 0;

const readLevels = (list: MarkupElement): (Level | undefined)[] => {
  const levels: (Level | undefined)[] = [];
  for (const level of findElements(list.children, new Set(['w:lvl']))) {
    const start = childOf(level, 'w:start');
    levels[levelNumber(level)] = {
      format: markValue(childOf(level, 'w:numFmt')),
      text: markValue(childOf(level, 'w:lvlText')),
      start: start ? startOf(start) : 1,
    };
  }
  return levels;
};

const readRestarts = (list: MarkupElement): Map<number, number> =>
  new Map(
    findElements(list.children, new Set(['w:lvlOverride'])).flatMap((override): [number, number][] => {
      const start = childOf(override, 'w:startOverride');
      return start ? [[levelNumber(override), startOf(start)]] : [];
    }),
  );

const readLists = (nodes: MarkupNode[]): Map<string, NumberedList> => {
  const levels = new Map(
    findElements(nodes, new Set(['w:abstractNum'])).map((list) => [
      list.attributes['w:abstractNumId'] ?? '',
      readLevels(list),
    ]),
  );
  return new Map(
    findElements(nodes, new Set(['w:num'])).map((list) => {
      const abstractId = markValue(childOf(list, 'w:abstractNumId')) ?? '';
      return [
        list.attributes['w:numId'] ?? '',
        { abstractId, levels: levels.get(abstractId) ?? [], restarts: readRestarts(list) },
      ];
    }),
  );
};

/** Lists by id, counted like Word: lists of one kind share their count; a level restarts after a higher one. */
export const readNumbering = (nodes: MarkupNode[]): ListMarks => {
  const lists = readLists(nodes);
  const counters = new Map<string, (number | undefined)[]>();
  const begun = new Set<NumberedList>();

  const count = (list: NumberedList, level: number): (number | undefined)[] => {
    const counts = (counters.get(list.abstractId) ?? []).slice(0, level + 1);
    if (!begun.has(list)) for (const restarted of list.restarts.keys()) counts[restarted] = undefined;
    begun.add(list);
    const start = list.restarts.get(level) ?? list.levels[level]?.start ?? 1;
    counts[level] = counts[level] === undefined ? start : counts[level] + 1;
    counters.set(list.abstractId, counts);
    return counts;
  };

  const show = ({ levels }: NumberedList, level: number, counts: (number | undefined)[]): string =>
    (levels[level]?.text ?? `%${level + 1}.`)
      .replace(/%(\d)/g, (_, digit: string) => {
        const shown = Number(digit) - 1;
        return numberText(counts[shown] ?? levels[shown]?.start ?? 1, levels[shown]?.format);
      })
      .trim();

  return {
    next: (numberingId, level) => {
      const list = lists.get(numberingId);
      // 0 removes a paragraph from the list of its style.
      if (!list) return numberingId === '0' ? undefined : '-';
      const format = list.levels[level]?.format;
      if (format === undefined || format === 'bullet') return '-';
      const counts = count(list, level);
      return format === 'none' ? undefined : show(list, level, counts) || undefined;
    },
  };
};
