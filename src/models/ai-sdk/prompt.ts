import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { ModelMessage, ModelPart, ToolCall } from '../port.ts';
import { wellFormed } from '../well-formed.ts';

/** Data that a tool call returns to the provider that made it: signed reasoning and signatures. */
export interface ProviderData {
  provider: string;
  /** The reasoning before the call. Only the first call of a message has it. */
  reasoning?: { text: string; metadata?: SharedV4ProviderOptions }[];
  metadata?: SharedV4ProviderOptions;
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

/** Data of another provider is meaningless here and would be rejected. */
const dataOf = ({ providerData }: ToolCall, provider: string): ProviderData | undefined => {
  const data = providerData as ProviderData | undefined;
  return data?.provider === provider ? data : undefined;
};

/** These protocols need the arguments as an object, but the model may have written something else. */
const inputOf = (argumentsText: string): unknown => {
  try {
    const value: unknown = JSON.parse(argumentsText);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
};

const userPart = (part: ModelPart): UserContent[number] =>
  part.type === 'text'
    ? { type: 'text', text: wellFormed(part.text) }
    : {
        type: 'file',
        filename: wellFormed(part.name),
        mediaType: part.mediaType,
        data: { type: 'data', data: part.bytes },
      };

const assistantContent = (
  text: string,
  toolCalls: readonly ToolCall[],
  provider: string,
): AssistantContent => {
  const content: AssistantContent = [];
  for (const call of toolCalls) {
    for (const thought of dataOf(call, provider)?.reasoning ?? []) {
      content.push({ type: 'reasoning', text: thought.text, providerOptions: thought.metadata });
    }
  }
  if (text !== '') content.push({ type: 'text', text: wellFormed(text) });
  for (const call of toolCalls) {
    content.push({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.name,
      input: inputOf(call.argumentsText),
      providerOptions: dataOf(call, provider)?.metadata,
    });
  }
  return content;
};

const message = (
  from: Exclude<ModelMessage, { role: 'system' }>,
  provider: string,
): LanguageModelV4Message => {
  if (from.role === 'user') return { role: 'user', content: from.parts.map(userPart) };
  if (from.role === 'assistant') {
    return { role: 'assistant', content: assistantContent(from.text, from.toolCalls ?? [], provider) };
  }
  const type = from.isError ? 'error-text' : 'text';
  const output = { type, value: wellFormed(from.text) } as const;
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: from.toolCallId, toolName: from.toolName, output }],
  };
};

/** Messages in the format of the provider packages. Their protocols have one system text at the start. */
export const toPrompt = (messages: readonly ModelMessage[], provider: string): LanguageModelV4Prompt => {
  const system = messages.filter((one) => one.role === 'system').map(({ text }) => wellFormed(text));
  const turns = messages.filter((one) => one.role !== 'system').map((one) => message(one, provider));
  const spoken = turns.filter((turn) => turn.content.length > 0);
  return system.length === 0 ? spoken : [{ role: 'system', content: system.join('\n\n') }, ...spoken];
};
