import type { SafeFetch, SafeResponse } from '../../lib/safe-fetch/index.ts';
import type { CountTokens } from '../estimate-tokens.ts';
import type { OpenaiModelConfig } from '../model-config.ts';
import { type Model, ModelError, type ModelEvent, type ModelRequest, type ModelTimeouts } from '../port.ts';
import { refusalOf, toModelError } from '../provider-failure.ts';
import { releaseConnection } from '../release-connection.ts';
import { settleUsage } from '../settle-usage.ts';
import { modelCallLimits } from '../timeouts.ts';
import { type ChatReply, createChatReply } from './chat-reply.ts';
import { chatRequest } from './chat-request.ts';
import { endpointUrl } from './endpoint-url.ts';
import { createEventStream, type EventStream } from './event-stream.ts';

interface OpenaiDependencies {
  fetch: SafeFetch;
  countTokens: CountTokens;
  timeouts: ModelTimeouts;
}

const noProgress = (): void => {};

/** What stands at the end of a stream that the server did not end itself. */
const checkEnd = (events: EventStream, reply: ChatReply): void => {
  try {
    events.end();
  } catch (error) {
    // Half a line at the end of the connection is a cut, not another protocol.
    const isHalfLine = error instanceof ModelError && error.failure === 'garbage';
    throw isHalfLine ? new ModelError('cut', 'The stream ended inside a line', { cause: error }) : error;
  }
  if (reply.isWhole) return;
  if (events.sawBytes && !events.sawEvent) throw new ModelError('garbage', 'The answer is no event stream');
  throw new ModelError('cut', events.sawEvent ? 'The stream ended without its end' : 'The answer was empty');
};

async function* readStream(response: SafeResponse, reply: ChatReply): AsyncGenerator<ModelEvent> {
  const events = createEventStream(reply.take);
  const chunks = response.body[Symbol.asyncIterator]();
  try {
    while (!reply.sawDone) {
      const { done, value } = await chunks.next();
      if (done) {
        checkEnd(events, reply);
        break;
      }
      let failure: unknown;
      try {
        events.feed(value);
      } catch (error) {
        failure = error;
      }
      // What came before a broken line was said, and is passed on before the failure.
      for (const event of reply.drain()) yield event;
      if (failure !== undefined) throw failure;
    }
    for (const event of reply.drain()) yield event;
  } finally {
    releaseConnection(chunks, reply.sawDone);
  }
}

/** A server that does not stream answers with the whole completion at once. */
async function* readWhole(response: SafeResponse, reply: ChatReply): AsyncGenerator<ModelEvent> {
  reply.take(await response.text());
  if (!reply.isWhole) throw new ModelError('garbage', 'The answer is no chat completion');
  yield* reply.drain();
}

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
    try {
      const response = await send(request);
      const reply = createChatReply(request.onProgress ?? noProgress);
      const contentType = response.headers['content-type'] ?? '';
      if (/\btext\/html\b/.test(contentType)) {
        await response.discard();
        throw new ModelError('garbage', 'The server answered with a web page');
      }
      yield* contentType.includes('application/json')
        ? readWhole(response, reply)
        : readStream(response, reply);
      const { toolCalls, reason } = reply.finish();
      for (const call of toolCalls) yield { type: 'tool-call', call };
      const produced = { text: reply.text, reasoning: reply.reasoning, toolCalls };
      const usage = settleUsage(reply.usage, request, produced, dependencies.countTokens);
      yield { type: 'finish', reason, usage };
    } catch (error) {
      throw toModelError(error, request.signal);
    }
  }

  return {
    name: config.name,
    // Unknown servers are taken to read text only; the configuration says otherwise.
    takes: { image: false, audio: false, document: false, ...config.takes },
    stream,
  };
};
