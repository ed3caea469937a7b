/**
 * The interface to a language model. Providers translate it to their protocol. The
 * tool loop, memory, retrieval and credits are above this port and independent of providers.
 */

export type MediaKind = 'image' | 'audio' | 'document';

export type ModelPart =
  | {
      type: 'text';
      text: string;
      /** Set on text that the service read from a file or wrote about one: the file's name. Not text of the user. */
      fromFile?: string;
    }
  | { type: MediaKind; mediaType: string; name: string; bytes: Uint8Array };

export interface ToolCall {
  id: string;
  name: string;
  /** Exactly what the model wrote. The tool loop parses it. */
  argumentsText: string;
  /**
   * Data that the provider needs back unchanged when the call is sent to it again (a signature, a
   * reasoning block). JSON that only the provider understands.
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

/** `required`: the model must call a tool. With a name it must call this one. */
export type ToolChoice = 'required' | { name: string };

export type ReasoningEffort = 'none' | 'low' | 'medium' | 'high';

/** A passage for the reply. Other providers read it in the prompt, the embedded model reads it here. */
export interface GroundingPassage {
  source: 'knowledge' | 'memory' | 'table' | 'file';
  title: string;
  text: string;
  score: number;
  /** A file of an earlier message. */
  isEarlier?: true;
  /** If the text is a prepared answer: the questions that it answers, one per line. */
  questions?: string;
}

export interface Grounding {
  passages: GroundingPassage[];
  userAttributes: Record<string, string>;
  /** Whether a person can take over in this channel and response mode. */
  canHandOff: boolean;
}

export interface ModelRequest {
  messages: ModelMessage[];
  tools: ToolOffer[];
  /** Absent: the model decides. */
  toolChoice?: ToolChoice;
  temperature?: number;
  maxOutputTokens?: number;
  reasoning?: ReasoningEffort;
  grounding?: Grounding;
  signal: AbortSignal;
  /**
   * Called for activity without an event (fragments of tool call arguments), so that
   * a long tool call does not count as silence.
   */
  onProgress?: () => void;
  /** Called when any part of a response has arrived, even an empty one: the server is working. */
  onReceived?: () => void;
}

export interface TokenUsage {
  promptTokens: number;
  /** Audio part of promptTokens. */
  promptAudioTokens: number;
  /** Part of promptTokens that the provider read from its cache, if reported. */
  promptCachedTokens?: number;
  completionTokens: number;
  /** Parts of completionTokens. */
  reasoningTokens: number;
  completionAudioTokens: number;
  /** True if the provider sent no plausible figures and the service counted itself. */
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
      /** The model that replied, if it is not the requested one (a fallback). */
      answeredBy?: string;
    };

export type OnModelEvent = (event: ModelEvent) => void;

/** Credits per million tokens, as decimal text. */
export interface ModelPrice {
  inputPerMillion: string;
  outputPerMillion: string;
}

export interface Model {
  /** As configured. Used in traces, prices and the ledger. */
  readonly name: string;
  /** Absent: the prices of the agent apply. */
  readonly price?: ModelPrice | undefined;
  /** The price if the fallback replies (`answeredBy`). */
  readonly fallbackPrice?: ModelPrice | undefined;
  /** Size of the context window. Absent: unknown. */
  readonly contextTokens?: number | undefined;
  readonly takes: Readonly<Record<MediaKind, boolean>>;
  /** Quotes `request.grounding` instead of generating text, like the embedded model. */
  readonly isExtractive?: boolean;
  /**
   * Passes deltas to `onEvent` as they arrive, then exactly one `finish`. Rejects with ModelError, or with the signal's
   * reason after an abort. An error thrown by `onEvent` ends the call. A callback instead of an async iterator, because
   * with a thousand streams every generator costs time for each token.
   */
  answer(request: ModelRequest, onEvent: OnModelEvent): Promise<void>;
}

export type ModelFailure =
  | 'unreachable' // no connection, or it broke before an answer
  | 'timeout'
  | 'rate-limited'
  | 'rejected' // the server refused the request (4xx)
  | 'server-error' // 5xx
  | 'garbage' // an answer that violates the protocol
  | 'missing' // the model is not configured any more, so no server was called
  | 'cut'; // the stream ended before it was complete

/** Why a model call failed. The message is for traces and logs, never for the end user. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;
  /** Delay that the server requested. */
  readonly retryAfterMs: number | undefined;
  /** For operators of a workspace: without the text of a server that only the installation may call. */
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

/** Settings of an agent for its model calls. */
export interface CallSettings {
  /** null: the service's default. A model's own value has priority. */
  firstTokenTimeoutMs: number | null;
  /** Retry once if the model was silent until its first-token timeout. */
  retriesSilence: boolean;
}
