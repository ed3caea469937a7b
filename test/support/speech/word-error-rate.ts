const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** Word error rate: words to change, insert or delete, per word of the reference. */
export const wordErrorRate = (expected: string, actual: string): number => {
  const [from, to] = [wordsOf(expected), wordsOf(actual)];
  let previous = to.map((_word, index) => index + 1);
  previous.unshift(0);
  for (const [row, word] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries())
      current.push(
        Math.min(
          previous[column]! + (word === other ? 0 : 1),
          previous[column + 1]! + 1,
          current[column]! + 1,
        ),
      );
    previous = current;
  }
  return previous.at(-1)! / Math.max(1, from.length);
};
