/**
 * The one shape in which the service speaks to a language model. Providers translate it to their wire;
 * the tool loop, memory, retrieval and credits live above this port and know no provider.
 */

export type MediaKind = 'image' | 'audio' | 'document';

export type ModelPart =
  | {
      type: 'text';
      text: string;
      /** Set on text the service read from a file (or says about one): the file's name. Not the user's words. */
      fromFile?: string;
    }
  | { type: MediaKind; mediaType: string; name: string; bytes: Uint8Array };

export interface ToolCall {
  id: string;
  name: string;
  /** Exactly what the model wrote; parsing it is the tool loop's business. */
  argumentsText: string;
  /**
   * What the provider wants back untouched when the call is shown to it again (a thought signature, a
   * reasoning block). JSON; opaque to everyone but the provider that wrote it.
   */
  providerData?: unknown;
}

export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; parts: ModelPart[] }
  | { role: 'assistant'; text: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; text: string; isError?: boolean };

export interface ToolOffer {
  name: string;
  description: string;
  /** JSON Schema of the arguments object. */
  parameters: Record<string, unknown>;
}

export type ReasoningEffort = 'none' | 'low' | 'medium' | 'high';

/** A passage the answer may rest on. Wire providers read it in the prompt; the embedded model reads it here. */
export interface GroundingPassage {
  source: 'knowledge' | 'memory' | 'table' | 'file';
  title: string;
  text: string;
  score: number;
  /** A file that came with an earlier message. */
  isEarlier?: true;
}

export interface Grounding {
  passages: GroundingPassage[];
  userAttributes: Record<string, string>;
  /** Whether a human can take over in this channel and mode. */
  canHandOff: boolean;
}

export interface ModelRequest {
  messages: ModelMessage[];
  tools: ToolOffer[];
  temperature?: number;
  maxOutputTokens?: number;
  reasoning?: ReasoningEffort;
  grounding?: Grounding;
  signal: AbortSignal;
  /**
   * Called for signs of life that make no event of their own (fragments of a tool call's arguments), so that
   * a long tool call is not taken for silence.
   */
  onProgress?: () => void;
  /** Called when anything of an answer has come, even if it says nothing yet: the server is at work. */
  onReceived?: () => void;
}

export interface TokenUsage {
  promptTokens: number;
  /** Part of promptTokens that is audio. */
  promptAudioTokens: number;
  /** Part of promptTokens that the provider read from its cache, where it says so. */
  promptCachedTokens?: number;
  completionTokens: number;
  /** Parts of completionTokens. */
  reasoningTokens: number;
  completionAudioTokens: number;
  /** True when the provider sent no (or impossible) figures and we counted ourselves. */
  estimated: boolean;
}

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other';

export type ModelEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'tool-call'; call: ToolCall }
  | {
      type: 'finish';
      reason: FinishReason;
      usage: TokenUsage;
      /** The model that answered, where it is another than the one asked (a fallback). */
      answeredBy?: string;
    };

export type TellEvent = (event: ModelEvent) => void;

export interface Model {
  /** As configured, for traces, prices and the ledger. */
  readonly name: string;
  readonly takes: Readonly<Record<MediaKind, boolean>>;
  /** Quotes `request.grounding` instead of writing by itself, as the embedded model does. */
  readonly isExtractive?: boolean;
  /**
   * Tells deltas as they come, then exactly one `finish`. Rejects with ModelError, or with the signal's reason
   * after an abort. What `tell` throws ends the call. A function that is called and no stream that is read:
   * each token of each of a thousand streams would pay for every generator on its way.
   */
  answer(request: ModelRequest, tell: TellEvent): Promise<void>;
}

export type ModelFailure =
  | 'unreachable' // no connection, or it broke before an answer
  | 'timeout'
  | 'rate-limited'
  | 'rejected' // the server refused the request (4xx)
  | 'server-error' // 5xx
  | 'garbage' // an answer that is not the protocol
  | 'cut'; // the stream ended without its end

/** Why a model call failed. The message is for the trace and the log, never for the end user. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;
  /** What the server asked us to wait, where it said so. */
  readonly retryAfterMs: number | undefined;
  /** For people of a workspace: without the text of a server that only the installation may call. */
  readonly publicMessage: string;

  constructor(
    failure: ModelFailure,
    message: string,
    options: { retryAfterMs?: number | undefined; publicMessage?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs;
    this.publicMessage = options.publicMessage ?? message;
  }
}

/** Limits of one model call, all in milliseconds. */
export interface ModelTimeouts {
  connectMs: number;
  firstTokenMs: number;
  betweenTokensMs: number;
}

/** What an agent sets about its model calls. */
export interface CallSettings {
  /** null: as the service has it. A model's own value comes first. */
  firstTokenTimeoutMs: number | null;
  /** Ask once more where a model was silent until its first-token time-out. */
  retriesSilence: boolean;
}
