import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ChosenModel } from '../models/index.ts';
import { ChannelSettings } from './channel-settings.ts';
import { KnowledgeFilter } from './knowledge-filter.ts';
import { OpeningHoursSettings } from './opening-hours-settings.ts';
import { defaultHandoffTexts, HandoffText, Translations } from './operator-texts.ts';

/**
 * Default semantic weight. At 0.5 every judged set is within 0.01 of its own best rate
 * (`npm run bench:quality`). Lower rates harm questions without shared words, higher ones harm exact names.
 */
const defaultEmbeddingRate = 0.5;

/**
 * Of pairs of questions with similar words and different answers none reaches it, in English and Chinese; of those with
 * the same answer about 40 % do (`npm run bench:corrections`). A wrong answer is worse than one by the model.
 */
const defaultCorrectionThreshold = 0.9;

/** Credits per million tokens as decimal text, because prices are multiplied exactly and not as floats. */
const Price = Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,9})?$', default: '0' });

const Nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()], { default: null });

const HttpAddress = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000 });

/** Content of the Authorization header of our calls. */
const Authorization = Type.Object({
  scheme: Type.Union([Type.Literal('Bearer'), Type.Literal('Basic')]),
  token: Type.String({ minLength: 1, maxLength: 4096 }),
});

const SigningSecrets = Type.Array(Type.String({ minLength: 16, maxLength: 200 }), {
  maxItems: 5,
  default: [],
  description: 'Standard Webhooks secrets; each one signs, so that a receiver can change to a new one',
});

const RecognitionScheme = Type.Union([Type.Literal('auto'), Type.Literal('system'), Type.Literal('model')], {
  default: 'auto',
  description: 'auto: the model reads the file if it can, otherwise the service converts it to text',
});

const ToolHeaders = Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4096 }), {
  maxProperties: 50,
  default: {},
});

export const HttpTool = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  description: Type.String({ maxLength: 2000 }),
  method: Type.Union([
    Type.Literal('GET'),
    Type.Literal('POST'),
    Type.Literal('PUT'),
    Type.Literal('PATCH'),
    Type.Literal('DELETE'),
  ]),
  url: Type.String({
    maxLength: 2000,
    description: 'May contain {name} for a parameter; other parameters are sent in the query or body',
  }),
  headers: ToolHeaders,
  parameters: Type.Record(Type.String(), Type.Unknown(), {
    default: {},
    description:
      'JSON Schema of the arguments. x-location of a property (query, header or body) says where an argument goes that the URL does not contain',
  }),
  timeoutMs: Type.Integer({ minimum: 100, maximum: 120_000, default: 10_000 }),
});

export const McpServer = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }),
  url: HttpAddress,
  headers: ToolHeaders,
  timeoutMs: Type.Integer({ minimum: 100, maximum: 120_000, default: 10_000 }),
});

export const AgentSettings = Type.Object({
  prompt: Type.String({ maxLength: 100_000, default: '' }),
  /** null: the default model of the workspace. */
  model: Nullable(ChosenModel),
  fallbackModel: Nullable(ChosenModel),
  temperature: Nullable(Type.Number({ minimum: 0, maximum: 2 })),
  maxOutputTokens: Type.Integer({ minimum: 1, maximum: 200_000, default: 1024 }),
  reasoning: Nullable(
    Type.Union([Type.Literal('none'), Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')]),
  ),
  questionTokenLimit: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 4096 }),
  memory: Type.Object(
    {
      shortTerm: Type.Boolean({ default: true }),
      longTerm: Type.Boolean({ default: true }),
      shortTermTokens: Type.Integer({ minimum: 0, maximum: 200_000, default: 3000 }),
      longTermScope: Type.Union([Type.Literal('conversation'), Type.Literal('user')], {
        default: 'conversation',
      }),
    },
    { default: {} },
  ),
  recognition: Type.Object(
    {
      image: RecognitionScheme,
      audio: RecognitionScheme,
      document: RecognitionScheme,
      maxImageMb: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
      maxAudioMb: Type.Integer({ minimum: 1, maximum: 100, default: 5 }),
      maxDocumentMb: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    },
    { default: {} },
  ),
  knowledge: Type.Object(
    {
      /** null: every knowledge base of the agent. */
      groupIds: Nullable(Type.Array(Type.String(), { maxItems: 1000 })),
      dataIds: Nullable(Type.Array(Type.String(), { maxItems: 1000 })),
      topK: Type.Integer({ minimum: 1, maximum: 50, default: 5 }),
      embeddingRate: Type.Number({ minimum: 0, maximum: 1, default: defaultEmbeddingRate }),
      minimumScore: Nullable(
        Type.Number({
          minimum: 0.1,
          maximum: 0.95,
          description:
            'Minimum score of chunks in prompts; null: nothing if the best chunk is not about the question, by limits that were measured for the embedded embedding models, and no minimum with an embedding server',
        }),
      ),
      rerankVersion: Nullable(Type.String()),
      rewriteQuery: Type.Boolean({
        default: true,
        description: 'Whether the previous question takes part in the search for a follow-up question',
      }),
      rewriteWithModel: Type.Boolean({
        default: true,
        description:
          'Whether the model of the agent writes the search query of a follow-up question, by a short call before the search; needs `rewriteQuery`. If the call fails or takes more than 4 seconds, the previous question is used. Not for the embedded model and for flows',
      }),
      filter: Nullable(KnowledgeFilter),
    },
    { default: {} },
  ),
  corrections: Type.Object(
    {
      mode: Type.Union([Type.Literal('answer'), Type.Literal('passage'), Type.Literal('off')], {
        default: 'answer',
        description:
          'What a question gets that is similar to a corrected one. answer: the corrected answer, without a call of the model; passage: the model gets the pair as its first passage; off: nothing. Flows: their retrieval components get the pair as first passage, unless it is off',
      }),
      threshold: Type.Number({
        minimum: 0.5,
        maximum: 1,
        default: defaultCorrectionThreshold,
        description: 'Minimum similarity of both questions',
      }),
    },
    { default: {} },
  ),
  tools: Type.Object(
    {
      http: Type.Array(HttpTool, { maxItems: 64, default: [] }),
      mcp: Type.Array(McpServer, { maxItems: 16, default: [] }),
      maxRounds: Type.Integer({ minimum: 0, maximum: 50, default: 5 }),
    },
    { default: {} },
  ),
  /** What the model may do with the agent's tables. */
  tables: Type.Object(
    {
      lookup: Type.Boolean({ default: true }),
      add: Type.Boolean({ default: false }),
      update: Type.Boolean({ default: false }),
      visitors: Type.Boolean({
        default: false,
        description:
          'false: the model uses tables only in API conversations, not on the share page, in iframes and widgets. Table components of a flow work in every channel',
      }),
      /** null: every table of the agent. */
      tableIds: Nullable(Type.Array(Type.String(), { maxItems: 1000 })),
    },
    { default: {} },
  ),
  webhook: Type.Object(
    {
      url: Nullable(HttpAddress),
      authorization: Nullable(Authorization),
      signingSecrets: SigningSecrets,
      events: Type.Union([Type.Literal('none'), Type.Literal('channels'), Type.Literal('all')], {
        default: 'channels',
        description: 'Conversations that send events besides replies: of chat pages only, all, or none',
      }),
      /** Set when the receiver answered 410; cleared when the address is saved or enabled again. */
      disabled: Type.Boolean({ default: false }),
    },
    { default: {} },
  ),
  humanService: Type.Object(
    {
      type: Type.Union([Type.Literal('webhook'), Type.Literal('inbox')], {
        default: 'webhook',
        description:
          'Where people answer. webhook: in a human service of yours, at `baseUrl`; inbox: in the console',
      }),
      baseUrl: Nullable(HttpAddress),
      chatPath: Type.String({ pattern: '^/[^\\s?#]*$', maxLength: 200, default: '/chat' }),
      authorization: Nullable(Authorization),
      signingSecrets: SigningSecrets,
      firstReplySeconds: Type.Integer({ minimum: 1, maximum: 86_400, default: 60 }),
      idleSeconds: Type.Integer({ minimum: 1, maximum: 604_800, default: 600 }),
      phrases: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200, default: [] }),
      supportEmail: Type.String({
        maxLength: 254,
        default: '',
        description:
          'Sent to the human service as the e-mail address of users whose own address is not known; empty: no address',
      }),
      /** Ends the reply in which the model requests a person. Empty for no text. */
      connectingText: HandoffText(defaultHandoffTexts.connectingText),
      /** The same if the user must enter an e-mail address first. */
      emailText: HandoffText(defaultHandoffTexts.emailText),
      /** Sent to the user, once per human session, when the human service does not answer. Empty for no text. */
      unreachableText: HandoffText(defaultHandoffTexts.unreachableText),
      inbox: Type.Object(
        {
          assignment: Type.Union([Type.Literal('manual'), Type.Literal('round_robin')], {
            default: 'manual',
            description:
              'manual: operators take sessions from the queue; round_robin: new sessions go in turn to operators who are available',
          }),
          maxOpenPerPerson: Type.Integer({
            minimum: 1,
            maximum: 1000,
            default: 5,
            description:
              'Operators with this many open sessions in the workspace get no further ones automatically; snoozed sessions do not count',
          }),
          survey: Type.Boolean({
            default: false,
            description:
              'Whether users are asked to rate a session from 1 to 5 after its end, if a person replied',
          }),
          /** null: always open. */
          hours: Nullable(OpeningHoursSettings),
        },
        { default: {} },
      ),
      /** As for the webhook: set by a 410, cleared when the address is saved or enabled again. */
      disabled: Type.Boolean({ default: false }),
    },
    { default: {} },
  ),
  output: Type.Object({ audio: Type.Boolean({ default: false }) }, { default: {} }),
  allowedOrigins: Type.Array(Type.String({ maxLength: 300 }), {
    maxItems: 100,
    default: [],
    description:
      'Origins of pages that may embed the chat: https://www.example.com, https://*.example.com, http://localhost:8080, or * for all',
  }),
  channels: ChannelSettings,
  translations: Translations,
  prices: Type.Object(
    {
      textInputPerMillion: Price,
      textOutputPerMillion: Price,
      audioInputPerMillion: Price,
      audioOutputPerMillion: Price,
      /** Tokens of indexed documents. */
      indexingPerMillion: Price,
      /** Tokens of questions and chunks that a reranker compares. */
      rerankPerMillion: Price,
      toolCallPerThousand: Price,
      tableCallPerThousand: Price,
    },
    { default: {} },
  ),
  limits: Type.Object(
    {
      /** null: no limit. */
      requestsPerMinutePerKey: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      roundsPerMinutePerUser: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      runTimeoutMs: Nullable(Type.Integer({ minimum: 100, maximum: 3_600_000 })),
      storedMb: Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 100_000_000,
          description:
            'Storage quota of the agent for documents, attachments and recordings; null: default of the installation',
        }),
      ),
      /** Timeout for a model's first token. null: the service's default, 120 s. */
      firstTokenTimeoutMs: Nullable(Type.Integer({ minimum: 100, maximum: 3_600_000 })),
      /** Retry once after that timeout. The first request may be charged anyway. */
      retriesSilence: Type.Boolean({ default: false }),
    },
    { default: {} },
  ),
});

export type AgentSettings = Static<typeof AgentSettings>;
export type HttpTool = Static<typeof HttpTool>;
export type McpServer = Static<typeof McpServer>;

/**
 * Adds missing values to `partial` itself, because copying large settings takes most of the time. `partial` must already
 * have been checked against the schema.
 */
export const completeSettings = (partial: unknown): AgentSettings =>
  Value.Default(AgentSettings, partial ?? {}) as AgentSettings;

export const defaultSettings = (): AgentSettings => completeSettings({});
