/** Long enough to be understood alone, short enough to have one subject. In UTF-16 units. */
const longestPassage = 1200;
/** Per round. Only the beginning of a very long message is remembered. */
const mostPassages = 40;

const cutBefore = (text: string, limit: number): number => {
  const part = text.slice(0, limit);
  const ends = [...part.matchAll(/[.!?。！？…]["”’)\]」』]*\s|[。！？]|\n+/gu)];
  const last = ends.at(-1);
  if (last !== undefined && last.index > limit / 3) return last.index + last[0].length;
  const space = part.search(/\s\S*$/u);
  if (space > limit / 3) return space;
  return /[\ud800-\udbff]$/.test(part) ? limit - 1 : limit;
};

/** A round as passages of limited length: the question, and the answer after an arrow. */
export const splitPassages = (question: string, answer: string, most = mostPassages): string[] => {
  let rest = [question.trim(), answer.trim()].filter((text) => text !== '').join('\n\n→ ');
  const passages: string[] = [];
  while (rest.length > longestPassage && passages.length < most) {
    const end = cutBefore(rest, longestPassage);
    passages.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '' && passages.length < most) passages.push(rest);
  return passages.filter((passage) => passage !== '');
};
