/** What happened after one message of a case. */
export interface ObservedTurn {
  question: string;
  answer: string;
  citations: { documentId: string; documentName: string }[];
  /** The passages of each search, best first. */
  searches: { documentId: string; documentName: string }[][];
  toolCalls: { name: string; argumentsText: string }[];
  isHandedOver: boolean;
}

/**
 * The result of an expectation. `error`: it could not be decided.
 *
 * | Code | Meaning, detail |
 * |---|---|
 * | met | detail: the part of the answer, the document, the score or the reasons of the judge |
 * | not-met | the same, or empty |
 * | no-answer | there was no answer to this message, because the conversation was handed over before |
 * | no-such-document | the agent has no document with this ID or name |
 * | not-json | the answer has no JSON |
 * | too-expensive | the pattern or schema took too long |
 * | language | the embedding model does not know the language of the texts |
 * | embedding-failed, judge-failed | the call failed. Detail: the reason |
 * | judge-unreadable | the judge did not answer as asked. Detail: its answer |
 * | judge-extractive | the embedded model quotes texts and cannot judge |
 */
export interface Outcome {
  status: 'passed' | 'failed' | 'error';
  code:
    | 'met'
    | 'not-met'
    | 'no-answer'
    | 'no-such-document'
    | 'not-json'
    | 'too-expensive'
    | 'language'
    | 'embedding-failed'
    | 'judge-failed'
    | 'judge-unreadable'
    | 'judge-extractive';
  detail: string;
  /** Similarity, from 0 to 1. */
  score?: number;
}

export const outcomeCodes = [
  'met',
  'not-met',
  'no-answer',
  'no-such-document',
  'not-json',
  'too-expensive',
  'language',
  'embedding-failed',
  'judge-failed',
  'judge-unreadable',
  'judge-extractive',
] as const satisfies Outcome['code'][];

const longestDetail = 2000;

export const cutDetail = (text: string): string =>
  text.length <= longestDetail ? text : `${text.slice(0, longestDetail).toWellFormed()}…`;

export const decided = (isMet: boolean, detail = ''): Outcome => ({
  status: isMet ? 'passed' : 'failed',
  code: isMet ? 'met' : 'not-met',
  detail: cutDetail(detail),
});

export const undecided = (code: Outcome['code'], detail = ''): Outcome => ({
  status: 'error',
  code,
  detail: cutDetail(detail),
});
