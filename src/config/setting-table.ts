/** How a setting's text is read and checked. */
export type SettingKind =
  | { type: 'text'; oneOf?: readonly string[]; minLength?: number }
  | { type: 'integer'; minimum: number; maximum: number }
  | { type: 'url'; schemes: readonly string[] }
  | { type: 'list' };

export interface Setting {
  /** Environment variable. */
  env: string;
  /** The same setting in frontdesk.yaml, dots for nesting. */
  key: string;
  kind: SettingKind;
  default?: string | number | readonly string[];
}

const text: SettingKind = { type: 'text', minLength: 1 };
const httpUrl: SettingKind = { type: 'url', schemes: ['http:', 'https:'] };
const milliseconds: SettingKind = { type: 'integer', minimum: 1, maximum: 86_400_000 };
const megabytes: SettingKind = { type: 'integer', minimum: 1, maximum: 4096 };
/** 0: none. */
const quota = { type: 'integer', minimum: 0, maximum: 1_000_000_000 } as const;

/** The rerankers of the contract, by their name on the wire, with their part of a variable's name. */
export const rerankerVariables = {
  'BGE-Rerank': 'FRONTDESK_RERANK_BGE',
  'Jina-reranker-v2-base-multilingual': 'FRONTDESK_RERANK_JINA_V2',
  'Jina-colbert-v2': 'FRONTDESK_RERANK_JINA_COLBERT',
  'BCE-Rerank': 'FRONTDESK_RERANK_BCE',
} as const;

const rerankerSettings = Object.entries(rerankerVariables).flatMap(([name, variable]): Setting[] => [
  { env: `${variable}_URL`, key: `rerankers.${name}.url`, kind: httpUrl },
  { env: `${variable}_API_KEY`, key: `rerankers.${name}.apiKey`, kind: text },
  { env: `${variable}_MODEL`, key: `rerankers.${name}.model`, kind: text },
  { env: `${variable}_FOLDER`, key: `rerankers.${name}.folder`, kind: text },
]);

/** Every setting there is. What is not here is refused by name. */
export const settingTable = [
  { env: 'HOST', key: 'host', kind: text, default: '127.0.0.1' },
  { env: 'PORT', key: 'port', kind: { type: 'integer', minimum: 0, maximum: 65_535 }, default: 8787 },
  { env: 'FRONTDESK_DATA_DIR', key: 'dataDir', kind: text, default: './data' },
  {
    env: 'FRONTDESK_ROLE',
    key: 'role',
    kind: { type: 'text', oneOf: ['all', 'api', 'worker'] },
    default: 'all',
  },
  { env: 'DATABASE_URL', key: 'databaseUrl', kind: { type: 'url', schemes: ['postgres:', 'postgresql:'] } },
  { env: 'FRONTDESK_PUBLIC_URL', key: 'publicUrl', kind: httpUrl },
  { env: 'FRONTDESK_TRUSTED_PROXIES', key: 'trustedProxies', kind: { type: 'list' }, default: [] },
  { env: 'FRONTDESK_SECRET_KEY', key: 'secretKey', kind: text },
  { env: 'FRONTDESK_SECRET_KEY_OLD', key: 'secretKeyOld', kind: text },
  { env: 'FRONTDESK_SECRET_KEY_FILE', key: 'secretKeyFile', kind: text },
  { env: 'FRONTDESK_CORS_ORIGINS', key: 'corsOrigins', kind: { type: 'list' }, default: [] },
  { env: 'FRONTDESK_API_KEY', key: 'apiKey', kind: { type: 'text', minLength: 16 } },
  { env: 'FRONTDESK_ADMIN_TOKEN', key: 'adminToken', kind: { type: 'text', minLength: 16 } },
  { env: 'FRONTDESK_OIDC_ISSUER', key: 'oidc.issuer', kind: httpUrl },
  { env: 'FRONTDESK_OIDC_CLIENT_ID', key: 'oidc.clientId', kind: text },
  { env: 'FRONTDESK_OIDC_CLIENT_SECRET', key: 'oidc.clientSecret', kind: text },
  { env: 'FRONTDESK_OIDC_NAME', key: 'oidc.name', kind: text, default: 'single sign-on' },
  {
    env: 'FRONTDESK_OIDC_SCOPES',
    key: 'oidc.scopes',
    kind: { type: 'list' },
    default: ['openid', 'email', 'profile'],
  },
  { env: 'FRONTDESK_OIDC_EMAIL_DOMAINS', key: 'oidc.emailDomains', kind: { type: 'list' }, default: [] },
  { env: 'FRONTDESK_MODEL_BASE_URL', key: 'model.baseUrl', kind: httpUrl },
  { env: 'FRONTDESK_MODEL_API_KEY', key: 'model.apiKey', kind: text },
  { env: 'FRONTDESK_MODEL_NAME', key: 'model.name', kind: text },
  { env: 'FRONTDESK_EMBEDDING_BASE_URL', key: 'embedding.baseUrl', kind: httpUrl },
  { env: 'FRONTDESK_EMBEDDING_API_KEY', key: 'embedding.apiKey', kind: text },
  { env: 'FRONTDESK_EMBEDDING_NAME', key: 'embedding.name', kind: text },
  { env: 'FRONTDESK_SPEECH_BASE_URL', key: 'speech.baseUrl', kind: httpUrl },
  { env: 'FRONTDESK_SPEECH_API_KEY', key: 'speech.apiKey', kind: text },
  { env: 'FRONTDESK_SPEECH_TRANSCRIPTION_NAME', key: 'speech.transcriptionName', kind: text },
  { env: 'FRONTDESK_SPEECH_SYNTHESIS_NAME', key: 'speech.synthesisName', kind: text },
  { env: 'FRONTDESK_SPEECH_VOICE_NAME', key: 'speech.voiceName', kind: text },
  ...rerankerSettings,
  { env: 'FRONTDESK_EGRESS_ALLOW', key: 'egressAllow', kind: { type: 'list' }, default: [] },
  // The name every OpenTelemetry program knows.
  { env: 'OTEL_EXPORTER_OTLP_ENDPOINT', key: 'otlpEndpoint', kind: httpUrl },
  {
    env: 'FRONTDESK_DELIVERY_LOG_DAYS',
    key: 'deliveryLogDays',
    kind: { type: 'integer', minimum: 1, maximum: 3650 },
    default: 30,
  },
  {
    env: 'FRONTDESK_LOG_LEVEL',
    key: 'logLevel',
    kind: { type: 'text', oneOf: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] },
    default: 'info',
  },
  { env: 'FRONTDESK_CONNECT_TIMEOUT_MS', key: 'timeouts.connectMs', kind: milliseconds, default: 5_000 },
  {
    env: 'FRONTDESK_FIRST_TOKEN_TIMEOUT_MS',
    key: 'timeouts.firstTokenMs',
    kind: milliseconds,
    default: 120_000,
  },
  { env: 'FRONTDESK_TOKEN_TIMEOUT_MS', key: 'timeouts.betweenTokensMs', kind: milliseconds, default: 30_000 },
  { env: 'FRONTDESK_RUN_TIMEOUT_MS', key: 'timeouts.runMs', kind: milliseconds, default: 300_000 },
  {
    env: 'FRONTDESK_RECOGNITION_TIMEOUT_MS',
    key: 'timeouts.recognitionMs',
    kind: milliseconds,
    default: 30_000,
  },
  {
    env: 'FRONTDESK_RECOGNITION_WORKERS',
    key: 'recognitionWorkers',
    kind: { type: 'integer', minimum: 1, maximum: 32 },
  },
  {
    env: 'FRONTDESK_DOCUMENT_TIMEOUT_MS',
    key: 'timeouts.documentMs',
    kind: milliseconds,
    default: 1_800_000,
  },
  { env: 'FRONTDESK_MESSAGE_BODY_MB', key: 'limits.messageBodyMb', kind: megabytes, default: 260 },
  { env: 'FRONTDESK_DOCUMENT_BODY_MB', key: 'limits.documentBodyMb', kind: megabytes, default: 820 },
  { env: 'FRONTDESK_VISITOR_QUOTA_MB', key: 'quotas.visitorMb', kind: quota, default: 50 },
  { env: 'FRONTDESK_AGENT_QUOTA_MB', key: 'quotas.agentMb', kind: quota, default: 20_480 },
  { env: 'FRONTDESK_WORKSPACE_QUOTA_MB', key: 'quotas.workspaceMb', kind: quota, default: 102_400 },
  { env: 'FRONTDESK_MIN_FREE_DISK_MB', key: 'minFreeDiskMb', kind: quota, default: 512 },
  {
    env: 'FRONTDESK_DRAIN_SECONDS',
    key: 'stop.drainSeconds',
    kind: { type: 'integer', minimum: 0, maximum: 300 },
  },
  {
    env: 'FRONTDESK_GRACE_SECONDS',
    key: 'stop.graceSeconds',
    kind: { type: 'integer', minimum: 0, maximum: 3600 },
    default: 20,
  },
  {
    env: 'FRONTDESK_DOWNLOADS_PER_ADDRESS',
    key: 'limits.downloadsPerAddress',
    kind: { type: 'integer', minimum: 1, maximum: 10_000 },
    default: 64,
  },
  // Parsed whole, not as a stream: more than this would keep the event loop busy for long.
  {
    env: 'FRONTDESK_TABLE_BODY_MB',
    key: 'limits.tableBodyMb',
    kind: { type: 'integer', minimum: 1, maximum: 260 },
    default: 64,
  },
] as const satisfies readonly Setting[];
