import { normalizeText } from '../../lib/language/normalize-text.ts';
import type { SearchedRound } from '../../rounds/index.ts';
import { roundLanguage } from './round-language.ts';
import { collectTokens, type Facet, type FacetName, type RoundTerms } from './terms.ts';
import { tokensOf } from './tokens.ts';

/** Of each text of a round. */
export const indexedCharacters = 20_000;

/** The texts of a round in which words are found, in the order in which a result shows them. */
export const textsOf = (round: SearchedRound): { source: MatchSource; text: string }[] =>
  [
    { source: 'question' as const, text: round.question },
    { source: 'question' as const, text: round.transcript },
    { source: 'answer' as const, text: round.answer },
    { source: 'person' as const, text: round.human },
    { source: 'file' as const, text: round.fileNames.join('\n').slice(0, indexedCharacters) },
    { source: 'user' as const, text: round.userId },
    { source: 'user' as const, text: round.emails.join('\n').slice(0, indexedCharacters) },
  ].filter(({ text }) => text !== '');

export type MatchSource = 'question' | 'answer' | 'person' | 'file' | 'user';

const facetsOf = (round: SearchedRound): Facet[] => {
  const { status, feedback, quality, channel, userId } = round;
  const language = roundLanguage(round.question || round.transcript, round.answer);
  const some = (name: FacetName, values: readonly string[]): Facet[] =>
    values.map((value) => ({ name, value }));
  return [
    { name: 'channel', value: channel },
    { name: 'user', value: userId },
    { name: 'feedback', value: feedback },
    { name: 'quality', value: quality },
    ...some('status', status === 'failed' ? [status] : []),
    ...some('handedOver', round.isHandedOver ? ['yes'] : []),
    ...some('missed', round.isMissed ? ['yes'] : []),
    ...some('language', language === undefined ? [] : [language]),
    ...some('tool', round.tools),
    ...some('document', round.documentIds),
    ...some('label', round.labelIds),
  ];
};

export const termsOfRound = (round: SearchedRound): RoundTerms => ({
  texts: collectTokens(textsOf(round).map(({ text }) => tokensOf(normalizeText(text, 'NFC')))),
  facets: facetsOf(round),
});
