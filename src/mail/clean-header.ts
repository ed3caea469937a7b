/** Text for a header: one line without control characters, so that it cannot add headers, and not longer than `most`. */
export const cleanHeader = (text: string, most: number): string => {
  const line = text
    .slice(0, most * 4)
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
};
