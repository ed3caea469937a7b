import { type Static, Type } from 'typebox';

/**
 * All settings with their key in frontdesk.yaml, environment variable (`env`), default and rule. Unknown settings are
 * rejected by name. A test compares the table in the README with this schema.
 */

const text = (env: string) => Type.Optional(Type.String({ env, minLength: 1 }));
const textWithDefault = (env: string, value: string) => Type.String({ env, minLength: 1, default: value });
/** `schemes`: allowed URL schemes. */
const url = (env: string, schemes: readonly string[]) => Type.Optional(Type.String({ env, schemes }));
const httpUrl = (env: string) => url(env, ['http:', 'https:']);
const secret = (env: string) => Type.Optional(Type.String({ env, minLength: 16 }));
const list = (env: string, value: readonly string[] = []) =>
  Type.Array(Type.String(), { env, default: value });
const integer = (env: string, range: { minimum: number; maximum: number; default: number }) =>
  Type.Integer({ env, ...range });
const milliseconds = (env: string, value: number) =>
  integer(env, { minimum: 1, maximum: 86_400_000, default: value });
const bodyMegabytes = (env: string, value: number) =>
  integer(env, { minimum: 1, maximum: 4096, default: value });
/** 0: no limit. */
const quotaMegabytes = (env: string, value: number) =>
  integer(env, { minimum: 0, maximum: 1_000_000_000, default: value });

const server = (prefix: string) =>
  Type.Object({
    baseUrl: httpUrl(`${prefix}_BASE_URL`),
    apiKey: text(`${prefix}_API_KEY`),
    name: text(`${prefix}_NAME`),
  });

/** The rerankers of the API, with the prefix of their environment variables. */
export const rerankerVariables = {
  'BGE-Rerank': 'FRONTDESK_RERANK_BGE',
  'Jina-reranker-v2-base-multilingual': 'FRONTDESK_RERANK_JINA_V2',
  'Jina-colbert-v2': 'FRONTDESK_RERANK_JINA_COLBERT',
  'BCE-Rerank': 'FRONTDESK_RERANK_BCE',
} as const;

const reranker = (name: keyof typeof rerankerVariables) => {
  const prefix = rerankerVariables[name];
  return Type.Object({
    url: httpUrl(`${prefix}_URL`),
    apiKey: text(`${prefix}_API_KEY`),
    model: text(`${prefix}_MODEL`),
    folder: text(`${prefix}_FOLDER`),
  });
};

export const Settings = Type.Object({
  host: textWithDefault('HOST', '127.0.0.1'),
  port: integer('PORT', { minimum: 0, maximum: 65_535, default: 8787 }),
  dataDir: textWithDefault('FRONTDESK_DATA_DIR', './data'),
  /** What this process does: answer requests (api), run jobs (worker), or both. */
  role: Type.Enum(['all', 'api', 'worker'], { env: 'FRONTDESK_ROLE', default: 'all' }),
  databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
  /** Object storage for the files of messages and documents. */
  files: Type.Object({
    url: url('FRONTDESK_FILES', ['s3:']),
    accessKeyId: text('FRONTDESK_FILES_ACCESS_KEY_ID'),
    secretAccessKey: text('FRONTDESK_FILES_SECRET_ACCESS_KEY'),
  }),
  publicUrl: httpUrl('FRONTDESK_PUBLIC_URL'),
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: list('FRONTDESK_TRUSTED_PROXIES'),
  secretKey: text('FRONTDESK_SECRET_KEY'),
  secretKeyOld: text('FRONTDESK_SECRET_KEY_OLD'),
  secretKeyFile: text('FRONTDESK_SECRET_KEY_FILE'),
  /** Origins of pages that may call the developer API from a browser; `*` for all. */
  corsOrigins: list('FRONTDESK_CORS_ORIGINS'),
  apiKey: secret('FRONTDESK_API_KEY'),
  adminToken: secret('FRONTDESK_ADMIN_TOKEN'),
  oidc: Type.Object({
    issuer: httpUrl('FRONTDESK_OIDC_ISSUER'),
    clientId: text('FRONTDESK_OIDC_CLIENT_ID'),
    clientSecret: text('FRONTDESK_OIDC_CLIENT_SECRET'),
    name: textWithDefault('FRONTDESK_OIDC_NAME', 'single sign-on'),
    scopes: list('FRONTDESK_OIDC_SCOPES', ['openid', 'email', 'profile']),
    emailDomains: list('FRONTDESK_OIDC_EMAIL_DOMAINS'),
  }),
  model: server('FRONTDESK_MODEL'),
  embedding: server('FRONTDESK_EMBEDDING'),
  speech: Type.Object({
    baseUrl: httpUrl('FRONTDESK_SPEECH_BASE_URL'),
    apiKey: text('FRONTDESK_SPEECH_API_KEY'),
    transcriptionName: text('FRONTDESK_SPEECH_TRANSCRIPTION_NAME'),
    transcriptionLanguages: list('FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES'),
    synthesisName: text('FRONTDESK_SPEECH_SYNTHESIS_NAME'),
    voiceName: text('FRONTDESK_SPEECH_VOICE_NAME'),
  }),
  rerankers: Type.Object({
    'BGE-Rerank': reranker('BGE-Rerank'),
    'Jina-reranker-v2-base-multilingual': reranker('Jina-reranker-v2-base-multilingual'),
    'Jina-colbert-v2': reranker('Jina-colbert-v2'),
    'BCE-Rerank': reranker('BCE-Rerank'),
  }),
  /** The SMTP server that sends e-mail. Without a host, no e-mail is sent. */
  mail: Type.Object({
    host: text('FRONTDESK_SMTP_HOST'),
    port: Type.Optional(Type.Integer({ env: 'FRONTDESK_SMTP_PORT', minimum: 1, maximum: 65_535 })),
    tls: Type.Enum(['starttls', 'tls', 'none'], { env: 'FRONTDESK_SMTP_TLS', default: 'starttls' }),
    user: text('FRONTDESK_SMTP_USER'),
    password: text('FRONTDESK_SMTP_PASSWORD'),
    from: text('FRONTDESK_MAIL_FROM'),
    replyTo: text('FRONTDESK_MAIL_REPLY_TO'),
  }),
  egressAllow: list('FRONTDESK_EGRESS_ALLOW'),
  /** Addresses to call instead of those of messaging platforms: `telegram=https://bots.example.com`. */
  platformUrls: list('FRONTDESK_PLATFORM_URLS'),
  /** Folders of the server that knowledge sources of every workspace may read. */
  sourceFolders: list('FRONTDESK_SOURCE_FOLDERS'),
  /** OpenTelemetry collector, without /v1/traces. The variable name is the standard one of OpenTelemetry. */
  otlpEndpoint: httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
  /** How long finished deliveries are kept. */
  deliveryLogDays: integer('FRONTDESK_DELIVERY_LOG_DAYS', { minimum: 1, maximum: 3650, default: 30 }),
  logLevel: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    env: 'FRONTDESK_LOG_LEVEL',
    default: 'info',
  }),
  timeouts: Type.Object({
    connectMs: milliseconds('FRONTDESK_CONNECT_TIMEOUT_MS', 5_000),
    firstTokenMs: milliseconds('FRONTDESK_FIRST_TOKEN_TIMEOUT_MS', 120_000),
    betweenTokensMs: milliseconds('FRONTDESK_TOKEN_TIMEOUT_MS', 30_000),
    runMs: milliseconds('FRONTDESK_RUN_TIMEOUT_MS', 300_000),
    recognitionMs: milliseconds('FRONTDESK_RECOGNITION_TIMEOUT_MS', 30_000),
    documentMs: milliseconds('FRONTDESK_DOCUMENT_TIMEOUT_MS', 1_800_000),
  }),
  /** Number of files read in parallel; default: by the number of cores. */
  recognitionWorkers: Type.Optional(
    Type.Integer({ env: 'FRONTDESK_RECOGNITION_WORKERS', minimum: 1, maximum: 32 }),
  ),
  limits: Type.Object({
    messageBodyMb: bodyMegabytes('FRONTDESK_MESSAGE_BODY_MB', 260),
    documentBodyMb: bodyMegabytes('FRONTDESK_DOCUMENT_BODY_MB', 820),
    // Parsed as a whole, not as a stream: larger bodies would block the event loop.
    tableBodyMb: integer('FRONTDESK_TABLE_BODY_MB', { minimum: 1, maximum: 260, default: 64 }),
    downloadsPerAddress: integer('FRONTDESK_DOWNLOADS_PER_ADDRESS', {
      minimum: 1,
      maximum: 10_000,
      default: 64,
    }),
  }),
  /** Maximum size of stored files. */
  quotas: Type.Object({
    visitorMb: quotaMegabytes('FRONTDESK_VISITOR_QUOTA_MB', 50),
    agentMb: quotaMegabytes('FRONTDESK_AGENT_QUOTA_MB', 20_480),
    workspaceMb: quotaMegabytes('FRONTDESK_WORKSPACE_QUOTA_MB', 102_400),
  }),
  /** Disk space to keep free. */
  minFreeDiskMb: quotaMegabytes('FRONTDESK_MIN_FREE_DISK_MB', 512),
  stop: Type.Object({
    /** How long requests are accepted after /readyz answers 503; default: 5 s if something calls /readyz. */
    drainSeconds: Type.Optional(Type.Integer({ env: 'FRONTDESK_DRAIN_SECONDS', minimum: 0, maximum: 300 })),
    /** How long running replies may take to finish after that. */
    graceSeconds: integer('FRONTDESK_GRACE_SECONDS', { minimum: 0, maximum: 3600, default: 20 }),
  }),
});

export type Settings = Static<typeof Settings>;

/** The JSON Schema keywords that settings use. */
export interface SettingSchema {
  type?: 'string' | 'integer' | 'array';
  env: string;
  default?: string | number | readonly string[];
  minLength?: number;
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  schemes?: readonly string[];
}

export interface Setting {
  /** Key in frontdesk.yaml, with dots for nesting. */
  key: string;
  schema: SettingSchema;
}

const settingsIn = (schema: object, key: string): Setting[] => {
  if (!('properties' in schema)) return [{ key, schema: schema as SettingSchema }];
  return Object.entries(schema.properties as Record<string, object>).flatMap(([name, child]) =>
    settingsIn(child, key === '' ? name : `${key}.${name}`),
  );
};

/** All settings in the order of the schema. */
export const settingList: readonly Setting[] = settingsIn(Settings, '');
