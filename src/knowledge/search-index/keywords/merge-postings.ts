import { frequencyOf, slotOf, toPosting } from './keyword-index.ts';

const mergeTwo = (first: Uint32Array, second: Uint32Array): Uint32Array => {
  const merged = new Uint32Array(first.length + second.length);
  let [left, right, size] = [0, 0, 0];
  while (left < first.length || right < second.length) {
    const one = left < first.length ? slotOf(first[left]!) : Number.POSITIVE_INFINITY;
    const other = right < second.length ? slotOf(second[right]!) : Number.POSITIVE_INFINITY;
    const slot = Math.min(one, other);
    let frequency = 0;
    if (one === slot) frequency += frequencyOf(first[left++]!);
    if (other === slot) frequency += frequencyOf(second[right++]!);
    merged[size++] = toPosting(slot, frequency);
  }
  return merged.subarray(0, size);
};

/**
 * The postings of several terms as those of one: every slot once, with the sum of its frequencies. Each list is in
 * the order of slots, because slots are only added and compaction keeps their order. Merged in halves, because a word
 * that is being typed may have dozens of terms.
 */
export const mergePostings = (lists: readonly Uint32Array[]): Uint32Array => {
  if (lists.length <= 1) return lists[0] ?? new Uint32Array(0);
  const half = lists.length >> 1;
  return mergeTwo(mergePostings(lists.slice(0, half)), mergePostings(lists.slice(half)));
};
