import type { ModelMessage, ModelPart, TokenUsage, ToolCall, ToolOffer } from './port.ts';

export type CountTokens = (text: string) => number;

/** Tokens that chat formats add around each message (role, separators) and before the reply. */
const tokensPerMessage = 4;
const tokensBeforeReply = 3;

/**
 * Files have no token count before a provider reads them. These are averages of what the large
 * providers charge: a photo of about a megapixel; 10 tokens for each second of 128 kbit/s audio; a document
 * page of about 600 tokens in 50 kB.
 */
const tokensPerImage = 1000;
const audioBytesPerToken = 1600;
const documentBytesPerToken = 80;

const countPart = (part: ModelPart, countTokens: CountTokens): number => {
  if (part.type === 'text') return countTokens(part.text);
  if (part.type === 'image') return tokensPerImage;
  if (part.type === 'audio') return Math.ceil(part.bytes.length / audioBytesPerToken);
  return Math.ceil(part.bytes.length / documentBytesPerToken);
};

const countAudio = (messages: readonly ModelMessage[]): number => {
  let tokens = 0;
  for (const message of messages) {
    if (message.role !== 'user') continue;
    for (const part of message.parts) {
      if (part.type === 'audio') tokens += Math.ceil(part.bytes.length / audioBytesPerToken);
    }
  }
  return tokens;
};

const countToolCalls = (calls: readonly ToolCall[] | undefined, countTokens: CountTokens): number =>
  calls?.reduce((sum, call) => sum + countTokens(call.name) + countTokens(call.argumentsText), 0) ?? 0;

const countMessage = (message: ModelMessage, countTokens: CountTokens): number => {
  if (message.role === 'user') {
    return message.parts.reduce((sum, part) => sum + countPart(part, countTokens), tokensPerMessage);
  }
  const ownTokens = tokensPerMessage + countTokens(message.text);
  return message.role === 'assistant'
    ? ownTokens + countToolCalls(message.toolCalls, countTokens)
    : ownTokens;
};

/** Counts a prompt: to reserve credits, and if a provider reports no figures. */
export const estimatePromptTokens = (
  messages: readonly ModelMessage[],
  tools: readonly ToolOffer[],
  countTokens: CountTokens,
): number =>
  messages.reduce((sum, message) => sum + countMessage(message, countTokens), tokensBeforeReply) +
  tools.reduce((sum, tool) => sum + countTokens(JSON.stringify(tool)), 0);

/** The output of a model so far. */
export interface Produced {
  text: string;
  reasoning: string;
  toolCalls: readonly ToolCall[];
}

/** Usage counted by the service: for providers without figures, and for runs that were stopped or interrupted. */
export const estimateUsage = (
  request: { messages: readonly ModelMessage[]; tools: readonly ToolOffer[] },
  produced: Produced,
  countTokens: CountTokens,
): TokenUsage => {
  const reasoningTokens = produced.reasoning === '' ? 0 : countTokens(produced.reasoning);
  const spokenTokens = countTokens(produced.text) + countToolCalls(produced.toolCalls, countTokens);
  return {
    promptTokens: estimatePromptTokens(request.messages, request.tools, countTokens),
    promptAudioTokens: countAudio(request.messages),
    completionTokens: spokenTokens + reasoningTokens,
    reasoningTokens,
    completionAudioTokens: 0,
    estimated: true,
  };
};
