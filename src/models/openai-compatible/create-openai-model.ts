import type { SafeResponse } from '../../lib/safe-fetch/index.ts';
import type { AdapterDependencies } from '../adapter-dependencies.ts';
import type { RemoteModelConfig } from '../model-config.ts';
import type { Model, ModelRequest, OnModelEvent } from '../port.ts';
import { refusalOf, toModelError } from '../provider-failure.ts';
import { settleUsage } from '../settle-usage.ts';
import { modelCallLimits } from '../timeouts.ts';
import { createChatReply } from './chat-reply.ts';
import { chatRequest } from './chat-request.ts';
import { endpointUrl, isOpenaiItself } from './endpoint-url.ts';
import { readReply } from './read-reply.ts';

interface OpenaiDependencies extends AdapterDependencies {
  /** The installation's own server, which may have a private address. */
  trusted?: boolean;
}

const noProgress = (): void => {};

/** A server with the OpenAI chat completions API: OpenAI itself, vLLM, Ollama, llama.cpp, most gateways. */
export const createOpenaiModel = (
  config: RemoteModelConfig<'openai'>,
  dependencies: OpenaiDependencies,
): Model => {
  const url = endpointUrl(config.baseUrl);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` }),
    ...config.headers,
  };

  const send = async (request: ModelRequest): Promise<SafeResponse> => {
    const response = await dependencies.fetch(url, {
      ...modelCallLimits(dependencies.timeouts),
      trusted: dependencies.trusted ?? false,
      method: 'POST',
      headers,
      body: chatRequest(config, request),
      signal: request.signal,
    });
    if (response.status < 200 || response.status > 299)
      throw await refusalOf(response, config, dependencies.clock.nowMs());
    return response;
  };

  const answer = async (request: ModelRequest, onEvent: OnModelEvent): Promise<void> => {
    request.signal.throwIfAborted();
    const reply = createChatReply(request.onProgress ?? noProgress);
    try {
      const { onReceived = noProgress } = request;
      await readReply(await send(request), { reply, onEvent, onReceived });
      const { toolCalls, reason } = reply.finish();
      for (const call of toolCalls) onEvent({ type: 'tool-call', call });
      const produced = { text: reply.text, reasoning: reply.reasoning, toolCalls };
      onEvent({
        type: 'finish',
        reason,
        usage: await settleUsage(reply.usage, request, produced, dependencies.countTokens),
      });
    } catch (error) {
      throw toModelError(error, request.signal);
    }
  };

  return {
    name: config.name,
    // Unknown servers are assumed to read only text, unless the configuration says otherwise.
    takes: { image: isOpenaiItself(config.baseUrl), audio: false, document: false, ...config.takes },
    answer,
  };
};
