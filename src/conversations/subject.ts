const maxCharacters = 50;

/** A conversation's title: the first question, shortened to 50 characters at a word boundary. */
export const makeSubject = (question: string): string => {
  // A long question is shortened before it is processed, because only its start matters.
  const flat = question.slice(0, 500).replace(/\s+/g, ' ').trim();
  const characters = [...flat];
  if (characters.length <= maxCharacters) return flat;
  const cut = characters.slice(0, maxCharacters).join('');
  const atWord = characters[maxCharacters] === ' ' ? cut : cut.slice(0, cut.lastIndexOf(' '));
  // Scripts without spaces have no word boundaries.
  return (atWord === '' || !cut.includes(' ') ? cut : atWord).trimEnd();
};
