import type { RemoteModelConfig } from '../model-config.ts';
import type { ModelMessage, ModelPart, ModelRequest, ToolCall, ToolChoice } from '../port.ts';
import { wellFormed } from '../well-formed.ts';
import { isOpenaiItself } from './endpoint-url.ts';

const dataUrl = (mediaType: string, bytes: Uint8Array): string =>
  `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;

/** The protocol names formats, not media types. Servers know these two and reject others themselves. */
const audioFormat = (mediaType: string): string => {
  if (/mpeg|mp3/.test(mediaType)) return 'mp3';
  if (/wav|wave/.test(mediaType)) return 'wav';
  return mediaType.replace(/^audio\/(?:x-)?/, '');
};

const wirePart = (part: ModelPart): object => {
  if (part.type === 'text') return { type: 'text', text: wellFormed(part.text) };
  if (part.type === 'image') {
    return { type: 'image_url', image_url: { url: dataUrl(part.mediaType, part.bytes) } };
  }
  if (part.type === 'audio') {
    const data = Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength).toString(
      'base64',
    );
    return { type: 'input_audio', input_audio: { data, format: audioFormat(part.mediaType) } };
  }
  return {
    type: 'file',
    file: { filename: wellFormed(part.name), file_data: dataUrl(part.mediaType, part.bytes) },
  };
};

/** A single text is sent as a plain string, because small servers support nothing else. */
const wireContent = (parts: readonly ModelPart[]): string | object[] => {
  const [only] = parts;
  if (parts.length === 1 && only?.type === 'text') return wellFormed(only.text);
  return parts.map(wirePart);
};

const wireToolCall = ({ id, name, argumentsText }: ToolCall): object => ({
  id,
  type: 'function',
  function: { name, arguments: argumentsText === '' ? '{}' : wellFormed(argumentsText) },
});

const wireMessage = (message: ModelMessage): object => {
  if (message.role === 'system') return { role: 'system', content: wellFormed(message.text) };
  if (message.role === 'user') return { role: 'user', content: wireContent(message.parts) };
  if (message.role === 'tool') {
    // The protocol has no flag for a failed call, so the text says it.
    const text = message.isError ? `Error: ${message.text}` : message.text;
    return { role: 'tool', tool_call_id: message.toolCallId, content: wellFormed(text) };
  }
  const calls = message.toolCalls ?? [];
  if (calls.length === 0) return { role: 'assistant', content: wellFormed(message.text) };
  const content = message.text === '' ? null : wellFormed(message.text);
  return { role: 'assistant', content, tool_calls: calls.map(wireToolCall) };
};

const wireToolChoice = (choice: ToolChoice): string | object =>
  choice === 'required' ? choice : { type: 'function', function: { name: choice.name } };

/** The body of a chat-completions call. */
export const chatRequest = (config: RemoteModelConfig<'openai'>, request: ModelRequest): string => {
  const maxTokensField =
    config.maxTokensField ?? (isOpenaiItself(config.baseUrl) ? 'max_completion_tokens' : 'max_tokens');
  return JSON.stringify({
    model: config.name,
    messages: request.messages.map(wireMessage),
    stream: true,
    stream_options: config.includeUsage === false ? undefined : { include_usage: true },
    tools:
      request.tools.length === 0
        ? undefined
        : request.tools.map((tool) => ({
            type: 'function',
            function: {
              name: tool.name,
              description: wellFormed(tool.description),
              parameters: tool.parameters,
            },
          })),
    tool_choice: request.toolChoice && wireToolChoice(request.toolChoice),
    temperature: request.temperature,
    [maxTokensField]: request.maxOutputTokens,
    reasoning_effort: request.reasoning,
  });
};
