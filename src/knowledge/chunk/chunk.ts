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

/** Titles above the passage that it does not begin with itself. */
export const unsaidTitles = ({ text, headingPath }: Pick<Chunk, 'text' | 'headingPath'>): string[] => {
  const opening = text.slice(0, 1000);
  return headingPath.filter((title) => !opening.includes(title));
};

/**
 * What is embedded and indexed for a chunk: its text after the headings that lead to it, since a passage deep
 * in a document often does not name its own subject. Titles the passage begins with are not said twice.
 */
export const searchableText = (chunk: Pick<Chunk, 'text' | 'headingPath'>): string => {
  const missing = unsaidTitles(chunk);
  return missing.length === 0 ? chunk.text : `${missing.join(' › ')}\n\n${chunk.text}`;
};
