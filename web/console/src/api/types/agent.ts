export type AgentKind = 'simple' | 'flow';

export interface AgentSummary {
  id: string;
  workspaceId: string;
  name: string;
  kind: AgentKind;
  apiEnabled: boolean;
  /** Grows with each change; a change names the version it saw. */
  version: number;
  createdAt: string;
  updatedAt: string;
}

export interface Takes {
  image?: boolean;
  audio?: boolean;
  document?: boolean;
}

export interface ModelConfig {
  provider: 'embedded' | 'openai' | 'anthropic' | 'google';
  baseUrl?: string;
  apiKey?: string;
  name?: string;
  takes?: Takes;
  headers?: Record<string, string>;
  firstTokenTimeoutMs?: number;
  maxTokensField?: 'max_tokens' | 'max_completion_tokens';
  includeUsage?: boolean;
}

export interface HttpTool {
  name: string;
  description: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
  timeoutMs: number;
}

export interface McpServer {
  name: string;
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
}

export interface Authorization {
  scheme: 'Bearer' | 'Basic';
  token: string;
}

export type RecognitionScheme = 'auto' | 'system' | 'model';

/** As the management API shows them: secrets are masks. */
export interface AgentSettings {
  prompt: string;
  model: ModelConfig | null;
  fallbackModel: ModelConfig | null;
  temperature: number | null;
  maxOutputTokens: number;
  reasoning: 'none' | 'low' | 'medium' | 'high' | null;
  questionTokenLimit: number;
  memory: {
    shortTerm: boolean;
    longTerm: boolean;
    shortTermTokens: number;
    longTermScope: 'conversation' | 'user';
  };
  recognition: {
    image: RecognitionScheme;
    audio: RecognitionScheme;
    document: RecognitionScheme;
    maxImageMb: number;
    maxAudioMb: number;
    maxDocumentMb: number;
  };
  knowledge: {
    groupIds: string[] | null;
    dataIds: string[] | null;
    topK: number;
    embeddingRate: number;
    minimumScore: number | null;
    rerankVersion: string | null;
    rewriteQuery: boolean;
  };
  tools: { http: HttpTool[]; mcp: McpServer[]; maxRounds: number };
  tables: {
    lookup: boolean;
    add: boolean;
    update: boolean;
    visitors: boolean;
    tableIds: string[] | null;
  };
  webhook: {
    url: string | null;
    authorization: Authorization | null;
    signingSecrets: string[];
    events: 'none' | 'channels' | 'all';
    disabled: boolean;
  };
  humanService: {
    baseUrl: string | null;
    chatPath: string;
    authorization: Authorization | null;
    signingSecrets: string[];
    firstReplySeconds: number;
    idleSeconds: number;
    phrases: string[];
    supportEmail: string;
    connectingText: string;
    emailText: string;
    disabled: boolean;
  };
  output: { audio: boolean };
  allowedOrigins: string[];
  channels: {
    enabled: { share: boolean; embed: boolean; widget: boolean; liveChat: boolean };
    greeting: string;
    suggestions: string[];
    requireUserHash: boolean;
    identitySecret: string | null;
    acceptLegacyUserHash: boolean;
    imageHosts: string[];
    colors: { primary: string | null; onPrimary: string | null };
    messagesPerMinute: number;
    messagesPerMinutePerAddress: number;
    messagesPerMinutePerAgent: number;
    sessionsPerMinutePerAddress: number;
    newVisitorsPerMinutePerAddress: number;
    filesPerMessage: number;
    messageMb: number;
    storedMbPerVisitor: number | null;
  };
  prices: {
    textInputPerMillion: string;
    textOutputPerMillion: string;
    audioInputPerMillion: string;
    audioOutputPerMillion: string;
    indexingPerMillion: string;
    rerankPerMillion: string;
    toolCallPerThousand: string;
    tableCallPerThousand: string;
  };
  limits: {
    requestsPerMinutePerKey: number | null;
    roundsPerMinutePerUser: number | null;
    runTimeoutMs: number | null;
    storedMb: number | null;
    firstTokenTimeoutMs: number | null;
    retriesSilence: boolean;
  };
}

export interface Agent extends AgentSummary {
  settings: AgentSettings;
  /** Settings with a signing secret that is too short, such as `webhook.signingSecrets`. */
  weakSecrets: string[];
}

export interface Key {
  id: string;
  name: string;
  /** The first characters, to tell keys apart. */
  prefix: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

export interface NewKey extends Key {
  key: string;
}
