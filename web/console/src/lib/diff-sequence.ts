export interface DiffPart<Item> {
  kind: 'same' | 'removed' | 'added';
  items: Item[];
}

/** Cells of the table of comparisons. Larger texts are shown as completely replaced between their common ends. */
const mostCells = 1_000_000;

const countCommon = <Item>(before: readonly Item[], after: readonly Item[], fromEnd: boolean): number => {
  const length = Math.min(before.length, after.length);
  const at = (list: readonly Item[], index: number) => list[fromEnd ? list.length - 1 - index : index];
  let count = 0;
  while (count < length && at(before, count) === at(after, count)) count += 1;
  return count;
};

/** lengths[i][j]: length of the longest common sequence of before[i…] and after[j…]. */
const compareAll = <Item>(before: readonly Item[], after: readonly Item[]): Uint32Array[] => {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i] === after[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
};

/** The differences between two lists: removed items before added ones, with as many unchanged items as possible. */
export const diffSequence = <Item>(before: readonly Item[], after: readonly Item[]): DiffPart<Item>[] => {
  const parts: DiffPart<Item>[] = [];
  const add = (kind: DiffPart<Item>['kind'], items: readonly Item[]): void => {
    if (items.length === 0) return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.items.push(...items);
    else parts.push({ kind, items: [...items] });
  };
  const start = countCommon(before, after, false);
  const end = countCommon(before.slice(start), after.slice(start), true);
  add('same', before.slice(0, start));
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (old.length * now.length > mostCells) {
    add('removed', old);
    add('added', now);
  } else {
    const lengths = compareAll(old, now);
    let [i, j] = [0, 0];
    while (i < old.length || j < now.length) {
      if (i < old.length && j < now.length && old[i] === now[j]) {
        add('same', [old[i]!]);
        i += 1;
        j += 1;
      } else if (i < old.length && (j === now.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
        add('removed', [old[i]!]);
        i += 1;
      } else {
        add('added', [now[j]!]);
        j += 1;
      }
    }
  }
  add('same', before.slice(before.length - end));
  return parts;
};
