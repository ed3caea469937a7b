const maxCharacters = 50;

/** A conversation's title: the first question, cut at a word to 50 characters. */
export const makeSubject = (question: string): string => {
  // A long question is cut before it is taken apart: only its beginning can matter.
  const flat = question.slice(0, 500).replace(/\s+/g, ' ').trim();
  const characters = [...flat];
  if (characters.length <= maxCharacters) return flat;
  const cut = characters.slice(0, maxCharacters).join('');
  const atWord = characters[maxCharacters] === ' ' ? cut : cut.slice(0, cut.lastIndexOf(' '));
  // Scripts without spaces have no word to cut at.
  return (atWord === '' || !cut.includes(' ') ? cut : atWord).trimEnd();
};
