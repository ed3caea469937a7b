const maxCharacters = 200;

/** The beginning of a message in one line, for lists. */
export const previewOf = (text: string): string => {
  // Cut first, so that the work does not grow with the message.
  const line = text
    .slice(0, 4 * maxCharacters)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : line;
};
