/** Texts are read by their beginning: nobody states who they are after eight thousand characters. */
const longestRead = 8000;

const ends = /[。！？]+["”’」』）)]*|[.!?…؟।]+["”’)\]]*(?=\s|$)|\n+/gu;

/** Sentences of a chat message, without markdown's list, quote and emphasis marks. */
export const sentencesOf = (text: string): string[] => {
  const read = text.slice(0, longestRead).toWellFormed();
  const sentences: string[] = [];
  let start = 0;
  const take = (end: number): void => {
    const sentence = read
      .slice(start, end)
      .replace(/^\s*(?:[-*+•>#]+\s+|\d{1,3}[.)]\s+)/u, '')
      .replace(/\*\*|__|`/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (/[\p{L}\p{N}]/u.test(sentence)) sentences.push(sentence);
    start = end;
  };
  for (const match of read.matchAll(ends)) take(match.index + match[0].length);
  take(read.length);
  return sentences;
};
