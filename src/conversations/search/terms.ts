import { hash } from 'node:crypto';
import type { Phrase } from './parse-query.ts';
import type { Token } from './tokens.ts';

/** What a round is found by, besides its words. Values are compared as a whole. */
export type FacetName =
  | 'status'
  | 'feedback'
  | 'quality'
  | 'handedOver'
  | 'missed'
  | 'tool'
  | 'document'
  | 'language'
  | 'label'
  | 'channel'
  | 'user';

export interface Facet {
  name: FacetName;
  value: string;
}

/** Rounds of a bucket. Small enough to sort all matches of one, large enough that a rare word needs few look-ups. */
export const bucketSize = 16_384;

/** PostgreSQL stores positions up to 16,383. */
const mostTokens = 12_000;
/** Distance between the texts of a round, so that no phrase reaches from one into the next. */
const gap = 2;

const prefixOf = (bucket: number): string => `${bucket.toString(36)}.`;

const letters: Record<FacetName, string> = {
  status: 's',
  feedback: 'f',
  quality: 'q',
  handedOver: 'h',
  missed: 'm',
  tool: 't',
  document: 'd',
  language: 'l',
  label: 'b',
  channel: 'c',
  user: 'u',
};

/** Words have no full stop, so no word is equal to a facet. Any text may be the value: it is hashed unless it is an id. */
const facetTerm = ({ name, value }: Facet): string => {
  const isPlain = /^[\da-z]{0,24}$/.test(value);
  const text = isPlain ? value : hash('sha256', value, 'hex').slice(0, 24);
  return `.${letters[name]}${text}`;
};

/** The terms of a round, in each text in order. */
export interface RoundTerms {
  texts: string[][];
  facets: readonly Facet[];
}

/** Stops at the limit of terms of a round. */
export const collectTokens = (texts: readonly Iterable<Token>[]): string[][] => {
  let rest = mostTokens;
  return texts.map((tokens) => {
    const collected: string[] = [];
    for (const { text } of tokens) {
      if (rest === 0) break;
      rest -= 1;
      collected.push(text);
    }
    return collected;
  });
};

/** The document of SQLite's index: terms separated by spaces. A lone full stop keeps phrases within a text. */
export const toDocument = (bucket: number, { texts, facets }: RoundTerms): string => {
  const prefix = prefixOf(bucket);
  return [
    ...texts.map((tokens) => tokens.map((token) => prefix + token)),
    facets.map((facet) => prefix + facetTerm(facet)),
  ]
    .map((terms) => terms.join(' '))
    .join(' . ');
};

/** The same for PostgreSQL: every term with its positions. Terms have only letters, digits and full stops. */
export const toVector = (bucket: number, { texts, facets }: RoundTerms): string => {
  const prefix = prefixOf(bucket);
  const positions = new Map<string, number[]>();
  let position = 1;
  for (const tokens of texts) {
    for (const token of tokens) {
      const known = positions.get(token);
      if (known) known.push(position);
      else positions.set(token, [position]);
      position += 1;
    }
    position += gap;
  }
  const vector = Array.from(positions, ([token, places]) => `'${prefix}${token}':${places.join(',')}`);
  for (const facet of facets) vector.push(`'${prefix}${facetTerm(facet)}'`);
  return vector.join(' ');
};

export interface TermQuery {
  phrases: readonly Phrase[];
  facets: readonly Facet[];
}

export const countTerms = ({ phrases, facets }: TermQuery): number =>
  phrases.reduce((sum, { tokens }) => sum + tokens.length, facets.length);

/** All conditions in one of these buckets, for SQLite. Only our own terms are part of it. */
export const toMatch = (buckets: readonly number[], { phrases, facets }: TermQuery): string =>
  buckets
    .map((bucket) => {
      const prefix = prefixOf(bucket);
      const conditions = [
        ...facets.map((facet) => `"${prefix}${facetTerm(facet)}"`),
        ...phrases.map(
          ({ tokens, isPrefix }) =>
            `"${tokens.map((token) => prefix + token).join(' ')}"${isPrefix ? ' *' : ''}`,
        ),
      ];
      return `(${conditions.join(' AND ')})`;
    })
    .join(' OR ');

/** All conditions in a bucket, for PostgreSQL. */
export const toTsquery = (bucket: number, { phrases, facets }: TermQuery): string => {
  const prefix = prefixOf(bucket);
  const conditions = [
    ...facets.map((facet) => `'${prefix}${facetTerm(facet)}'`),
    ...phrases.map(({ tokens, isPrefix }) =>
      tokens
        .map((token, at) => `'${prefix}${token}'${isPrefix && at === tokens.length - 1 ? ':*' : ''}`)
        .join(' <-> '),
    ),
  ];
  return conditions.join(' & ');
};
