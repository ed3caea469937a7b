import type { JSONSchema7, LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { CountTokens } from '../estimate-tokens.ts';
import type { MediaKind, Model, ModelRequest, OnModelEvent, ToolChoice } from '../port.ts';
import { settleUsage } from '../settle-usage.ts';
import { toProviderFailure } from './failure.ts';
import { toPrompt } from './prompt.ts';
import { createSdkReply } from './reply.ts';

interface SdkModelOptions {
  provider: string;
  name: string;
  takes: Readonly<Record<MediaKind, boolean>>;
  /** Loads the package at the first request, so that it does not slow down the start. */
  load: () => Promise<LanguageModelV4>;
  countTokens: CountTokens;
}

const noProgress = (): void => {};

const toolChoiceOf = (choice: ToolChoice): LanguageModelV4CallOptions['toolChoice'] =>
  choice === 'required' ? { type: 'required' } : { type: 'tool', toolName: choice.name };

const callOptions = (request: ModelRequest, provider: string): LanguageModelV4CallOptions => ({
  prompt: toPrompt(request.messages, provider),
  tools: request.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: parameters as JSONSchema7,
  })),
  toolChoice: request.toolChoice && toolChoiceOf(request.toolChoice),
  temperature: request.temperature,
  maxOutputTokens: request.maxOutputTokens,
  reasoning: request.reasoning,
  abortSignal: request.signal,
});

/** A model behind an AI SDK provider package, used at protocol level: without its tool loop and retries. */
export const createSdkModel = ({ provider, name, takes, load, countTokens }: SdkModelOptions): Model => {
  let loading: Promise<LanguageModelV4> | undefined;

  const answer = async (request: ModelRequest, onEvent: OnModelEvent): Promise<void> => {
    request.signal.throwIfAborted();
    const reply = createSdkReply(provider, request.onProgress ?? noProgress);
    try {
      loading ??= load();
      const model = await loading;
      const result = await model.doStream(callOptions(request, provider));
      // Leaving the loop early cancels the stream and closes the connection.
      for await (const part of result.stream) {
        // Called before the first part.
        if (part.type !== 'stream-start') request.onReceived?.();
        const event = reply.take(part);
        if (event !== undefined) onEvent(event);
      }
      const { reason, reported } = reply.finish();
      onEvent({ type: 'finish', reason, usage: await settleUsage(reported, request, reply, countTokens) });
    } catch (error) {
      throw toProviderFailure(error, request.signal);
    }
  };
  return { name, takes, answer };
};
