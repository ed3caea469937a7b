import { joinOutputs, type Reply } from '../../runtime/index.ts';
import type { Usage } from '../../usage/index.ts';
import type { ChatUsage, ToolCallOut, UrlCitation } from './chat/chat-schema.ts';
import { callIdOf } from './continue-calls.ts';

export const chatUsage = ({ tokens }: Usage): ChatUsage => ({
  prompt_tokens: tokens.promptTokens,
  completion_tokens: tokens.completionTokens,
  total_tokens: tokens.promptTokens + tokens.completionTokens,
  prompt_tokens_details: {
    cached_tokens: tokens.promptCachedTokens ?? 0,
    audio_tokens: tokens.promptAudioTokens,
  },
  completion_tokens_details: {
    reasoning_tokens: tokens.reasoningTokens,
    audio_tokens: tokens.completionAudioTokens,
  },
});

export const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url);

/** Chat completions have citations of web addresses only: libraries reject other kinds. */
export const urlCitations = ({ citations }: Reply): UrlCitation[] =>
  citations
    .filter(({ sourceUrl }) => isWebUrl(sourceUrl))
    .flatMap(({ sourceUrl, documentName, spans }) =>
      spans.map(({ start, end }) => ({
        type: 'url_citation' as const,
        url_citation: { start_index: start, end_index: end, title: documentName, url: sourceUrl },
      })),
    );

/** The calls of the caller's tools with which the reply ended. */
export const toolCallsOf = ({ outputs, messageId }: Reply): ToolCallOut[] =>
  (outputs.at(-1)?.pending?.calls ?? []).map(({ name, argumentsText }, index) => ({
    id: callIdOf(messageId, index),
    type: 'function',
    function: { name, arguments: argumentsText === '' ? '{}' : argumentsText },
  }));

export const textOfReply = ({ outputs }: Reply): string => joinOutputs(outputs);

export const isCutReply = ({ outputs }: Reply): boolean => outputs.at(-1)?.isCut === true;
