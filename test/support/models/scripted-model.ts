import type {
  Model,
  ModelFailure,
  ModelRequest,
  Models,
  TokenUsage,
  ToolCall,
} from '../../../src/models/index.ts';
import { ModelError } from '../../../src/models/index.ts';

/** Next action of a scripted model. */
export type Action =
  | { say: string }
  | { call: ToolCall }
  /** Waits for the promise, like a slow model. */
  | { wait: Promise<unknown> }
  | { fail: ModelFailure };

type Script = (request: ModelRequest, callNumber: number) => Action[];

export const usageOf = (promptTokens: number, completionTokens: number): TokenUsage => ({
  promptTokens,
  promptAudioTokens: 0,
  completionTokens,
  reasoningTokens: 0,
  completionAudioTokens: 0,
  estimated: false,
});

/** The last text of the user in a request. */
export const textOf = (request: ModelRequest): string =>
  request.messages
    .flatMap((message) => (message.role === 'user' ? message.parts : []))
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .at(-1) ?? '';

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** A model that follows a script and records every request. */
export const createScriptedModel = (
  script: Script = (request) => [{ say: `You said: ` }, { say: textOf(request) }],
  options: { usage?: TokenUsage; takes?: Partial<Model['takes']> } = {},
) => {
  const requests: ModelRequest[] = [];
  const model: Model = {
    name: 'scripted',
    takes: { image: false, audio: false, document: false, ...options.takes },
    answer: async (request, tell) => {
      requests.push(request);
      const calls: ToolCall[] = [];
      for (const action of script(request, requests.length)) {
        request.signal.throwIfAborted();
        if ('say' in action) tell({ type: 'text-delta', text: action.say });
        else if ('call' in action) {
          calls.push(action.call);
          tell({ type: 'tool-call', call: action.call });
        } else if ('wait' in action) await Promise.race([action.wait, rejectOnAbort(request.signal)]);
        else throw new ModelError(action.fail, `scripted: ${action.fail}`);
      }
      tell({
        type: 'finish',
        reason: calls.length > 0 ? 'tool-calls' : 'stop',
        usage: options.usage ?? usageOf(10, 5),
      });
    },
  };
  const models: Models = { resolve: () => model };
  return { model, models, requests, lastText: () => textOf(requests.at(-1)!) };
};

export type ScriptedModel = ReturnType<typeof createScriptedModel>;
