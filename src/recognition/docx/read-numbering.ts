import { findElements, type MarkupNode } from '../markdown/markup-nodes.ts';
import { markValue } from './read-styles.ts';

export interface ListMarks {
  /** The mark of the next paragraph of a list: `-`, or its number. Undefined when the list has no marks. */
  next(numberingId: string, level: number): string | undefined;
}

const bullets = new Set(['bullet', 'none', undefined]);

/** Lists by id. Numbers are counted as Word does: a level starts over when one above it goes on. */
export const readNumbering = (nodes: MarkupNode[]): ListMarks => {
  const formats = new Map<string, (string | undefined)[]>();
  for (const list of findElements(nodes, new Set(['w:abstractNum']))) {
    const levels: (string | undefined)[] = [];
    for (const level of findElements(list.children, new Set(['w:lvl']))) {
      levels[Number(level.attributes['w:ilvl'] ?? 0)] = markValue(
        findElements(level.children, new Set(['w:numFmt']))[0],
      );
    }
    formats.set(list.attributes['w:abstractNumId'] ?? '', levels);
  }
  const lists = new Map<string, (string | undefined)[]>();
  for (const list of findElements(nodes, new Set(['w:num']))) {
    const abstractId = markValue(findElements(list.children, new Set(['w:abstractNumId']))[0]) ?? '';
    lists.set(list.attributes['w:numId'] ?? '', formats.get(abstractId) ?? []);
  }
  const counters = new Map<string, number[]>();
  return {
    next: (numberingId, level) => {
      const levels = lists.get(numberingId);
      // 0 takes a paragraph out of the list its style puts it in.
      if (!levels) return numberingId === '0' ? undefined : '-';
      if (bullets.has(levels[level])) return '-';
      const counts = (counters.get(numberingId) ?? []).slice(0, level + 1);
      counts[level] = (counts[level] ?? 0) + 1;
      counters.set(numberingId, counts);
      return `${counts[level]}.`;
    },
  };
};
