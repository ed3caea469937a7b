import type { SafeFetch, SafeResponse } from '../../lib/safe-fetch/index.ts';
import type { CountTokens } from '../estimate-tokens.ts';
import type { OpenaiModelConfig } from '../model-config.ts';
import { type Model, ModelError, type ModelEvent, type ModelRequest, type ModelTimeouts } from '../port.ts';
import { refusalOf, toModelError } from '../provider-failure.ts';
import { settleUsage } from '../settle-usage.ts';
import { modelCallLimits } from '../timeouts.ts';
import { type ChatReply, createChatReply } from './chat-reply.ts';
import { chatRequest } from './chat-request.ts';
import { endpointUrl, isOpenaiItself } from './endpoint-url.ts';
import { createStreamReader, createWholeReader, type ReplyReader } from './reply-reader.ts';

interface OpenaiDependencies {
  fetch: SafeFetch;
  countTokens: CountTokens;
  timeouts: ModelTimeouts;
}

const noProgress = (): void => {};

const openReader = async (response: SafeResponse, reply: ChatReply): Promise<ReplyReader> => {
  const contentType = response.headers['content-type'] ?? '';
  if (contentType.includes('text/html')) {
    await response.discard();
    throw new ModelError('garbage', 'The server answered with a web page');
  }
  return contentType.includes('application/json')
    ? createWholeReader(response, reply)
    : createStreamReader(response, reply);
};

/** A server of the OpenAI chat-completions wire: OpenAI itself, vLLM, Ollama, llama.cpp, most gateways. */
export const createOpenaiModel = (config: OpenaiModelConfig, dependencies: OpenaiDependencies): Model => {
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
      method: 'POST',
      headers,
      body: chatRequest(config, request),
      signal: request.signal,
    });
    if (response.status < 200 || response.status > 299) throw await refusalOf(response, config.apiKey);
    return response;
  };

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    request.signal.throwIfAborted();
    const reply = createChatReply(request.onProgress ?? noProgress);
    let reader: ReplyReader | undefined;
    try {
      reader = await openReader(await send(request), reply);
      for (let batch = await reader.next(); batch !== undefined; batch = await reader.next()) {
        for (const event of batch) yield event;
      }
      const { toolCalls, reason } = reply.finish();
      for (const call of toolCalls) yield { type: 'tool-call', call };
      const produced = { text: reply.text, reasoning: reply.reasoning, toolCalls };
      yield {
        type: 'finish',
        reason,
        usage: settleUsage(reply.usage, request, produced, dependencies.countTokens),
      };
    } catch (error) {
      throw toModelError(error, request.signal);
    } finally {
      reader?.close();
    }
  }

  return {
    name: config.name,
    // Unknown servers are taken to read text only; the configuration says otherwise.
    takes: { image: isOpenaiItself(config.baseUrl), audio: false, document: false, ...config.takes },
    stream,
  };
};
