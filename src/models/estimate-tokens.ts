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

/** Counting takes up to half a second per megabyte. Other work runs between portions of this length. */
const portionLength = 32_768;

/** The end of a portion: before a space if there is one near, because the rest of a word would count as another token. */
const endOfPortion = (text: string, start: number): number => {
  const limit = start + portionLength;
  if (limit >= text.length) return text.length;
  const space = text.lastIndexOf(' ', limit);
  if (space > start + portionLength / 2) return space;
  const isLowSurrogate = (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isLowSurrogate ? limit - 1 : limit;
};

/** Counts texts of any length without blocking other requests. */
export const countInPortions = async (texts: Iterable<string>, countTokens: CountTokens): Promise<number> => {
  let tokens = 0;
  let counted = 0;
  for (const text of texts) {
    for (let start = 0; start < text.length; ) {
      const end = endOfPortion(text, start);
      tokens += countTokens(start === 0 && end === text.length ? text : text.slice(start, end));
      counted += end - start;
      start = end;
      if (counted < portionLength) continue;
      counted = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return tokens;
};

/** Tokens of a file. */
const tokensOfFile = (part: Exclude<ModelPart, { type: 'text' }>): number => {
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

function* textsOfCalls(calls: readonly ToolCall[] | undefined): Generator<string> {
  for (const call of calls ?? []) {
    yield call.name;
    yield call.argumentsText;
  }
}

function* textsOfMessage(message: ModelMessage): Generator<string> {
  if (message.role === 'user') {
    for (const part of message.parts) if (part.type === 'text') yield part.text;
    return;
  }
  yield message.text;
  if (message.role === 'assistant') yield* textsOfCalls(message.toolCalls);
}

function* textsOfPrompt(messages: readonly ModelMessage[], tools: readonly ToolOffer[]): Generator<string> {
  for (const message of messages) yield* textsOfMessage(message);
  for (const tool of tools) yield JSON.stringify(tool);
}

const tokensOfFiles = (message: ModelMessage): number =>
  message.role === 'user'
    ? message.parts.reduce((sum, part) => sum + (part.type === 'text' ? 0 : tokensOfFile(part)), 0)
    : 0;

/** Counts a prompt: to reserve credits, and if a provider reports no figures. */
export const estimatePromptTokens = async (
  messages: readonly ModelMessage[],
  tools: readonly ToolOffer[],
  countTokens: CountTokens,
): Promise<number> =>
  messages.reduce((sum, message) => sum + tokensPerMessage + tokensOfFiles(message), tokensBeforeReply) +
  (await countInPortions(textsOfPrompt(messages, tools), countTokens));

/** The output of a model so far. */
export interface Produced {
  text: string;
  reasoning: string;
  toolCalls: readonly ToolCall[];
}

/** Usage counted by the service: for providers without figures, and for runs that were stopped or interrupted. */
export const estimateUsage = async (
  request: { messages: readonly ModelMessage[]; tools: readonly ToolOffer[] },
  produced: Produced,
  countTokens: CountTokens,
): Promise<TokenUsage> => {
  const reasoningTokens = await countInPortions([produced.reasoning], countTokens);
  const spoken = [produced.text, ...textsOfCalls(produced.toolCalls)];
  return {
    promptTokens: await estimatePromptTokens(request.messages, request.tools, countTokens),
    promptAudioTokens: countAudio(request.messages),
    completionTokens: (await countInPortions(spoken, countTokens)) + reasoningTokens,
    reasoningTokens,
    completionAudioTokens: 0,
    estimated: true,
  };
};
