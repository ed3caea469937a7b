import { toSeconds } from '../../../lib/clock.ts';
import type { AppError } from '../../../lib/errors.ts';
import type { RoundRequest } from '../../../rounds/index.ts';
import type { Reply } from '../../../runtime/index.ts';
import type { Usage } from '../../../usage/index.ts';
import { isCutReply, isWebUrl, textOfReply, toolCallsOf } from '../present-parts.ts';

/** What a response repeats of its call. */
export interface ResponseAbout {
  messageId: string;
  agentId: string;
  conversationId: string;
  createdAtMs: number;
  request: Omit<RoundRequest, 'history'>;
}

const prefix = 'resp_';
export const responseIdOf = (messageId: string): string => `${prefix}${messageId}`;
export const messageIdOf = (responseId: string): string =>
  responseId.startsWith(prefix) ? responseId.slice(prefix.length) : '';

export const annotationsOf = ({ citations }: Reply): object[] =>
  citations.flatMap(({ sourceUrl, documentId, documentName, spans }) =>
    spans.map(({ start, end }) =>
      isWebUrl(sourceUrl)
        ? { type: 'url_citation', start_index: start, end_index: end, title: documentName, url: sourceUrl }
        : { type: 'file_citation', file_id: documentId, filename: documentName, index: end },
    ),
  );

export const textPart = (text: string, annotations: object[]): object => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});

export const messageItem = (messageId: string, content: object[], status = 'completed'): object => ({
  id: `msg_${messageId}`,
  type: 'message',
  status,
  role: 'assistant',
  content,
});

export const callItems = (reply: Reply): { id: string; name: string; arguments: string; call_id: string }[] =>
  toolCallsOf(reply).map(({ id, function: called }, index) => ({
    id: `fc_${reply.messageId}_${index}`,
    type: 'function_call',
    status: 'completed',
    call_id: id,
    name: called.name,
    arguments: called.arguments,
  }));

/** A reply that only calls tools has no message. */
export const hasMessage = (reply: Reply): boolean =>
  textOfReply(reply) !== '' || toolCallsOf(reply).length === 0;

const outputOf = (reply: Reply): object[] => [
  ...(hasMessage(reply)
    ? [messageItem(reply.messageId, [textPart(textOfReply(reply), annotationsOf(reply))])]
    : []),
  ...callItems(reply),
];

const presentUsage = ({ tokens }: Usage) => ({
  input_tokens: tokens.promptTokens,
  input_tokens_details: { cached_tokens: tokens.promptCachedTokens ?? 0 },
  output_tokens: tokens.completionTokens,
  output_tokens_details: { reasoning_tokens: tokens.reasoningTokens },
  total_tokens: tokens.promptTokens + tokens.completionTokens,
});

type Outcome = { reply: Reply } | { error: Pick<AppError, 'message'> & { name: string } } | 'running';

const endOf = (outcome: Outcome): object => {
  if (outcome === 'running')
    return { status: 'in_progress', error: null, incomplete_details: null, output: [], usage: null };
  if ('error' in outcome)
    return {
      status: 'failed',
      error: { code: outcome.error.name, message: outcome.error.message },
      incomplete_details: null,
      output: [],
      usage: null,
    };
  const { reply } = outcome;
  const isCut = isCutReply(reply);
  return {
    status: isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: outputOf(reply),
    usage: presentUsage(reply.usage),
  };
};

/** A response object, running or ended. */
export const presentResponse = (about: ResponseAbout, outcome: Outcome): object => {
  const { instructions, tools = [], toolChoice = 'auto', maxOutputTokens, call = {} } = about.request;
  return {
    id: responseIdOf(about.messageId),
    object: 'response',
    created_at: toSeconds(about.createdAtMs),
    ...endOf(outcome),
    background: false,
    instructions: instructions ?? null,
    max_output_tokens: maxOutputTokens ?? null,
    model: about.agentId,
    conversation: { id: about.conversationId },
    previous_response_id: call.previousResponseId ?? null,
    parallel_tool_calls: true,
    reasoning: { effort: null, summary: null },
    store: call.isUnlisted !== true,
    temperature: null,
    top_p: null,
    text: { format: { type: 'text' } },
    tool_choice: typeof toolChoice === 'string' ? toolChoice : { type: 'function', name: toolChoice.name },
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      parameters,
      strict: false,
    })),
    truncation: 'disabled',
    metadata: call.metadata ?? {},
  };
};
