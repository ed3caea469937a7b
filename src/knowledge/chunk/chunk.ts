/** A passage of a document: the unit that is embedded, searched and displayed. */
export interface Chunk {
  text: string;
  /**
   * Titles of the headings above the passage, outermost first. They do not count towards the token
   * limit, which applies to `text`, the part that a client receives.
   */
  headingPath: string[];
  /** Tokens of `text` in o200k_base. */
  tokens: number;
  /** Order within the document, from 0. */
  position: number;
  /** Embedded and indexed instead of the text. '' or absent: the text is. */
  matchText?: string;
}

export type Passage = Omit<Chunk, 'position'>;

export const numberPassages = (passages: Iterable<Passage>): Chunk[] =>
  Array.from(passages, (passage, position) => ({ ...passage, position }));

/** Titles above the passage, without those it begins with. */
export const titlesNotInText = ({ text, headingPath }: Pick<Chunk, 'text' | 'headingPath'>): string[] => {
  const opening = text.slice(0, 1000);
  return headingPath.filter((title) => !opening.includes(title));
};

/** What the search knows of a chunk. */
export interface Searchable extends Pick<Chunk, 'text' | 'headingPath' | 'matchText'> {
  /** Words by which the chunk is found besides its text. */
  keywords?: readonly string[];
}

/**
 * The text that is embedded for a chunk: its headings, then its text, because a passage deep in a document often
 * does not name its subject. Titles that the passage begins with are not repeated.
 */
export const searchableText = (chunk: Searchable): string => {
  if (chunk.matchText) return chunk.matchText;
  const missing = titlesNotInText(chunk);
  return missing.length === 0 ? chunk.text : `${missing.join(' › ')}\n\n${chunk.text}`;
};

/** The text of the keyword index: what is embedded, and the keywords. */
export const indexedText = (chunk: Searchable): string =>
  [searchableText(chunk), ...(chunk.keywords ?? [])].join('\n');
