/** A passage of a document, the unit that is embedded, searched and shown. */
export interface Chunk {
  text: string;
  /**
   * Titles of the headings the passage stands under, outermost first. They do not count towards the token
   * limit: the limit is a promise about `text`, which is what a client receives.
   */
  headingPath: string[];
  /** Tokens of `text` in o200k_base. */
  tokens: number;
  /** Order within the document, from 0. */
  position: number;
}

export type Passage = Omit<Chunk, 'position'>;

export const numberPassages = (passages: Iterable<Passage>): Chunk[] =>
  Array.from(passages, (passage, position) => ({ ...passage, position }));

/**
 * What is embedded and indexed for a chunk: its text after the headings that lead to it, since a passage deep
 * in a document often does not name its own subject. Titles the passage begins with are not said twice.
 */
export const searchableText = ({ text, headingPath }: Pick<Chunk, 'text' | 'headingPath'>): string => {
  const opening = text.slice(0, 1000);
  const missing = headingPath.filter((title) => !opening.includes(title));
  return missing.length === 0 ? text : `${missing.join(' › ')}\n\n${text}`;
};
