// Generated from openapi.console.json by "npm run openapi". Do not edit: change the schema of the route instead.

export interface Failure {
  /** Error code */
  code: number;
  /** Error message; names the field and the rule */
  message: string;
  /** ID of the request in the logs */
  request_id?: string;
}
/** support: answer users, read conversations and knowledge; viewer: read; editor: also change agents, knowledge and tables, answer users; owner: also manage operators, keys and credits */
export type Role = 'owner' | 'editor' | 'viewer' | 'support';
export interface Session {
  kind: 'person' | 'token';
  id: string;
  name: string;
  email: string | null;
  /** Language of the console. null: the language of the browser */
  language: 'en' | 'zh-Hans' | null;
  /** Sign-in method of the session */
  method: 'password' | 'passkey' | 'sso' | 'token';
  /** Second factor that was checked; `provider`: checked by the identity provider */
  secondFactor: 'code' | 'recovery-code' | 'passkey' | 'provider' | null;
  /** Whether the session may manage the whole installation */
  isInstallationOwner: boolean;
  workspaces: {
    id: string;
    name: string;
    role: Role;
    /** Sign-in requirement of the workspace that this session does not satisfy */
    unmet: 'second-factor' | 'sso' | null;
  }[];
  /** Setup of the installation that the first operator has not finished; null: none */
  setup: {
    workspaceId: string;
    /** The next step */
    step: 'workspace' | 'model' | 'agent' | 'try';
    /** The first agent, once it exists */
    agentId: string | null;
  } | null;
  /** The roles that have each permission */
  permissions: Record<string, Role[]>;
}
/** The password is correct; the second factor is required */
export interface SecondStep {
  session: null;
  secondFactor: {
    methods: ('code' | 'passkey' | 'recovery-code')[];
  };
}
export interface OwnSession {
  id: string;
  /** Whether it is the session of this request */
  isCurrent: boolean;
  /** Sign-in method of the session */
  method: 'password' | 'passkey' | 'sso' | 'token';
  /** Second factor that was checked; `provider`: checked by the identity provider */
  secondFactor: 'code' | 'recovery-code' | 'passkey' | 'provider' | null;
  browser: string;
  /** null: unknown */
  browserName: string | null;
  /** null: unknown */
  operatingSystem: string | null;
  /** IP address of the sign-in */
  address: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}
export interface Passkey {
  id: string;
  name: string;
  /** Stored in a password manager and usable on several devices */
  isSynced: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}
export interface AccountSecurity {
  hasPassword: boolean;
  codeAppSince: string | null;
  passkeys: Passkey[];
  recoveryCodesLeft: number;
  /** Accounts of the identity provider that are linked to my account */
  identities: {
    issuer: string;
    email: string;
    createdAt: string;
    lastUsedAt: string;
  }[];
  /** false: changes to the account require a confirmation first */
  isRecentSignIn: boolean;
}
export interface Workspace {
  id: string;
  name: string;
  role: Role;
  createdAt: string;
}
export interface SignInRequirement {
  /** How operators must sign in to use the workspace */
  requirement: 'none' | 'second-factor' | 'sso';
}
export interface Operator {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  createdAt: string;
}
export interface Invitation {
  id: string;
  email: string;
  role: Role;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  expired: boolean;
}
export interface InvitationLink {
  invitation: Invitation;
  /** Send it to the invited person. Shown only once; works once */
  link: string;
}
export interface OpenInvitation {
  workspaceName: string;
  email: string;
  role: Role;
  invitedBy: string;
  expiresAt: string;
}
export interface ResetLink {
  link: string;
  expiresAt: string;
}
export interface OpenResetLink {
  email: string;
}
export interface OperatorToken {
  id: string;
  name: string;
  /** preset: the setting FRONTDESK_ADMIN_TOKEN. first-start: printed by the first start */
  kind: 'created' | 'preset' | 'first-start';
  role: Role;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}
export interface NewOperatorToken {
  id: string;
  name: string;
  /** preset: the setting FRONTDESK_ADMIN_TOKEN. first-start: printed by the first start */
  kind: 'created' | 'preset' | 'first-start';
  role: Role;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** The token; shown only once */
  token: string;
}
export interface Credits {
  /** Remaining credits; null: no limit */
  balance: string | null;
  /** Reserved for running rounds */
  reserved: string;
  /** Credits that new rounds can reserve */
  available: string | null;
}
export interface AgentSummary {
  id: string;
  workspaceId: string;
  name: string;
  kind: 'simple' | 'flow';
  /** false: sending messages and creating conversations fail with 20055; other operations of the developer API work */
  apiEnabled: boolean;
  /** Increases with each change; send the version that you read when you change the agent */
  version: number;
  /** The version that conversations use */
  publishedVersion: number;
  /** true: saved changes become a draft, which is used only after it is published */
  draftsEnabled: boolean;
  /** null: no unpublished changes */
  draftVersion: number | null;
  createdAt: string;
  updatedAt: string;
}
export interface AttributeCondition {
  name: string;
  /** gte: at least; lte: at most; texts are compared by their characters */
  operator: 'equals' | 'not_equals' | 'gte' | 'lte';
  /** A list means any of its values for equals, none of them for not_equals */
  value: string | number | boolean | (string | number | boolean)[];
}
/** Only the fields to change. Objects are merged, lists are replaced, null resets a field to its default. A secret that is sent as its mask is not changed. */
export interface AgentSettingsPatch {
  prompt?: string;
  model?: {
    provider?: 'connection';
    connectionId?: string;
    /** Name of the model on its server */
    name?: string;
  } | {
    provider?: 'embedded';
  } | {
    provider?: 'openai';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name?: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string | null>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
    /** Field that limits the output; default: max_completion_tokens at api.openai.com, otherwise max_tokens */
    maxTokensField?: 'max_tokens' | 'max_completion_tokens';
    /** Request token counts in the stream; false for servers that reject the option */
    includeUsage?: boolean;
  } | {
    provider?: 'anthropic';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name?: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string | null>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
  } | {
    provider?: 'google';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name?: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string | null>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
  } | null;
  fallbackModel?: {
    provider?: 'connection';
    connectionId?: string;
    /** Name of the model on its server */
    name?: string;
  } | {
    provider?: 'embedded';
  } | {
    provider?: 'openai';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name?: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string | null>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
    /** Field that limits the output; default: max_completion_tokens at api.openai.com, otherwise max_tokens */
    maxTokensField?: 'max_tokens' | 'max_completion_tokens';
    /** Request token counts in the stream; false for servers that reject the option */
    includeUsage?: boolean;
  } | {
    provider?: 'anthropic';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name?: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string | null>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
  } | {
    provider?: 'google';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name?: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string | null>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
  } | null;
  temperature?: number | null;
  maxOutputTokens?: number;
  reasoning?: 'none' | 'low' | 'medium' | 'high' | null;
  questionTokenLimit?: number;
  memory?: {
    shortTerm?: boolean;
    longTerm?: boolean;
    shortTermTokens?: number;
    longTermScope?: 'conversation' | 'user';
  };
  recognition?: {
    /** auto: the model reads the file if it can, otherwise the service converts it to text */
    image?: 'auto' | 'system' | 'model';
    /** auto: the model reads the file if it can, otherwise the service converts it to text */
    audio?: 'auto' | 'system' | 'model';
    /** auto: the model reads the file if it can, otherwise the service converts it to text */
    document?: 'auto' | 'system' | 'model';
    maxImageMb?: number;
    maxAudioMb?: number;
    maxDocumentMb?: number;
  };
  knowledge?: {
    groupIds?: string[] | null;
    dataIds?: string[] | null;
    topK?: number;
    embeddingRate?: number;
    minimumScore?: number | null;
    rerankVersion?: string | null;
    /** Whether the previous question takes part in the search for a follow-up question */
    rewriteQuery?: boolean;
    /** Whether the model of the agent writes the search query of a follow-up question, by a short call before the search; needs `rewriteQuery`. If the call fails or takes more than 4 seconds, the previous question is used. Not for the embedded model and for flows */
    rewriteWithModel?: boolean;
    filter?: {
      /** The document has at least one of these tags */
      tags?: string[];
      /** Conditions that the attributes of the document all fulfil */
      attributes?: AttributeCondition[];
    } | null;
  };
  corrections?: {
    /** What a question gets that is similar to a corrected one. answer: the corrected answer, without a call of the model; passage: the model gets the pair as its first passage; off: nothing. Flows: their retrieval components get the pair as first passage, unless it is off */
    mode?: 'answer' | 'passage' | 'off';
    /** Minimum similarity of both questions */
    threshold?: number;
  };
  tools?: {
    http?: {
      name: string;
      description: string;
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      /** May contain {name} for a parameter; other parameters are sent in the query or body */
      url: string;
      headers: Record<string, string>;
      /** JSON Schema of the arguments. x-location of a property (query, header or body) says where an argument goes that the URL does not contain */
      parameters: Record<string, unknown>;
      timeoutMs: number;
    }[];
    mcp?: {
      name: string;
      url: string;
      headers: Record<string, string>;
      timeoutMs: number;
    }[];
    maxRounds?: number;
  };
  tables?: {
    lookup?: boolean;
    add?: boolean;
    update?: boolean;
    /** false: the model uses tables only in API conversations, not on the share page, in iframes and widgets. Table components of a flow work in every channel */
    visitors?: boolean;
    tableIds?: string[] | null;
  };
  webhook?: {
    url?: string | null;
    authorization?: {
      scheme?: 'Bearer' | 'Basic';
      token?: string;
    } | null;
    /** Standard Webhooks secrets; each one signs, so that a receiver can change to a new one */
    signingSecrets?: string[];
    /** Conversations that send events besides replies: of chat pages only, all, or none */
    events?: 'none' | 'channels' | 'all';
    disabled?: boolean;
  };
  humanService?: {
    /** Where people answer. webhook: in a human service of yours, at `baseUrl`; inbox: in the console */
    type?: 'webhook' | 'inbox';
    baseUrl?: string | null;
    chatPath?: string;
    authorization?: {
      scheme?: 'Bearer' | 'Basic';
      token?: string;
    } | null;
    /** Standard Webhooks secrets; each one signs, so that a receiver can change to a new one */
    signingSecrets?: string[];
    firstReplySeconds?: number;
    idleSeconds?: number;
    phrases?: string[];
    /** Sent to the human service as the e-mail address of users whose own address is not known; empty: no address */
    supportEmail?: string;
    connectingText?: string;
    emailText?: string;
    unreachableText?: string;
    inbox?: {
      /** manual: operators take sessions from the queue; round_robin: new sessions go in turn to operators who are available */
      assignment?: 'manual' | 'round_robin';
      /** Operators with this many open sessions in the workspace get no further ones automatically; snoozed sessions do not count */
      maxOpenPerPerson?: number;
      /** Whether users are asked to rate a session from 1 to 5 after its end, if a person replied */
      survey?: boolean;
      hours?: {
        /** IANA time zone, for example Europe/Berlin */
        timeZone?: string;
        weekly?: {
          day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
          /** HH:MM */
          from: string;
          /** HH:MM, later than `from`; 24:00 is the end of the day. Not open any more at this time */
          to: string;
        }[];
        exceptions?: {
          /** YYYY-MM-DD */
          date: string;
          /** Hours of this date instead of the weekly ones; empty: closed */
          ranges: {
            /** HH:MM */
            from: string;
            /** HH:MM, later than `from`; 24:00 is the end of the day. Not open any more at this time */
            to: string;
          }[];
        }[];
      } | null;
    };
    disabled?: boolean;
  };
  output?: {
    audio?: boolean;
  };
  /** Origins of pages that may embed the chat: https://www.example.com, https://*.example.com, http://localhost:8080, or * for all */
  allowedOrigins?: string[];
  channels?: {
    enabled?: {
      share?: boolean;
      embed?: boolean;
      widget?: boolean;
      liveChat?: boolean;
      search?: boolean;
    };
    greeting?: string;
    suggestions?: string[];
    /** Show a line in the chat that says that an AI answers. Hidden while a person answers instead of the agent */
    aiDisclosure?: boolean;
    /** Text of the AI disclosure. Empty: the built-in text in the language of the page */
    aiDisclosureText?: string;
    launcherText?: string;
    /** Alternative text of the logo. Empty: screen readers skip it, because the name of the agent is beside it */
    logoAlt?: string;
    /** Require identity verification: a page that sends a user_id must also send a valid user_hash */
    requireUserHash?: boolean;
    identitySecret?: string | null;
    /** How long a replaced identitySecret stays valid, so that the site can switch to the new one; 0: not at all */
    identityGraceHours?: number;
    previousIdentitySecret?: {
      secret?: string;
      expiresAt?: string;
    } | null;
    /** false: only a user_hash with an expiry (v2) is accepted */
    acceptLegacyUserHash?: boolean;
    /** Hosts from which the chat may show images, over https: images.example.com, *.example.com, images.example.com:8443 */
    imageHosts?: string[];
    /** Color of buttons in the chat and of the widget, and of the text on it; onPrimary null: black or white, whichever is readable */
    colors?: {
      primary?: string | null;
      onPrimary?: string | null;
    };
    search?: {
      /** Text in the empty search field. Empty: the built-in text in the language of the page */
      placeholder?: string;
      /** Knowledge bases whose documents are listed as results. null: all that the agent searches to answer; for a flow none, because its components choose their own. An empty list: no results, only answers */
      groupIds?: string[] | null;
      /** Attributes of documents by which visitors narrow the results. Visitors see their values */
      filters?: {
        attribute: string;
        /** Empty: the name of the attribute */
        label: string;
      }[];
    };
    /** Per visitor */
    messagesPerMinute?: number;
    /** Per IP address (IPv6: /64), which can be shared by a whole office */
    messagesPerMinutePerAddress?: number;
    /** For all visitors together, except verified users */
    messagesPerMinutePerAgent?: number;
    /** Chat pages opened per IP address, which can be shared by an office or a proxy */
    sessionsPerMinutePerAddress?: number;
    /** New visitors per IP address */
    newVisitorsPerMinutePerAddress?: number;
    /** Of a visitor */
    filesPerMessage?: number;
    /** Total size of the files of a visitor's message */
    messageMb?: number;
    storedMbPerVisitor?: number | null;
  };
  /** Texts of `channels` and `humanService` in other languages, by BCP 47 language tag. A user gets the text of their language (`pt-BR`, then `pt`); where it is missing or empty, the agent's own text */
  translations?: Record<string, {
    greeting?: string;
    suggestions?: string[];
    /** Text of the AI disclosure. Empty: the built-in text in the language of the page */
    aiDisclosureText?: string;
    launcherText?: string;
    connectingText?: string;
    emailText?: string;
    unreachableText?: string;
  } | null>;
  prices?: {
    textInputPerMillion?: string;
    textOutputPerMillion?: string;
    audioInputPerMillion?: string;
    audioOutputPerMillion?: string;
    indexingPerMillion?: string;
    rerankPerMillion?: string;
    toolCallPerThousand?: string;
    tableCallPerThousand?: string;
  };
  limits?: {
    requestsPerMinutePerKey?: number | null;
    roundsPerMinutePerUser?: number | null;
    runTimeoutMs?: number | null;
    storedMb?: number | null;
    firstTokenTimeoutMs?: number | null;
    retriesSilence?: boolean;
  };
}
/** Secrets are masked */
export interface AgentSettings {
  prompt: string;
  model: {
    provider: 'connection';
    connectionId: string;
    /** Name of the model on its server */
    name: string;
  } | {
    provider: 'embedded';
  } | {
    provider: 'openai';
    baseUrl: string;
    apiKey?: string;
    /** Name of the model on its server */
    name: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
    /** Field that limits the output; default: max_completion_tokens at api.openai.com, otherwise max_tokens */
    maxTokensField?: 'max_tokens' | 'max_completion_tokens';
    /** Request token counts in the stream; false for servers that reject the option */
    includeUsage?: boolean;
  } | {
    provider: 'anthropic';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
  } | {
    provider: 'google';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
  } | null;
  fallbackModel: {
    provider: 'connection';
    connectionId: string;
    /** Name of the model on its server */
    name: string;
  } | {
    provider: 'embedded';
  } | {
    provider: 'openai';
    baseUrl: string;
    apiKey?: string;
    /** Name of the model on its server */
    name: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
    /** Field that limits the output; default: max_completion_tokens at api.openai.com, otherwise max_tokens */
    maxTokensField?: 'max_tokens' | 'max_completion_tokens';
    /** Request token counts in the stream; false for servers that reject the option */
    includeUsage?: boolean;
  } | {
    provider: 'anthropic';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
  } | {
    provider: 'google';
    baseUrl?: string;
    apiKey?: string;
    /** Name of the model on its server */
    name: string;
    /** Kinds of files that the model reads itself; others are converted to text first */
    takes?: {
      image?: boolean;
      audio?: boolean;
      document?: boolean;
    };
    /** Additional headers for every call */
    headers?: Record<string, string>;
    /** Time limit for the first token; default: setting of the agent or the service */
    firstTokenTimeoutMs?: number;
  } | null;
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
    /** auto: the model reads the file if it can, otherwise the service converts it to text */
    image: 'auto' | 'system' | 'model';
    /** auto: the model reads the file if it can, otherwise the service converts it to text */
    audio: 'auto' | 'system' | 'model';
    /** auto: the model reads the file if it can, otherwise the service converts it to text */
    document: 'auto' | 'system' | 'model';
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
    /** Whether the previous question takes part in the search for a follow-up question */
    rewriteQuery: boolean;
    /** Whether the model of the agent writes the search query of a follow-up question, by a short call before the search; needs `rewriteQuery`. If the call fails or takes more than 4 seconds, the previous question is used. Not for the embedded model and for flows */
    rewriteWithModel: boolean;
    filter: {
      /** The document has at least one of these tags */
      tags?: string[];
      /** Conditions that the attributes of the document all fulfil */
      attributes?: AttributeCondition[];
    } | null;
  };
  corrections: {
    /** What a question gets that is similar to a corrected one. answer: the corrected answer, without a call of the model; passage: the model gets the pair as its first passage; off: nothing. Flows: their retrieval components get the pair as first passage, unless it is off */
    mode: 'answer' | 'passage' | 'off';
    /** Minimum similarity of both questions */
    threshold: number;
  };
  tools: {
    http: {
      name: string;
      description: string;
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      /** May contain {name} for a parameter; other parameters are sent in the query or body */
      url: string;
      headers: Record<string, string>;
      /** JSON Schema of the arguments. x-location of a property (query, header or body) says where an argument goes that the URL does not contain */
      parameters: Record<string, unknown>;
      timeoutMs: number;
    }[];
    mcp: {
      name: string;
      url: string;
      headers: Record<string, string>;
      timeoutMs: number;
    }[];
    maxRounds: number;
  };
  tables: {
    lookup: boolean;
    add: boolean;
    update: boolean;
    /** false: the model uses tables only in API conversations, not on the share page, in iframes and widgets. Table components of a flow work in every channel */
    visitors: boolean;
    tableIds: string[] | null;
  };
  webhook: {
    url: string | null;
    authorization: {
      scheme: 'Bearer' | 'Basic';
      token: string;
    } | null;
    /** Standard Webhooks secrets; each one signs, so that a receiver can change to a new one */
    signingSecrets: string[];
    /** Conversations that send events besides replies: of chat pages only, all, or none */
    events: 'none' | 'channels' | 'all';
    disabled: boolean;
  };
  humanService: {
    /** Where people answer. webhook: in a human service of yours, at `baseUrl`; inbox: in the console */
    type: 'webhook' | 'inbox';
    baseUrl: string | null;
    chatPath: string;
    authorization: {
      scheme: 'Bearer' | 'Basic';
      token: string;
    } | null;
    /** Standard Webhooks secrets; each one signs, so that a receiver can change to a new one */
    signingSecrets: string[];
    firstReplySeconds: number;
    idleSeconds: number;
    phrases: string[];
    /** Sent to the human service as the e-mail address of users whose own address is not known; empty: no address */
    supportEmail: string;
    connectingText: string;
    emailText: string;
    unreachableText: string;
    inbox: {
      /** manual: operators take sessions from the queue; round_robin: new sessions go in turn to operators who are available */
      assignment: 'manual' | 'round_robin';
      /** Operators with this many open sessions in the workspace get no further ones automatically; snoozed sessions do not count */
      maxOpenPerPerson: number;
      /** Whether users are asked to rate a session from 1 to 5 after its end, if a person replied */
      survey: boolean;
      hours: {
        /** IANA time zone, for example Europe/Berlin */
        timeZone: string;
        weekly: {
          day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
          /** HH:MM */
          from: string;
          /** HH:MM, later than `from`; 24:00 is the end of the day. Not open any more at this time */
          to: string;
        }[];
        exceptions: {
          /** YYYY-MM-DD */
          date: string;
          /** Hours of this date instead of the weekly ones; empty: closed */
          ranges: {
            /** HH:MM */
            from: string;
            /** HH:MM, later than `from`; 24:00 is the end of the day. Not open any more at this time */
            to: string;
          }[];
        }[];
      } | null;
    };
    disabled: boolean;
  };
  output: {
    audio: boolean;
  };
  /** Origins of pages that may embed the chat: https://www.example.com, https://*.example.com, http://localhost:8080, or * for all */
  allowedOrigins: string[];
  channels: {
    enabled: {
      share: boolean;
      embed: boolean;
      widget: boolean;
      liveChat: boolean;
      search: boolean;
    };
    greeting: string;
    suggestions: string[];
    /** Show a line in the chat that says that an AI answers. Hidden while a person answers instead of the agent */
    aiDisclosure: boolean;
    /** Text of the AI disclosure. Empty: the built-in text in the language of the page */
    aiDisclosureText: string;
    launcherText: string;
    /** Alternative text of the logo. Empty: screen readers skip it, because the name of the agent is beside it */
    logoAlt: string;
    /** Require identity verification: a page that sends a user_id must also send a valid user_hash */
    requireUserHash: boolean;
    identitySecret: string | null;
    /** How long a replaced identitySecret stays valid, so that the site can switch to the new one; 0: not at all */
    identityGraceHours: number;
    previousIdentitySecret: {
      secret: string;
      expiresAt: string;
    } | null;
    /** false: only a user_hash with an expiry (v2) is accepted */
    acceptLegacyUserHash: boolean;
    /** Hosts from which the chat may show images, over https: images.example.com, *.example.com, images.example.com:8443 */
    imageHosts: string[];
    /** Color of buttons in the chat and of the widget, and of the text on it; onPrimary null: black or white, whichever is readable */
    colors: {
      primary: string | null;
      onPrimary: string | null;
    };
    search: {
      /** Text in the empty search field. Empty: the built-in text in the language of the page */
      placeholder: string;
      /** Knowledge bases whose documents are listed as results. null: all that the agent searches to answer; for a flow none, because its components choose their own. An empty list: no results, only answers */
      groupIds: string[] | null;
      /** Attributes of documents by which visitors narrow the results. Visitors see their values */
      filters: {
        attribute: string;
        /** Empty: the name of the attribute */
        label: string;
      }[];
    };
    /** Per visitor */
    messagesPerMinute: number;
    /** Per IP address (IPv6: /64), which can be shared by a whole office */
    messagesPerMinutePerAddress: number;
    /** For all visitors together, except verified users */
    messagesPerMinutePerAgent: number;
    /** Chat pages opened per IP address, which can be shared by an office or a proxy */
    sessionsPerMinutePerAddress: number;
    /** New visitors per IP address */
    newVisitorsPerMinutePerAddress: number;
    /** Of a visitor */
    filesPerMessage: number;
    /** Total size of the files of a visitor's message */
    messageMb: number;
    storedMbPerVisitor: number | null;
  };
  /** Texts of `channels` and `humanService` in other languages, by BCP 47 language tag. A user gets the text of their language (`pt-BR`, then `pt`); where it is missing or empty, the agent's own text */
  translations: Record<string, {
    greeting: string;
    suggestions: string[];
    /** Text of the AI disclosure. Empty: the built-in text in the language of the page */
    aiDisclosureText: string;
    launcherText: string;
    connectingText: string;
    emailText: string;
    unreachableText: string;
  }>;
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
export interface Agent {
  id: string;
  workspaceId: string;
  name: string;
  kind: 'simple' | 'flow';
  /** false: sending messages and creating conversations fail with 20055; other operations of the developer API work */
  apiEnabled: boolean;
  /** Increases with each change; send the version that you read when you change the agent */
  version: number;
  /** The version that conversations use */
  publishedVersion: number;
  /** true: saved changes become a draft, which is used only after it is published */
  draftsEnabled: boolean;
  /** null: no unpublished changes */
  draftVersion: number | null;
  createdAt: string;
  updatedAt: string;
  settings: AgentSettings;
  /** Settings with a signing secret of fewer than 24 bytes, from an earlier version; replace them */
  weakSecrets: string[];
}
export interface ConnectedModel {
  /** Name of the model on its server */
  name: string;
  /** Kinds of files that the model reads itself; others are converted to text first */
  takes?: {
    image?: boolean;
    audio?: boolean;
    document?: boolean;
  };
  /** Context window in tokens; limits how much of the conversation is sent. null: unknown */
  contextTokens: number | null;
  /** Credits per million tokens. null: the prices of the agent apply */
  price: {
    inputPerMillion: string;
    outputPerMillion: string;
  } | null;
}
export interface ModelConnection {
  id: string;
  name: string;
  /** Protocol of the server */
  provider: 'openai' | 'anthropic' | 'google';
  baseUrl: string | null;
  /** Masked key; null: none */
  apiKey: string | null;
  /** Values are masked */
  headers: Record<string, string>;
  models: ConnectedModel[];
  /** Agents whose settings or flow use a model of the connection */
  usedBy: {
    agentId: string;
    agentName: string;
  }[];
  version: number;
  createdAt: string;
  updatedAt: string;
}
export interface HttpTool {
  name: string;
  description: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** May contain {name} for a parameter; other parameters are sent in the query or body */
  url: string;
  headers: Record<string, string>;
  /** JSON Schema of the arguments. x-location of a property (query, header or body) says where an argument goes that the URL does not contain */
  parameters: Record<string, unknown>;
  timeoutMs: number;
}
export interface Key {
  id: string;
  name: string;
  /** First characters of the key */
  prefix: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}
export interface NewKey {
  id: string;
  name: string;
  /** First characters of the key */
  prefix: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** The API key; shown only once */
  key: string;
}
export interface AuditEntry {
  id: string;
  workspaceId: string | null;
  /** Value for the filter `actor`: the e-mail address of an operator, `token` and its name, `command line`, `first start`, or `nobody` */
  actor: string;
  /** unknown: a request without a sign-in, for example a refused sign-in */
  actorKind: 'operator' | 'token' | 'command-line' | 'first-start' | 'unknown';
  /** Name of the operator or token; null for other actors and for deleted operators */
  actorName: string | null;
  action: string;
  targetKind: string;
  targetId: string;
  /** Name of the agent, document, table …, subject of the conversation, or question of the round; null if it was deleted or has no name */
  targetName: string | null;
  /** Field → [before, after]; secrets are masked */
  changes: Record<string, [unknown, unknown]>;
  createdAt: string;
}
export interface AgentDefaults {
  /** Origin of the service for visitors: links and snippets use it */
  origin: string;
  runTimeoutMs: number;
  firstTokenTimeoutMs: number;
  /** In MB; null: no limit */
  storedMb: number | null;
  /** In MB; null: no limit */
  storedMbPerVisitor: number | null;
}
export interface AgentImages {
  logo: {
    /** Path on this service. It changes with the content */
    path: string;
    width: number;
    height: number;
  } | null;
  avatar: {
    /** Path on this service. It changes with the content */
    path: string;
    width: number;
    height: number;
  } | null;
}
export interface AgentVersion {
  version: number;
  /** Name of the agent in this version */
  name: string;
  note: string;
  /** E-mail address of an operator, or `token` and the name of a token. Empty: not known */
  createdBy: string;
  createdAt: string;
  /** The version that was restored */
  restoredFrom: number | null;
  publishedAt: string | null;
  publishedBy: string | null;
  /** Conversations use this version */
  isLive: boolean;
  isDraft: boolean;
}
export type AgentDifference = {
  /** Path, such as settings.memory.shortTerm */
  field: string;
  kind: 'value';
  before: unknown;
  after: unknown;
} | {
  /** Path, such as settings.memory.shortTerm */
  field: string;
  kind: 'text';
  before: string;
  after: string;
} | {
  /** Path, such as settings.memory.shortTerm */
  field: string;
  kind: 'secret';
  change: 'set' | 'changed' | 'removed';
};
/** What a daily run has deleted so far. `endedAt` is null while it runs */
export interface RetentionRun {
  startedAt: string;
  endedAt: string | null;
  /** Deleted conversations */
  conversations: number;
  /** Deleted rounds */
  rounds: number;
  /** Deleted files */
  files: number;
  /** Rounds whose details were deleted */
  traces: number;
  /** Deleted webhook deliveries */
  deliveries: number;
}
export interface AgentRetention {
  /** Conversations are deleted this many days after their last activity; null: they are kept until an operator erases them */
  conversationDays: number | null;
  /** Details of replies (inputs and outputs of steps, errors of model servers, logs of streams, webhook deliveries) are deleted after this many days; null: they are kept as long as their conversation */
  traceDays: number | null;
  /** Files of messages are deleted after this many days; null: they are kept as long as their conversation */
  fileDays: number | null;
  /** null: there was no run yet */
  lastRun: RetentionRun | null;
}
export interface RetentionPreview {
  conversations: number;
}
export interface AgentFile {
  format: 'frontdesk-agent';
  formatVersion: 1;
  agent: {
    name: string;
    kind: 'simple' | 'flow';
    /** Without secrets */
    settings: Record<string, unknown>;
  };
  /** Fields whose secrets must be entered after the import */
  secrets?: string[];
  connections?: Record<string, string>;
  flow?: {
    draft: unknown;
    /** The published graph */
    published?: unknown;
  };
  tables?: {
    /** In the installation that wrote the file */
    id?: string;
    name: string;
    description?: string;
    ownerField?: string | null;
    fields: unknown[];
    /** Sample data. Exported files have none */
    records?: Record<string, unknown>[];
  }[];
  knowledge?: {
    /** In the installation that wrote the file */
    id?: string;
    name: string;
    description?: string;
    documents: {
      /** In the installation that wrote the file */
      id?: string;
      name: string;
      sourceUrl?: string;
      /** The content, if it is text */
      text?: string;
      /** The content otherwise */
      base64?: string;
    }[];
  }[];
  /** Further parts, such as test sets */
  sections?: Record<string, unknown>;
}
export interface AgentFileSummary {
  name: string;
  kind: 'simple' | 'flow';
  tables: string[];
  documents: number;
  sections: {
    name: string;
    items: number;
  }[];
  /** Fields whose secrets must be entered */
  secrets: string[];
  warnings: string[];
}
export interface ImportedAgent {
  agent: Agent;
  /** Fields whose secrets must be entered */
  secrets: string[];
  warnings: string[];
}
export interface FlowGraph {
  /** Variables with their initial values */
  variables: Record<string, unknown>;
  nodes: ({
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'start';
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'model';
    model: {
      provider: 'embedded';
    } | {
      provider: 'connection';
      connectionId: string;
      /** Name of the model on its server */
      name: string;
    } | {
      provider: 'openai' | 'anthropic' | 'google';
      baseUrl?: string;
      name: string;
      takes?: {
        image?: boolean;
        audio?: boolean;
        document?: boolean;
      };
    } | null;
    temperature: number | null;
    maxOutputTokens: number | null;
    /** Text that may contain {{variable}} or {{variable.path}} */
    prompt: string;
    question: string | null;
    memory: {
      shortTerm: boolean;
      longTerm: boolean;
    };
    /** Retrieval components whose chunks the model gets */
    passages: string[];
    /** Whether the model may use the agent's tools */
    tools: boolean;
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'retrieval';
    /** Text that may contain {{variable}} or {{variable.path}} */
    query: string;
    groupIds: string[] | null;
    dataIds: string[] | null;
    topK: number | null;
    minimumScore: number | null;
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'table-lookup';
    /** Name or id of a table of the agent */
    table: string;
    saveAs: string;
    filter: Record<string, string | number | boolean | null>;
    /** Text that may contain {{variable}} or {{variable.path}} */
    keyword: string;
    limit: number;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'table-add';
    /** Name or id of a table of the agent */
    table: string;
    saveAs: string;
    values: Record<string, string | number | boolean | null>;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'table-update';
    /** Name or id of a table of the agent */
    table: string;
    saveAs: string;
    /** Text that may contain {{variable}} or {{variable.path}} */
    recordId: string;
    values: Record<string, string | number | boolean | null>;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'http-tool';
    /** Name of one of the agent's HTTP tools */
    tool: string;
    arguments: Record<string, string | number | boolean | null>;
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'mcp-tool';
    /** Name of one of the agent's MCP servers */
    server: string;
    tool: string;
    arguments: Record<string, string | number | boolean | null>;
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'classifier';
    model: {
      provider: 'embedded';
    } | {
      provider: 'connection';
      connectionId: string;
      /** Name of the model on its server */
      name: string;
    } | {
      provider: 'openai' | 'anthropic' | 'google';
      baseUrl?: string;
      name: string;
      takes?: {
        image?: boolean;
        audio?: boolean;
        document?: boolean;
      };
    } | null;
    temperature: number | null;
    maxOutputTokens: number | null;
    /** Text that may contain {{variable}} or {{variable.path}} */
    text: string;
    /** Rules are checked first; with "model", the model decides if no rule matches */
    by: 'rules' | 'model';
    /** Text that may contain {{variable}} or {{variable.path}} */
    prompt: string;
    branches: {
      name: string;
      description: string;
      keywords: string[];
      patterns: string[];
    }[];
    saveAs: string | null;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'condition';
    branches: {
      name: string;
      all: {
        /** Variable, or path in a variable */
        variable: string;
        operator: 'equals' | 'not-equals' | 'contains' | 'not-contains' | 'starts-with' | 'above' | 'below' | 'is-empty' | 'is-not-empty';
        /** Text that may contain {{variable}} or {{variable.path}} */
        value: string;
      }[];
    }[];
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'set-variable';
    variable: string;
    /** Text that may contain {{variable}} or {{variable.path}} */
    value: string;
    as: 'text' | 'number' | 'json';
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'template';
    /** Text that may contain {{variable}} or {{variable.path}} */
    template: string;
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'human-service';
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'reply';
    /** Text that may contain {{variable}} or {{variable.path}} */
    text: string;
    output: 'text' | 'audio' | 'both' | null;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'ask';
    /** Text that may contain {{variable}} or {{variable.path}} */
    text: string;
    choices: string[];
    /** Whether an answer besides the choices is accepted; it leads to the branch "other" */
    acceptOther: boolean;
    check: 'none' | 'number' | 'email' | 'phone' | 'date' | 'pattern';
    /** Regular expression that the whole answer must match, for the check "pattern" */
    pattern: string;
    /** Text that may contain {{variable}} or {{variable.path}} */
    retryText: string;
    /** Invalid answers before the branch "failed" */
    maxAttempts: number;
    /** After this time a message starts the flow again */
    expiresAfterMinutes: number;
    /** Answers that lead to the branch "cancelled" */
    cancelWords: string[];
    saveAs: string;
    saveFilesAs: string | null;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'form';
    /** Text that may contain {{variable}} or {{variable.path}} */
    text: string;
    fields: {
      name: string;
      label: string;
      type: 'text' | 'number' | 'email' | 'phone' | 'date' | 'choice' | 'boolean';
      required: boolean;
      description: string;
      choices: string[];
    }[];
    /** Text that may contain {{variable}} or {{variable.path}} */
    retryText: string;
    /** Invalid answers before the branch "failed" */
    maxAttempts: number;
    /** After this time a message starts the flow again */
    expiresAfterMinutes: number;
    /** Answers that lead to the branch "cancelled" */
    cancelWords: string[];
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'extract';
    model: {
      provider: 'embedded';
    } | {
      provider: 'connection';
      connectionId: string;
      /** Name of the model on its server */
      name: string;
    } | {
      provider: 'openai' | 'anthropic' | 'google';
      baseUrl?: string;
      name: string;
      takes?: {
        image?: boolean;
        audio?: boolean;
        document?: boolean;
      };
    } | null;
    temperature: number | null;
    maxOutputTokens: number | null;
    /** Text that may contain {{variable}} or {{variable.path}} */
    text: string;
    /** Text that may contain {{variable}} or {{variable.path}} */
    instruction: string;
    /** JSON Schema of an object with the fields */
    schema: Record<string, unknown>;
    defaults: Record<string, unknown> | null;
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'json';
    operation: 'merge' | 'pick' | 'build';
    /** For merge: variables or paths, in order. Objects: later ones win; lists are concatenated */
    sources: string[];
    /** For merge: whether nested objects are merged too */
    deep: boolean;
    /** For pick: the variable or path, and the path in the result */
    fields: {
      from: string;
      to: string;
    }[];
    /** For pick: what happens with a path without a value */
    ifMissing: 'fail' | 'null' | 'omit';
    /** Text that may contain {{variable}} or {{variable.path}} */
    template: string;
    output: 'json' | 'text';
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'sub-flow';
    /** A flow agent of the same workspace */
    agentId: string;
    inputs: Record<string, string | number | boolean | null>;
    saveAs: string;
  } | {
    id: string;
    name: string;
    /** Further attempts after a failure */
    retries: number;
    timeoutMs: number;
    type: 'loop';
    maxIterations: number;
    over: string | null;
    item: string;
    /** Checked after each iteration; the loop ends when all are true */
    until: {
      /** Variable, or path in a variable */
      variable: string;
      operator: 'equals' | 'not-equals' | 'contains' | 'not-contains' | 'starts-with' | 'above' | 'below' | 'is-empty' | 'is-not-empty';
      /** Text that may contain {{variable}} or {{variable.path}} */
      value: string;
    }[];
    body: {
      nodes: ({
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'start';
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'model';
        model: {
          provider: 'embedded';
        } | {
          provider: 'connection';
          connectionId: string;
          /** Name of the model on its server */
          name: string;
        } | {
          provider: 'openai' | 'anthropic' | 'google';
          baseUrl?: string;
          name: string;
          takes?: {
            image?: boolean;
            audio?: boolean;
            document?: boolean;
          };
        } | null;
        temperature: number | null;
        maxOutputTokens: number | null;
        /** Text that may contain {{variable}} or {{variable.path}} */
        prompt: string;
        question: string | null;
        memory: {
          shortTerm: boolean;
          longTerm: boolean;
        };
        /** Retrieval components whose chunks the model gets */
        passages: string[];
        /** Whether the model may use the agent's tools */
        tools: boolean;
        saveAs: string;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'retrieval';
        /** Text that may contain {{variable}} or {{variable.path}} */
        query: string;
        groupIds: string[] | null;
        dataIds: string[] | null;
        topK: number | null;
        minimumScore: number | null;
        saveAs: string;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'table-lookup';
        /** Name or id of a table of the agent */
        table: string;
        saveAs: string;
        filter: Record<string, string | number | boolean | null>;
        /** Text that may contain {{variable}} or {{variable.path}} */
        keyword: string;
        limit: number;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'table-add';
        /** Name or id of a table of the agent */
        table: string;
        saveAs: string;
        values: Record<string, string | number | boolean | null>;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'table-update';
        /** Name or id of a table of the agent */
        table: string;
        saveAs: string;
        /** Text that may contain {{variable}} or {{variable.path}} */
        recordId: string;
        values: Record<string, string | number | boolean | null>;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'http-tool';
        /** Name of one of the agent's HTTP tools */
        tool: string;
        arguments: Record<string, string | number | boolean | null>;
        saveAs: string;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'mcp-tool';
        /** Name of one of the agent's MCP servers */
        server: string;
        tool: string;
        arguments: Record<string, string | number | boolean | null>;
        saveAs: string;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'classifier';
        model: {
          provider: 'embedded';
        } | {
          provider: 'connection';
          connectionId: string;
          /** Name of the model on its server */
          name: string;
        } | {
          provider: 'openai' | 'anthropic' | 'google';
          baseUrl?: string;
          name: string;
          takes?: {
            image?: boolean;
            audio?: boolean;
            document?: boolean;
          };
        } | null;
        temperature: number | null;
        maxOutputTokens: number | null;
        /** Text that may contain {{variable}} or {{variable.path}} */
        text: string;
        /** Rules are checked first; with "model", the model decides if no rule matches */
        by: 'rules' | 'model';
        /** Text that may contain {{variable}} or {{variable.path}} */
        prompt: string;
        branches: {
          name: string;
          description: string;
          keywords: string[];
          patterns: string[];
        }[];
        saveAs: string | null;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'condition';
        branches: {
          name: string;
          all: {
            /** Variable, or path in a variable */
            variable: string;
            operator: 'equals' | 'not-equals' | 'contains' | 'not-contains' | 'starts-with' | 'above' | 'below' | 'is-empty' | 'is-not-empty';
            /** Text that may contain {{variable}} or {{variable.path}} */
            value: string;
          }[];
        }[];
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'set-variable';
        variable: string;
        /** Text that may contain {{variable}} or {{variable.path}} */
        value: string;
        as: 'text' | 'number' | 'json';
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'template';
        /** Text that may contain {{variable}} or {{variable.path}} */
        template: string;
        saveAs: string;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'human-service';
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'reply';
        /** Text that may contain {{variable}} or {{variable.path}} */
        text: string;
        output: 'text' | 'audio' | 'both' | null;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'ask';
        /** Text that may contain {{variable}} or {{variable.path}} */
        text: string;
        choices: string[];
        /** Whether an answer besides the choices is accepted; it leads to the branch "other" */
        acceptOther: boolean;
        check: 'none' | 'number' | 'email' | 'phone' | 'date' | 'pattern';
        /** Regular expression that the whole answer must match, for the check "pattern" */
        pattern: string;
        /** Text that may contain {{variable}} or {{variable.path}} */
        retryText: string;
        /** Invalid answers before the branch "failed" */
        maxAttempts: number;
        /** After this time a message starts the flow again */
        expiresAfterMinutes: number;
        /** Answers that lead to the branch "cancelled" */
        cancelWords: string[];
        saveAs: string;
        saveFilesAs: string | null;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'form';
        /** Text that may contain {{variable}} or {{variable.path}} */
        text: string;
        fields: {
          name: string;
          label: string;
          type: 'text' | 'number' | 'email' | 'phone' | 'date' | 'choice' | 'boolean';
          required: boolean;
          description: string;
          choices: string[];
        }[];
        /** Text that may contain {{variable}} or {{variable.path}} */
        retryText: string;
        /** Invalid answers before the branch "failed" */
        maxAttempts: number;
        /** After this time a message starts the flow again */
        expiresAfterMinutes: number;
        /** Answers that lead to the branch "cancelled" */
        cancelWords: string[];
        saveAs: string;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'extract';
        model: {
          provider: 'embedded';
        } | {
          provider: 'connection';
          connectionId: string;
          /** Name of the model on its server */
          name: string;
        } | {
          provider: 'openai' | 'anthropic' | 'google';
          baseUrl?: string;
          name: string;
          takes?: {
            image?: boolean;
            audio?: boolean;
            document?: boolean;
          };
        } | null;
        temperature: number | null;
        maxOutputTokens: number | null;
        /** Text that may contain {{variable}} or {{variable.path}} */
        text: string;
        /** Text that may contain {{variable}} or {{variable.path}} */
        instruction: string;
        /** JSON Schema of an object with the fields */
        schema: Record<string, unknown>;
        defaults: Record<string, unknown> | null;
        saveAs: string;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'json';
        operation: 'merge' | 'pick' | 'build';
        /** For merge: variables or paths, in order. Objects: later ones win; lists are concatenated */
        sources: string[];
        /** For merge: whether nested objects are merged too */
        deep: boolean;
        /** For pick: the variable or path, and the path in the result */
        fields: {
          from: string;
          to: string;
        }[];
        /** For pick: what happens with a path without a value */
        ifMissing: 'fail' | 'null' | 'omit';
        /** Text that may contain {{variable}} or {{variable.path}} */
        template: string;
        output: 'json' | 'text';
        saveAs: string;
      } | {
        id: string;
        name: string;
        /** Further attempts after a failure */
        retries: number;
        timeoutMs: number;
        type: 'sub-flow';
        /** A flow agent of the same workspace */
        agentId: string;
        inputs: Record<string, string | number | boolean | null>;
        saveAs: string;
      })[];
      edges: {
        from: string;
        to: string;
        /** next, failure, or a branch of the source component */
        branch: string;
      }[];
    };
  })[];
  edges: {
    from: string;
    to: string;
    /** next, failure, or a branch of the source component */
    branch: string;
  }[];
}
export interface Flow {
  draft: FlowGraph | null;
  /** 0: no draft is saved yet */
  revision: number;
  /** Version in use */
  publishedVersion: number | null;
  publishedAt: string | null;
  /** Whether the draft differs from the version in use. false if nothing is published */
  isChanged: boolean;
  updatedAt: string | null;
}
export interface FlowProblem {
  /** The loop whose body contains the component */
  loopId: string | null;
  /** null: the whole flow */
  nodeId: string | null;
  nodeName: string | null;
  /** Setting of the component */
  field: string | null;
  message: string;
  /** The flow names something that the agent does not have. The draft can still be run */
  isReference: boolean;
}
export interface FlowVersion {
  version: number;
  note: string;
  createdBy: string;
  createdAt: string;
}
export interface FlowFile {
  format: 'frontdesk-flow';
  formatVersion: 1;
  name: string;
  graph: FlowGraph;
}
export interface Tokens {
  promptTokens: number;
  promptAudioTokens: number;
  /** If the provider reports it */
  promptCachedTokens?: number;
  completionTokens: number;
  reasoningTokens: number;
  completionAudioTokens: number;
  /** Counted by the service because the provider did not report it */
  estimated: boolean;
}
export type LiveStep = {
  state: 'started';
  /** Number of the step, in the order of their start */
  id: number;
  kind: 'recognition' | 'memory' | 'retrieval' | 'model' | 'tool' | 'component' | 'speech';
  name: string;
  /** Time since the round was accepted */
  startMs: number;
  /** Of a retrieval: query and chunks with their scores. Of a tool: arguments and result. */
  detail: Record<string, unknown>;
} | {
  state: 'ended';
  /** Number of the step, in the order of their start */
  id: number;
  kind: 'recognition' | 'memory' | 'retrieval' | 'model' | 'tool' | 'component' | 'speech';
  name: string;
  /** Time since the round was accepted */
  startMs: number;
  /** Of a retrieval: query and chunks with their scores. Of a tool: arguments and result. */
  detail: Record<string, unknown>;
  durationMs: number;
  tokens: Tokens | null;
  credits: string | null;
  error: string | null;
};
export interface AttachedFile {
  id: string;
  kind: 'image' | 'audio' | 'document';
  name: string;
  mediaType: string;
  sizeBytes: number;
  /** Length of a recording */
  seconds?: number;
  /** The data retention of the agent has deleted the file after this many days */
  removedAfterDays?: number;
}
export interface TraceStep {
  kind: 'recognition' | 'memory' | 'retrieval' | 'model' | 'tool' | 'component' | 'speech';
  name: string;
  /** Time since the round was accepted */
  startMs: number;
  /** Of a retrieval: query and chunks with their scores. Of a tool: arguments and result. */
  detail: Record<string, unknown>;
  durationMs: number;
  tokens: Tokens | null;
  credits: string | null;
  error: string | null;
}
export interface Citation {
  documentId: string;
  documentName: string;
  /** Best chunk of the passage */
  chunkId: string;
  /** All chunks of the passage, in their order */
  chunkIds: string[];
  sourceUrl: string;
  /** Text at the time of the answer */
  content: string;
  score: number;
  /** Parts of the answer that used the passage, in UTF-16 units. Empty for older answers */
  spans: {
    start: number;
    end: number;
  }[];
}
export interface Round {
  id: string;
  answerId: string;
  conversationId: string;
  userId: string;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  channel: string;
  /** Position in the conversation, from 1 */
  sequence: number;
  apiVersion: number;
  question: string;
  files: AttachedFile[];
  answer: string;
  /** Reply of a person before the next round */
  humanAnswer: string;
  tokens: Tokens | null;
  status: 'running' | 'done' | 'failed' | 'stopped';
  mode: 'blocking' | 'streaming' | 'webhook' | 'async';
  /** Why it failed, for operators */
  error: string | null;
  /** Credits as decimal text */
  credits: string;
  /** Feedback of the user */
  feedback: 'NONE' | 'GOOD' | 'BAD';
  /** Of a bad rating, if the user chose a reason */
  feedbackReason: 'INCORRECT' | 'INCOMPLETE' | 'OFF_TOPIC' | 'TOO_LONG' | 'OFFENSIVE' | 'OTHER' | null;
  /** Of a bad rating; empty without a comment */
  feedbackComment: string;
  /** Quality rating of an operator */
  quality: 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';
  /** The message went to a person instead of the agent */
  withPerson: boolean;
  /** The round with the later version, after the user edited this message or one before it, or had it answered again */
  replacedBy: string | null;
  createdAt: string;
  endedAt: string | null;
  trace: TraceStep[];
  citations: Citation[];
  /** Of a spoken answer */
  recordings: {
    /** Path on this service, valid for one day; empty if the file was deleted */
    url: string;
    transcript: string;
    /** Length */
    seconds: number;
  }[];
}
export interface TestCall {
  /** Address that was called */
  name: 'message' | 'establish' | 'chat' | 'close';
  url: string;
  /** Whether the status was 2xx */
  ok: boolean;
  /** null: no response */
  httpStatus: number | null;
  latencyMs: number;
  error: string | null;
  /** Beginning of the response */
  excerpt: string;
}
export interface WebhookCheck {
  /** Whether all calls succeeded */
  ok: boolean;
  calls: TestCall[];
}
export interface WebhookExample {
  name: 'reply.agent' | 'reply.human' | 'reply.failed' | 'replyV1.agent' | 'event.pageOpened' | 'event.widgetOpened' | 'event.widgetClosed' | 'event.messageSent' | 'event.feedbackGiven' | 'event.handoffStarted' | 'event.handoffWaiting' | 'event.handoffMissed' | 'event.handoffClosed' | 'event.sourceSynced' | 'event.sourceFailed' | 'event.evaluationRegressed' | 'humanEstablish.establish' | 'humanChat.text' | 'humanChat.file' | 'humanClose.timeout' | 'humanClose.left';
  /** Receiver that gets it */
  target: 'message' | 'human_service';
  summary: string;
}
export interface SentExample {
  url: string;
  /** Without the secret of the authorization */
  requestHeaders: Record<string, string>;
  requestBody: string;
  /** null: no response */
  httpStatus: number | null;
  latencyMs: number;
  error: string | null;
  /** Beginning of the response */
  excerpt: string;
}
export interface McpCheck {
  ok: boolean;
  latencyMs: number;
  tools: {
    /** Name under which the model calls the tool */
    name: string;
    description: string;
  }[];
  /** Why it failed, or why a round cannot use its tools */
  reason: string | null;
}
export interface ToolTest {
  ok: boolean;
  latencyMs: number;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** null: nothing was sent */
  url: string | null;
  /** null: there was no response */
  status: number | null;
  /** What the model would read; secrets of the tool are masked */
  text: string;
  /** Technical reason of a failure */
  detail: string | null;
}
export interface ConfiguredModel {
  /** Runs in the service, without an API key */
  isEmbedded: boolean;
  address: string | null;
  name: string | null;
  /** Masked key; null: none */
  key: string | null;
}
export interface ServiceModels {
  model: ConfiguredModel;
  embedding: ConfiguredModel;
  transcription: ConfiguredModel;
  synthesis: ConfiguredModel;
  rerankers: {
    version: 'BGE-Rerank' | 'Jina-reranker-v2-base-multilingual' | 'Jina-colbert-v2' | 'BCE-Rerank';
    isSetUp: boolean;
    address: string | null;
    key: string | null;
  }[];
}
export interface ModelTrial {
  ok: boolean;
  /** Model that was called */
  name: string;
  latencyMs: number;
  firstTokenMs: number | null;
  /** Beginning of the response */
  text: string;
  /** Reason of the failure */
  reason: string | null;
}
export interface CountedKnowledgeBase {
  id: string;
  name: string;
  description: string;
  /** Whether documents are added to it if no knowledge base is given */
  isDefault: boolean;
  createdAt: string;
  documents: number;
  chunks: number;
  tokens: number;
}
export interface KnowledgeBase {
  id: string;
  name: string;
  description: string;
  /** Whether documents are added to it if no knowledge base is given */
  isDefault: boolean;
  createdAt: string;
}
export interface KnowledgeDocument {
  id: string;
  knowledgeBaseId: string;
  /** spreadsheet: csv, xls, xlsx and ods, cut by rows under their header; qa: the same formats with the columns question and answer, one chunk for each pair */
  kind: 'text' | 'spreadsheet' | 'qa';
  name: string;
  format: string;
  /** URL that citations link to; empty: none */
  sourceUrl: string;
  status: 'PENDING' | 'PROCESSING' | 'ACTIVE' | 'FAILED';
  failReason: string | null;
  /** Parts of the file that could not be read */
  warnings: string[];
  /** null if the document is not being processed */
  progress: {
    stage: 'queued' | 'parsing' | 'embedding';
    done: number;
    /** 0 if it is not known yet */
    total: number;
  } | null;
  /** Whether content of the document is searchable, also while new content is processed */
  isServing: boolean;
  /** false: nothing of the document is found */
  isEnabled: boolean;
  tags: string[];
  /** Values by which searches are filtered */
  attributes: Record<string, string | number | boolean>;
  /** Whether a source keeps the document in sync */
  isFromSource: boolean;
  /** Of the searchable content, without disabled chunks */
  chunks: number;
  tokens: number;
  characters: number;
  /** E-mail address of the operator; empty: added through the developer API */
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}
export interface DocumentChanges {
  documents: KnowledgeDocument[];
  removedIds: string[];
  /** Number of documents in progress */
  atWork: number;
}
export interface ChunkPreview {
  chunks: {
    headingPath: string[];
    content: string;
    tokens: number;
    /** Of a Q&A document */
    questions: string[];
  }[];
  /** Of the whole file */
  chunkCount: number;
  tokenCount: number;
  /** Parts of the file that could not be read */
  warnings: string[];
}
export interface Chunk {
  id: string;
  /** Order within the document; positions may be missing */
  position: number;
  headingPath: string[];
  /** Of a Q&A document: the answer */
  content: string;
  /** Of a Q&A document: the questions, otherwise empty */
  questions: string[];
  /** Words by which the chunk is found besides its text */
  keywords: string[];
  tokens: number;
  /** false: the chunk is not searched */
  isEnabled: boolean;
  /** null: as in the file */
  edit: {
    kind: 'change' | 'add' | 'remove';
    /** Text of the file before the edit; null for an added chunk */
    originalContent: string | null;
    /** true: the current file does not contain the text that was edited */
    hasConflict: boolean;
    /** E-mail address; empty: edited with an API key or access token */
    editedBy: string;
    editedAt: string;
  } | null;
}
export interface SourceRun {
  id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  startedBy: 'operator' | 'schedule';
  /** Pages to read, so far */
  found: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Pages whose documents were deleted */
  removed: number;
  /** Pages that no longer exist and whose documents are kept so far */
  missing: number;
  /** Pages without a document, each with a reason */
  skipped: number;
  /** Links to pages that were not read because of `maxPages` */
  beyondLimit: number;
  /** Why the sync failed */
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}
export interface KnowledgeSource {
  id: string;
  knowledgeBaseId: string;
  /** page: one page; site: the pages below a path; feed: the pages that an RSS, Atom or JSON feed links to; folder: the files of a folder of the server; s3: the objects of a bucket; git: the files of a folder of a Git repository */
  kind: 'page' | 'site' | 'feed' | 'folder' | 's3' | 'git';
  name: string;
  url: string;
  /** Null for other kinds */
  s3: {
    bucket: string;
    prefix: string;
    region: string;
    isPathStyle: boolean;
  } | null;
  /** Null for other kinds */
  git: {
    branch: string;
    folder: string;
    urlTemplate: string;
  } | null;
  hasCredentials: boolean;
  rules: {
    pathPrefix: string;
    include: string[];
    exclude: string[];
    maxDepth: number;
    maxPages: number;
    useSitemap: boolean;
    followLinks: boolean;
    delayMs: number;
    maxTotalMb: number;
  };
  chunkTokens: number;
  /** When the document of a page that no longer exists is deleted */
  removal: 'at-once' | 'after-grace' | 'never';
  graceDays: number;
  /** What happens to edited chunks when the content of a page changes. keep: they stay, with a conflict mark if the new content does not have their original text; replace: edits are discarded */
  edits: 'keep' | 'replace';
  schedule: string;
  nextSyncAt: string | null;
  /** Whether its documents are being deleted */
  isDeleting: boolean;
  documents: number;
  lastRun: SourceRun | null;
  /** E-mail address of the operator; empty: added with a token */
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}
export interface SkipReason {
  code: 'robots' | 'excluded' | 'not-included' | 'trap' | 'too-deep' | 'sitemap' | 'redirect' | 'status' | 'too-large' | 'unreachable' | 'unsupported' | 'unreadable' | 'no-text' | 'noindex' | 'duplicate' | 'storage' | 'gone' | 'name' | 'hidden' | 'link' | 'special' | 'changed' | 'submodule' | 'lfs';
  /** For example the status, or the URL of a redirect; may be empty */
  detail: string;
}
export interface SourcePreview {
  /** The first pages, at most 500, in the order in which they would be read */
  pages: {
    url: string;
    depth: number;
  }[];
  /** Pages found so far. A sync follows further links */
  found: number;
  /** Whether more than `maxPages` pages were found */
  isOverLimit: boolean;
  /** At most 100 */
  skipped: {
    url: string;
    reason: SkipReason;
  }[];
  /** The start of the extracted text of the first page */
  sample: {
    url: string;
    title: string;
    text: string;
  } | null;
  sampleProblem: SkipReason | null;
}
export interface SourceRunPage {
  /** Of a page, or the path of a file */
  url: string;
  /** Links from the start page, or folders above the file */
  depth: number;
  state: 'waiting' | 'added' | 'updated' | 'unchanged' | 'removed' | 'missing' | 'skipped';
  reason: SkipReason | null;
}
export interface FoundChunk {
  chunkId: string;
  documentId: string;
  documentName: string;
  sourceUrl: string;
  content: string;
  /** Final score: of the reranker, if one was used */
  score: number;
  semanticScore: number;
  keywordScore: number;
  rerankScore: number | null;
}
export interface RetrievalResult {
  chunks: FoundChunk[];
  timings: {
    /** Milliseconds */
    indexMs: number;
    /** Milliseconds */
    embedMs: number;
    /** Milliseconds */
    searchMs: number;
    /** Milliseconds */
    readMs: number;
    /** Milliseconds */
    rerankMs: number;
    /** Milliseconds */
    totalMs: number;
  };
  warnings: string[];
}
export interface Reranker {
  version: 'BGE-Rerank' | 'Jina-reranker-v2-base-multilingual' | 'Jina-colbert-v2' | 'BCE-Rerank';
  isSetUp: boolean;
  /** Host of its server; null if it runs locally or is not configured */
  address: string | null;
}
export interface TestProblem {
  code: 'agent-deleted' | 'version-deleted' | 'no-flow' | 'no-cases' | 'no-credits' | 'answer-failed' | 'file-missing' | 'given-up';
  /** Text of the model or the service */
  detail: string;
}
export interface TestRun {
  id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  startedBy: 'operator' | 'schedule' | 'command';
  /** E-mail address of the operator; empty: schedule or token */
  createdBy: string;
  /** Version of the agent that is tested */
  version: number;
  usesFlowDraft: boolean;
  repeats: number;
  concurrency: number;
  /** 0 until the run starts */
  cases: number;
  /** Cases times repeats */
  attempts: number;
  /** Attempts */
  passed: number;
  /** Attempts with an expectation that was not met */
  failed: number;
  /** Attempts that could not be decided */
  errors: number;
  /** Of the attempts so far; null: none */
  passRate: {
    /** Share of attempts that passed */
    rate: number;
    low: number;
    /** 95 % confidence interval (Wilson): from `low` to `high` */
    high: number;
  } | null;
  /** Cases whose every attempt passed. 0 until the end */
  passedCases: number;
  /** Cases that passed in the previous completed run and do not pass now. 0 until the end */
  regressions: number;
  previousRunId: string | null;
  /** Credits as decimal text */
  credits: string;
  /** Credits as decimal text */
  estimatedCredits: string;
  error: TestProblem | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}
export interface TestSet {
  id: string;
  name: string;
  description: string;
  /** Model that judges answers. Null: the model of the agent */
  judgeModel: {
    provider: 'connection';
    connectionId: string;
    /** Name of the model on its server */
    name: string;
  } | null;
  /** How often a run sends each case. More than once gives a pass rate per case */
  repeats: number;
  /** off, hourly, daily, weekly, or a cron expression with five fields in UTC */
  schedule: string;
  /** Share of attempts that must pass before the agent can be published, in a run with the version to publish. Null: not required */
  requiredPassRate: number | null;
  nextRunAt: string | null;
  cases: number;
  lastRun: TestRun | null;
  /** E-mail address of the operator; empty: added with a token */
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}
export interface TestTurn {
  text: string;
  files: {
    /** Null: the file is missing and must be attached again */
    fileId: string | null;
    name: string;
    sizeBytes: number;
  }[];
}
export type Expectation = {
  type: 'contains';
  /** Text in the answer. Upper and lower case are equal */
  text: string;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'not-contains';
  /** Text that must not be in the answer */
  text: string;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'pattern';
  /** Regular expression that the answer matches, without lookaround and backreferences. Upper and lower case are equal */
  pattern: string;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'json-schema';
  /** JSON Schema of the answer, which is JSON or contains one JSON code block */
  schema: Record<string, unknown>;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'cites';
  /** ID of a document of the agent, or its name */
  document: string;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'retrieves';
  /** ID of a document of the agent, or its name */
  document: string;
  /** The document is among the first passages of a search, up to this one */
  topK: number;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'handoff';
  /** Whether the agent hands the conversation over to a person */
  expected: boolean;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'calls-tool';
  tool: string;
  /** Arguments that the call must have. It may have more. Default: any arguments */
  arguments?: Record<string, unknown>;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'refuses';
  /** Whether the answer says that it cannot help, or knows nothing */
  expected: boolean;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'similar';
  /** Answer to compare with, by meaning */
  reference: string;
  /** Minimum similarity */
  threshold: number;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
} | {
  type: 'judge';
  /** What a model checks. Its decision and its reasons are stored */
  rubric: string;
  /** The message whose answer is checked, from 1. Default: the last one; for handoff, calls-tool, cites and retrieves: any of them */
  turn?: number;
};
export interface TestCase {
  id: string;
  name: string;
  /** The name, or the first message */
  label: string;
  turns: TestTurn[];
  expectations: Expectation[];
  origin: 'manual' | 'import' | 'conversation' | 'rating';
  /** The conversation that it was made from. Erasing it deletes the case */
  conversationId: string | null;
  createdAt: string;
  updatedAt: string;
}
export interface TestCaseInput {
  /** Default: none; the case is shown by its first message */
  name?: string;
  /** Messages of the user, in their order */
  turns: {
    text?: string;
    files?: {
      name: string;
      /** A file that the case has */
      fileId?: string | null;
      /** A new file */
      base64Content?: string;
    }[];
  }[];
  /** All must be met. Without any, a case passes if the agent answers */
  expectations?: Expectation[];
}
export interface TestRunEstimate {
  cases: number;
  /** Cases times repeats */
  attempts: number;
  /** Messages to the agent */
  messages: number;
  judgements: number;
  /** Credits as decimal text */
  credits: string;
  /** earlier-runs: their mean cost per attempt; prices: the most that the answers can cost */
  basis: 'earlier-runs' | 'prices';
}
export interface TestRunCase {
  /** Of the case in this run, from 1 */
  number: number;
  caseId: string;
  /** The name, or the first message */
  label: string;
  passed: number;
  failed: number;
  errors: number;
  /** Of the attempts so far; null: none */
  passRate: {
    /** Share of attempts that passed */
    rate: number;
    low: number;
    /** 95 % confidence interval (Wilson): from `low` to `high` */
    high: number;
  } | null;
  /** Compared with the other run. regressed: it passed there and does not pass here */
  change: 'regressed' | 'improved' | 'same' | 'new';
  /** Attempts in the other run */
  base: {
    passed: number;
    failed: number;
    errors: number;
  } | null;
}
export interface TestOutcome {
  status: 'passed' | 'failed' | 'error';
  code: 'met' | 'not-met' | 'no-answer' | 'no-such-document' | 'not-json' | 'too-expensive' | 'language' | 'embedding-failed' | 'judge-failed' | 'judge-unreadable' | 'judge-extractive';
  /** What was found, or the reasons of a judge */
  detail: string;
  /** Similarity, from 0 to 1 */
  score: number | null;
}
export interface TestedRound {
  question: string;
  answer: string;
  status: string;
  error: string | null;
  isHandedOver: boolean;
  /** Credits as decimal text */
  credits: string;
  durationMs: number;
  citations: {
    documentId: string;
    documentName: string;
    /** The beginning */
    content: string;
    score: number;
  }[];
  trace: TraceStep[];
}
export interface TestResults {
  number: number;
  caseId: string;
  label: string;
  expectations: Expectation[];
  results: {
    /** From 1 */
    repeat: number;
    status: 'running' | 'passed' | 'failed' | 'error';
    /** One per expectation. Empty if there is an error */
    outcomes: TestOutcome[];
    error: TestProblem | null;
    rounds: TestedRound[];
    /** Credits as decimal text */
    credits: string;
    durationMs: number;
    startedAt: string;
    endedAt: string | null;
  }[];
}
export interface FoundConversation {
  id: string;
  agentId: string;
  userId: string;
  /** anonymous_id of the user before they were linked to a user_id */
  anonymousId: string | null;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  channel: string;
  /** Messaging platform of the conversation; null: none, or its connection was deleted */
  platform: string | null;
  /** Beginning of the first question */
  subject: string;
  rounds: number;
  /** Credits as decimal text */
  credits: string;
  createdAt: string;
  recentChatAt: string;
  /** When the user deleted the conversation from their list. Operators still see it */
  deletedByUserAt: string | null;
  agentName: string;
  /** The newest matching round */
  match: {
    roundId: string;
    createdAt: string;
    /** Where the first match is: message, answer of the agent, reply of a person, file name, or ID and e-mail address of the user */
    source: 'question' | 'answer' | 'person' | 'file' | 'user';
    /** Part of the message as plain text; isMatch marks the words that were searched */
    snippet: {
      text: string;
      isMatch: boolean;
    }[];
  };
}
export interface Correction {
  id: string;
  question: string;
  answer: string;
  /** null: belongs to no knowledge base */
  knowledgeBaseId: string | null;
  enabled: boolean;
  /** The round whose answer was corrected; null if there is none or it was erased */
  source: {
    conversationId: string;
    roundId: string;
  } | null;
  /** Who changed it last. `email` is empty for a token */
  author: {
    id: string;
    email: string;
  };
  /** Rounds that used it, without test chats. Updated every few seconds */
  hitCount: number;
  lastHitAt: string | null;
  createdAt: string;
  updatedAt: string;
}
export interface CorrectionMatches {
  mode: 'answer' | 'passage' | 'off';
  threshold: number;
  items: {
    correction: Correction;
    /** From 0 to 1 */
    score: number;
    /** words: the embedding model does not know the language, or the correction is not embedded yet */
    comparedBy: 'meaning' | 'words';
    applied: boolean;
  }[];
}
export interface CorrectionImport {
  added: number;
  replaced: number;
  unchanged: number;
  /** The first 100 */
  problems: {
    /** The header is row 1 */
    row: number;
    column: string;
    message: string;
  }[];
  problemCount: number;
}
export interface ConversationView {
  id: string;
  name: string;
  isShared: boolean;
  /** Filters as in the address of the page Conversations */
  filters: {
    words?: string;
    channel?: string;
    user?: string;
    from?: string;
    until?: string;
    quality?: string;
    feedback?: string;
    failed?: string;
    handedOver?: string;
    missed?: string;
    tool?: string;
    document?: string;
    language?: string;
    label?: string;
  };
}
export interface Conversation {
  id: string;
  agentId: string;
  userId: string;
  /** anonymous_id of the user before they were linked to a user_id */
  anonymousId: string | null;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  channel: string;
  /** Messaging platform of the conversation; null: none, or its connection was deleted */
  platform: string | null;
  /** Beginning of the first question */
  subject: string;
  rounds: number;
  /** Credits as decimal text */
  credits: string;
  createdAt: string;
  recentChatAt: string;
  /** When the user deleted the conversation from their list. Operators still see it */
  deletedByUserAt: string | null;
}
export interface ConversationDetail {
  id: string;
  agentId: string;
  userId: string;
  /** anonymous_id of the user before they were linked to a user_id */
  anonymousId: string | null;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  channel: string;
  /** Messaging platform of the conversation; null: none, or its connection was deleted */
  platform: string | null;
  /** Beginning of the first question */
  subject: string;
  rounds: number;
  /** Credits as decimal text */
  credits: string;
  createdAt: string;
  recentChatAt: string;
  /** When the user deleted the conversation from their list. Operators still see it */
  deletedByUserAt: string | null;
  /** Summary of rounds that are older than the short-term memory */
  summary: string;
}
export interface Message {
  id: string;
  /** Of questions and answers; use it to get trace and citations */
  roundId: string | null;
  /** human: a person; service: a notice about the human session */
  role: 'user' | 'assistant' | 'human' | 'service';
  /** Name of the operator who wrote it in the inbox; null for others */
  author: string | null;
  /** ID of that operator */
  authorId: string | null;
  text: string;
  files: {
    id: string;
    kind: 'image' | 'audio' | 'document';
    name: string;
    mediaType: string;
    sizeBytes: number;
    /** Length of a recording */
    seconds?: number;
    /** The data retention of the agent has deleted the file after this many days */
    removedAfterDays?: number;
    /** Path on this service, valid for one day; empty if the file was deleted */
    url: string;
  }[];
  /** Of spoken answers */
  recordings: {
    /** Path on this service, valid for one day; empty if the file was deleted */
    url: string;
    transcript: string;
    /** Length */
    seconds: number;
  }[];
  createdAt: string;
  round: {
    status: 'running' | 'done' | 'failed' | 'stopped';
    mode: 'blocking' | 'streaming' | 'webhook' | 'async';
    /** Why it failed, for operators */
    error: string | null;
    /** Credits as decimal text */
    credits: string;
    /** Feedback of the user */
    feedback: 'NONE' | 'GOOD' | 'BAD';
    /** Of a bad rating, if the user chose a reason */
    feedbackReason: 'INCORRECT' | 'INCOMPLETE' | 'OFF_TOPIC' | 'TOO_LONG' | 'OFFENSIVE' | 'OTHER' | null;
    /** Of a bad rating; empty without a comment */
    feedbackComment: string;
    /** Quality rating of an operator */
    quality: 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';
    /** The message went to a person instead of the agent */
    withPerson: boolean;
    /** The round with the later version, after the user edited this message or one before it, or had it answered again */
    replacedBy: string | null;
  } | null;
  /** Of answers; get the text of the chunks with the round */
  citations: {
    documentId: string;
    documentName: string;
    /** Best chunk of the passage */
    chunkId: string;
    /** All chunks of the passage, in their order */
    chunkIds: string[];
    sourceUrl: string;
    score: number;
    /** Parts of the answer that used the passage, in UTF-16 units. Empty for older answers */
    spans: {
      start: number;
      end: number;
    }[];
  }[];
}
/** Number of deleted items */
export interface Erased {
  conversations: number;
  rounds: number;
  files: number;
}
export interface QuestionAndAnswer {
  id: string;
  answerId: string;
  conversationId: string;
  userId: string;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  channel: string;
  question: string;
  answer: string;
  humanAnswer: string;
  /** Feedback of the user */
  feedback: 'NONE' | 'GOOD' | 'BAD';
  /** Of a bad rating, if the user chose a reason */
  feedbackReason: 'INCORRECT' | 'INCOMPLETE' | 'OFF_TOPIC' | 'TOO_LONG' | 'OFFENSIVE' | 'OTHER' | null;
  /** Of a bad rating; empty without a comment */
  feedbackComment: string;
  createdAt: string;
}
export interface ModelCall {
  model: string;
  /** Time since the round was accepted */
  startMs: number;
  /** System prompt, history, question and tool results, as sent */
  messages: Record<string, unknown>[];
  /** Definitions of the tools */
  tools: Record<string, unknown>[];
  /** Passages for the embedded model, which does not read the prompt */
  passages: Record<string, unknown>[];
  /** Temperature and other parameters of the call */
  parameters: Record<string, unknown>;
  /** Text is missing, because a trace stores a limited amount */
  isCut: boolean;
}
export interface Memory {
  id: string;
  conversationId: string;
  userId: string;
  /** passage: text of the conversation or of a file; fact: derived from them */
  kind: 'passage' | 'fact';
  text: string;
  /** Round from which it comes */
  sequence: number;
  createdAt: string;
}
export interface TableField {
  name: string;
  description: string;
  type: 'TEXT' | 'INT' | 'FLOAT' | 'DATETIME' | 'BOOLEAN';
  required: boolean;
  unique: boolean;
}
export interface AgentTable {
  id: string;
  name: string;
  description: string;
  /** Field with the user_id of a record: the model can then only access records of the current user */
  ownerField: string | null;
  recordCount: number;
  fields: TableField[];
}
export type FieldValue = string | number | boolean | null;
export interface TableRecord {
  id: string;
  values: Record<string, FieldValue>;
  createdAt: string;
  updatedAt: string;
}
export interface NewTablePreview {
  /** All sheets with content, except hidden ones */
  sheets: {
    name: string;
    rows: number;
  }[];
  sheet: string;
  headerRow: number;
  header: string[];
  mapping: (string | null)[];
  columns: {
    header: string;
    /** Proposed field name */
    name: string;
    /** Proposed type */
    type: 'TEXT' | 'INT' | 'FLOAT' | 'DATETIME' | 'BOOLEAN';
    decimal: 'point' | 'comma';
    dateOrder: 'dmy' | 'mdy' | null;
    /** Dates such as 03/04/2026 can be read in two ways: send formats[].dateOrder */
    needsDateOrder: boolean;
  }[];
  /** How each column is read */
  formats: {
    decimal: 'point' | 'comma';
    dateOrder: 'dmy' | 'mdy' | null;
  }[];
  totalRows: number;
  goodRows: number;
  /** The first 20 rows */
  rows: {
    /** Row number, starting at 1 after the header */
    row: number;
    values: Record<string, unknown>;
    problem: string | null;
  }[];
  /** The first 100 problems. Values that other records already use are only checked for the returned rows. */
  problems: {
    row: number;
    problem: string;
  }[];
  fields: ({
    name: string;
    /** TEXT, INT, FLOAT, DATETIME or BOOLEAN */
    type: string;
  } | null)[];
}
export interface SheetPreview {
  /** All sheets with content, except hidden ones */
  sheets: {
    name: string;
    rows: number;
  }[];
  sheet: string;
  headerRow: number;
  header: string[];
  mapping: (string | null)[];
  columns: {
    header: string;
    /** Proposed field name */
    name: string;
    /** Proposed type */
    type: 'TEXT' | 'INT' | 'FLOAT' | 'DATETIME' | 'BOOLEAN';
    decimal: 'point' | 'comma';
    dateOrder: 'dmy' | 'mdy' | null;
    /** Dates such as 03/04/2026 can be read in two ways: send formats[].dateOrder */
    needsDateOrder: boolean;
  }[];
  /** How each column is read */
  formats: {
    decimal: 'point' | 'comma';
    dateOrder: 'dmy' | 'mdy' | null;
  }[];
  totalRows: number;
  goodRows: number;
  /** The first 20 rows */
  rows: {
    /** Row number, starting at 1 after the header */
    row: number;
    values: Record<string, unknown>;
    problem: string | null;
  }[];
  /** The first 100 problems. Values that other records already use are only checked for the returned rows. */
  problems: {
    row: number;
    problem: string;
  }[];
}
export interface RecordImport {
  id: string;
  /** failed: no row was stored */
  status: 'running' | 'done' | 'failed';
  /** 0 to 1 */
  progress: number;
  total: number;
  added: number;
  refused: number;
  failures: {
    /** Row number, starting at 1 after the header */
    row: number;
    reason: string;
  }[];
}
export interface User {
  userId: string;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  /** Conversations with at least one round */
  conversations: number;
  rounds: number;
  lastActiveAt: string | null;
}
export interface UserDetail {
  userId: string;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  /** Conversations with at least one round */
  conversations: number;
  rounds: number;
  lastActiveAt: string | null;
  memories: number;
  properties: {
    name: string;
    value: string;
  }[];
}
export interface Usage {
  day: string;
  agentId: string;
  agentName: string;
  /** Kind of usage */
  kind: string;
  model: string;
  /** Usage of test chats in the console. It is charged like other usage. */
  isTest: boolean;
  /** Number of entries; for chat: rounds */
  entries: number;
  promptTokens: number;
  completionTokens: number;
  /** Credits as decimal text */
  credits: string;
}
export interface AnalyticsPeriod {
  from: string;
  to: string;
}
export interface AnalyticsFigures {
  /** Conversations that started */
  conversations: number;
  /** Ended rounds of the agent, without replaced versions */
  rounds: number;
  failedRounds: number;
  /** Messages that a person got instead of the agent */
  messagesToPeople: number;
  /** Share of the conversations without a human session whose newest rating, if any, is not bad; null: no conversations */
  resolvedShare: number | null;
  /** Share of the conversations with a human session; null: no conversations */
  handoffShare: number | null;
  /** Human sessions */
  handoffs: {
    /** Human sessions that started */
    count: number;
    answered: number;
    open: number;
    /** Sessions that ended without a reply, by reason */
    missed: {
      notTaken: number;
      noReply: number;
      userLeft: number;
      unreachable: number;
    };
  };
  /** How users rated human sessions */
  satisfaction: {
    count: number;
    /** null: nobody rated a session */
    average: number | null;
    stars: {
      '1': number;
      '2': number;
      '3': number;
      '4': number;
      '5': number;
    };
  };
  /** How users rated replies */
  feedback: {
    good: number;
    bad: number;
  };
  /** How operators rated replies */
  quality: {
    unresolved: number;
    partiallyResolved: number;
    fullyResolved: number;
  };
  /** Credits as decimal text */
  credits: string;
  /** Credits as decimal text; null: no conversations */
  creditsPerConversation: string | null;
  /** Rounds whose search of the knowledge found nothing */
  nothingFound: number;
  toolCalls: number;
  toolFailures: number;
  /** Users of different agents are different users */
  users: {
    /** Different users who wrote */
    active: number;
    /** Users who had never written to the agent before */
    new: number;
    /** The other active users */
    returning: number;
  };
  latency: {
    /** 50th percentile of the time until the first text, in milliseconds; at most 2.5 % off. null: no value */
    firstTokenP50Ms: number | null;
    /** 95th percentile of the time until the first text, in milliseconds; at most 2.5 % off. null: no value */
    firstTokenP95Ms: number | null;
    /** 50th percentile of the duration of rounds, in milliseconds; at most 2.5 % off. null: no value */
    totalP50Ms: number | null;
    /** 95th percentile of the duration of rounds, in milliseconds; at most 2.5 % off. null: no value */
    totalP95Ms: number | null;
  };
  waiting: {
    /** 50th percentile of the time until the first reply of a person, in milliseconds; at most 2.5 % off. null: no value */
    firstReplyP50Ms: number | null;
    /** 95th percentile of the time until the first reply of a person, in milliseconds; at most 2.5 % off. null: no value */
    firstReplyP95Ms: number | null;
  };
}
export interface AnalyticsOfDay {
  day: string;
  /** Conversations that started */
  conversations: number;
  /** Ended rounds of the agent, without replaced versions */
  rounds: number;
  failedRounds: number;
  /** Messages that a person got instead of the agent */
  messagesToPeople: number;
  /** Share of the conversations without a human session whose newest rating, if any, is not bad; null: no conversations */
  resolvedShare: number | null;
  /** Share of the conversations with a human session; null: no conversations */
  handoffShare: number | null;
  /** Human sessions */
  handoffs: {
    /** Human sessions that started */
    count: number;
    answered: number;
    open: number;
    /** Sessions that ended without a reply, by reason */
    missed: {
      notTaken: number;
      noReply: number;
      userLeft: number;
      unreachable: number;
    };
  };
  /** How users rated human sessions */
  satisfaction: {
    count: number;
    /** null: nobody rated a session */
    average: number | null;
    stars: {
      '1': number;
      '2': number;
      '3': number;
      '4': number;
      '5': number;
    };
  };
  /** How users rated replies */
  feedback: {
    good: number;
    bad: number;
  };
  /** How operators rated replies */
  quality: {
    unresolved: number;
    partiallyResolved: number;
    fullyResolved: number;
  };
  /** Credits as decimal text */
  credits: string;
  /** Credits as decimal text; null: no conversations */
  creditsPerConversation: string | null;
  /** Rounds whose search of the knowledge found nothing */
  nothingFound: number;
  toolCalls: number;
  toolFailures: number;
  /** Users of different agents are different users */
  users: {
    /** Different users who wrote */
    active: number;
    /** Users who had never written to the agent before */
    new: number;
    /** The other active users */
    returning: number;
  };
  latency: {
    /** 50th percentile of the time until the first text, in milliseconds; at most 2.5 % off. null: no value */
    firstTokenP50Ms: number | null;
    /** 95th percentile of the time until the first text, in milliseconds; at most 2.5 % off. null: no value */
    firstTokenP95Ms: number | null;
    /** 50th percentile of the duration of rounds, in milliseconds; at most 2.5 % off. null: no value */
    totalP50Ms: number | null;
    /** 95th percentile of the duration of rounds, in milliseconds; at most 2.5 % off. null: no value */
    totalP95Ms: number | null;
  };
  waiting: {
    /** 50th percentile of the time until the first reply of a person, in milliseconds; at most 2.5 % off. null: no value */
    firstReplyP50Ms: number | null;
    /** 95th percentile of the time until the first reply of a person, in milliseconds; at most 2.5 % off. null: no value */
    firstReplyP95Ms: number | null;
  };
}
export interface AnalyticsOfAgent {
  agentId: string;
  agentName: string;
  /** Conversations that started */
  conversations: number;
  /** Ended rounds of the agent, without replaced versions */
  rounds: number;
  failedRounds: number;
  /** Messages that a person got instead of the agent */
  messagesToPeople: number;
  /** Share of the conversations without a human session whose newest rating, if any, is not bad; null: no conversations */
  resolvedShare: number | null;
  /** Share of the conversations with a human session; null: no conversations */
  handoffShare: number | null;
  /** Human sessions */
  handoffs: {
    /** Human sessions that started */
    count: number;
    answered: number;
    open: number;
    /** Sessions that ended without a reply, by reason */
    missed: {
      notTaken: number;
      noReply: number;
      userLeft: number;
      unreachable: number;
    };
  };
  /** How users rated human sessions */
  satisfaction: {
    count: number;
    /** null: nobody rated a session */
    average: number | null;
    stars: {
      '1': number;
      '2': number;
      '3': number;
      '4': number;
      '5': number;
    };
  };
  /** How users rated replies */
  feedback: {
    good: number;
    bad: number;
  };
  /** How operators rated replies */
  quality: {
    unresolved: number;
    partiallyResolved: number;
    fullyResolved: number;
  };
  /** Credits as decimal text */
  credits: string;
  /** Credits as decimal text; null: no conversations */
  creditsPerConversation: string | null;
  /** Rounds whose search of the knowledge found nothing */
  nothingFound: number;
  toolCalls: number;
  toolFailures: number;
}
export interface AnalyticsReport {
  /** IANA time zone in which days begin */
  timeZone: string;
  updatedAt: string | null;
  /** The figures are still being counted, or moved to another time zone */
  isIncomplete: boolean;
  period: AnalyticsPeriod;
  previousPeriod: AnalyticsPeriod;
  total: AnalyticsFigures;
  previous: AnalyticsFigures;
  /** Days with activity, oldest first */
  days: AnalyticsOfDay[];
  /** Agents with activity, most conversations first; empty for the report of one agent */
  agents: AnalyticsOfAgent[];
  /** Channels with activity, in any period */
  channels: string[];
}
export interface AnalyticsDocuments {
  /** Most used first; at most 100 */
  used: {
    agentId: string;
    agentName: string;
    documentId: string;
    /** null: the document was deleted */
    name: string | null;
    knowledgeBaseId: string | null;
    /** Rounds whose reply cites the document */
    citations: number;
  }[];
  unused: {
    total: number;
    /** Documents that no reply cites, oldest first; at most 100 */
    items: {
      agentId: string;
      agentName: string;
      documentId: string;
      /** null: the document was deleted */
      name: string | null;
      knowledgeBaseId: string | null;
      createdAt: string;
    }[];
  };
}
export interface AnalyticsTool {
  agentId: string;
  agentName: string;
  tool: string;
  calls: number;
  failures: number;
}
export interface UnansweredTopic {
  id: string;
  /** The question that represents the topic best */
  title: string;
  /** resolved: opens again if the question comes back; dismissed: stays closed */
  status: 'open' | 'resolved' | 'dismissed';
  /** Number of questions */
  total: number;
  nothingFound: number;
  refusals: number;
  badRatings: number;
  firstAt: string;
  lastAt: string;
}
export interface UnansweredQuestion {
  roundId: string;
  answerId: string;
  conversationId: string;
  channel: string;
  question: string;
  /** Cut */
  answer: string;
  /** nothing_found: no search of the knowledge found a passage; refusal: the reply says that it has no answer; bad_rating: the user or an operator rated the reply as bad */
  reason: 'nothing_found' | 'refusal' | 'bad_rating';
  /** Of the user who rated the reply as bad */
  comment: string;
  createdAt: string;
}
export interface UnansweredTopicDetail {
  id: string;
  /** The question that represents the topic best */
  title: string;
  /** resolved: opens again if the question comes back; dismissed: stays closed */
  status: 'open' | 'resolved' | 'dismissed';
  /** Number of questions */
  total: number;
  nothingFound: number;
  refusals: number;
  badRatings: number;
  firstAt: string;
  lastAt: string;
  /** Newest first; at most 20 */
  examples: UnansweredQuestion[];
}
export interface HandoffSession {
  id: string;
  agentId: string;
  agentName: string;
  conversationId: string;
  /** Beginning of the first question; empty if there is none yet */
  subject: string;
  channel: string;
  /** Messaging platform of the conversation; null: none, or its connection was deleted */
  platform: string | null;
  /** webhook: a human service answers; inbox: operators answer in the console */
  backend: 'webhook' | 'inbox';
  trigger: string;
  closeReason: string | null;
  /** Why the user got no reply. not_taken: no operator took the session in time; no_reply: nobody replied in time; user_left: the user left while waiting; unreachable: the human service was not reached */
  missed: 'not_taken' | 'no_reply' | 'user_left' | 'unreachable' | null;
  /** How the user rated the session after its end; null: not rated */
  rating: {
    stars: number;
    comment: string;
    ratedAt: string;
  } | null;
  createdAt: string;
  closedAt: string | null;
  deadlineAt: string | null;
  /** opening: the human service has not answered yet; awaiting_message: nobody answered in the inbox, and the user is asked to leave a message; left_message: they did, and the agent answers again */
  status: 'opening' | 'open' | 'awaiting_message' | 'left_message' | 'closed';
  /** Whether a person has replied */
  hasReplied: boolean;
  openedAt: string | null;
}
export interface HandoffFigures {
  /** Human sessions that started */
  handoffs: number;
  /** Sessions in which a person replied */
  answered: number;
  /** Sessions that are not closed yet */
  open: number;
  /** Sessions that ended without a reply, by reason */
  missed: {
    notTaken: number;
    noReply: number;
    userLeft: number;
    unreachable: number;
  };
  /** Median of the time from the start to the first reply; null: nobody replied */
  medianFirstReplySeconds: number | null;
  /** Closed sessions, by who or what ended them */
  closed: {
    human: number;
    user: number;
    timeout: number;
    operator: number;
    unreachable: number;
  };
  /** Reasons of operators who closed sessions in the inbox */
  closedReasons: {
    resolved: number;
    noAnswer: number;
    spam: number;
    other: number;
  };
  /** How users rated the sessions after their end */
  ratings: {
    count: number;
    /** null: nobody rated a session */
    average: number | null;
    /** Number of ratings, from 1 (bad) to 5 */
    stars: {
      '1': number;
      '2': number;
      '3': number;
      '4': number;
      '5': number;
    };
  };
}
export interface HandoffsOfDay {
  day: string;
  agentId: string;
  agentName: string;
  /** Human sessions that started */
  handoffs: number;
  /** Sessions in which a person replied */
  answered: number;
  /** Sessions that are not closed yet */
  open: number;
  /** Sessions that ended without a reply, by reason */
  missed: {
    notTaken: number;
    noReply: number;
    userLeft: number;
    unreachable: number;
  };
  /** Median of the time from the start to the first reply; null: nobody replied */
  medianFirstReplySeconds: number | null;
  /** Closed sessions, by who or what ended them */
  closed: {
    human: number;
    user: number;
    timeout: number;
    operator: number;
    unreachable: number;
  };
  /** Reasons of operators who closed sessions in the inbox */
  closedReasons: {
    resolved: number;
    noAnswer: number;
    spam: number;
    other: number;
  };
  /** How users rated the sessions after their end */
  ratings: {
    count: number;
    /** null: nobody rated a session */
    average: number | null;
    /** Number of ratings, from 1 (bad) to 5 */
    stars: {
      '1': number;
      '2': number;
      '3': number;
      '4': number;
      '5': number;
    };
  };
}
export interface HandoffReport {
  total: HandoffFigures;
  /** All days of the range, also without handoffs */
  days: string[];
  /** Days with handoffs, oldest first */
  byDay: {
    day: string;
    /** Human sessions that started */
    handoffs: number;
    /** Sessions in which a person replied */
    answered: number;
    /** Sessions that are not closed yet */
    open: number;
    /** Sessions that ended without a reply, by reason */
    missed: {
      notTaken: number;
      noReply: number;
      userLeft: number;
      unreachable: number;
    };
    /** Median of the time from the start to the first reply; null: nobody replied */
    medianFirstReplySeconds: number | null;
    /** Closed sessions, by who or what ended them */
    closed: {
      human: number;
      user: number;
      timeout: number;
      operator: number;
      unreachable: number;
    };
    /** Reasons of operators who closed sessions in the inbox */
    closedReasons: {
      resolved: number;
      noAnswer: number;
      spam: number;
      other: number;
    };
    /** How users rated the sessions after their end */
    ratings: {
      count: number;
      /** null: nobody rated a session */
      average: number | null;
      /** Number of ratings, from 1 (bad) to 5 */
      stars: {
        '1': number;
        '2': number;
        '3': number;
        '4': number;
        '5': number;
      };
    };
  }[];
  /** Agents with handoffs, most handoffs first */
  byAgent: {
    agentId: string;
    agentName: string;
    /** Human sessions that started */
    handoffs: number;
    /** Sessions in which a person replied */
    answered: number;
    /** Sessions that are not closed yet */
    open: number;
    /** Sessions that ended without a reply, by reason */
    missed: {
      notTaken: number;
      noReply: number;
      userLeft: number;
      unreachable: number;
    };
    /** Median of the time from the start to the first reply; null: nobody replied */
    medianFirstReplySeconds: number | null;
    /** Closed sessions, by who or what ended them */
    closed: {
      human: number;
      user: number;
      timeout: number;
      operator: number;
      unreachable: number;
    };
    /** Reasons of operators who closed sessions in the inbox */
    closedReasons: {
      resolved: number;
      noAnswer: number;
      spam: number;
      other: number;
    };
    /** How users rated the sessions after their end */
    ratings: {
      count: number;
      /** null: nobody rated a session */
      average: number | null;
      /** Number of ratings, from 1 (bad) to 5 */
      stars: {
        '1': number;
        '2': number;
        '3': number;
        '4': number;
        '5': number;
      };
    };
  }[];
  /** By day and agent, oldest day first */
  items: HandoffsOfDay[];
}
export interface OpenSession {
  id: string;
  agentId: string;
  agentName: string;
  conversationId: string;
  userId: string;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  subject: string;
  channel: string;
  /** Messaging platform of the conversation; null: none, or its connection was deleted */
  platform: string | null;
  /** webhook: a human service answers; inbox: operators answer in the console */
  backend: 'webhook' | 'inbox';
  /** opening: the human service has not answered yet; or open */
  status: string;
  trigger: string;
  hasReplied: boolean;
  rounds: number;
  recentChatAt: string;
  createdAt: string;
  openedAt: string | null;
  deadlineAt: string | null;
}
export interface InboxSession {
  id: string;
  agentId: string;
  agentName: string;
  conversationId: string;
  /** Beginning of the first question; empty if there is none yet */
  subject: string;
  channel: string;
  /** Messaging platform of the conversation; null: none, or its connection was deleted */
  platform: string | null;
  /** webhook: a human service answers; inbox: operators answer in the console */
  backend: 'webhook' | 'inbox';
  trigger: string;
  closeReason: string | null;
  /** Why the user got no reply. not_taken: no operator took the session in time; no_reply: nobody replied in time; user_left: the user left while waiting; unreachable: the human service was not reached */
  missed: 'not_taken' | 'no_reply' | 'user_left' | 'unreachable' | null;
  /** How the user rated the session after its end; null: not rated */
  rating: {
    stars: number;
    comment: string;
    ratedAt: string;
  } | null;
  createdAt: string;
  closedAt: string | null;
  deadlineAt: string | null;
  userId: string;
  /** Operator whose test chat this is; null for users */
  operator: {
    /** null if the operator is no longer in the workspace */
    name: string | null;
  } | null;
  /** Language in which the user writes, as a guess; null if it is not clear */
  language: string | null;
  /** awaiting_message: nobody answered, and the user is asked to leave a message; left_message: they did, and the agent answers again */
  status: 'open' | 'awaiting_message' | 'left_message' | 'closed';
  assignee: {
    id: string;
    /** null: not a member of the workspace any more */
    name: string | null;
  } | null;
  /** Messages of the user that nobody has read or answered */
  unread: number;
  lastMessage: {
    from: 'user' | 'person';
    /** Beginning of the message */
    text: string;
  };
  /** Since when the user waits for a reply; null if the newest message is of a person */
  waitingSince: string | null;
  firstReplyAt: string | null;
  closedBy: {
    id: string;
    /** null: not a member of the workspace any more */
    name: string | null;
  } | null;
  /** Note of the operator who closed it */
  closeNote: string | null;
  /** Reason of that operator */
  closedReason: 'resolved' | 'no_answer' | 'spam' | 'other' | null;
  /** Labels of the session */
  labelIds: string[];
  /** Operators whom a note mentions and who have not seen it yet */
  mentionedIds: string[];
  /** Until then the session is not in the queues of open sessions */
  snoozedUntil: string | null;
  /** The user left a message, because nobody answered; it is the last message of the session */
  leftMessage: {
    /** outside_hours: outside the opening hours; not_taken: nobody took the session in time; no_reply: an operator took it, but did not reply in time */
    reason: 'outside_hours' | 'not_taken' | 'no_reply';
    /** Address that the user entered or that is preset; null: unknown */
    email: string | null;
    /** Whether replies are also sent to this address; false: they are only in the chat */
    isMailed: boolean;
    leftAt: string;
  } | null;
  /** The newest reply that the chat of the user has displayed. Earlier replies of the session were displayed too; null: none, or the user has no chat page */
  seenMessageId: string | null;
  /** Page of the site with the chat on which the user is, or was at the end of the session, without query and fragment; null: unknown, or a conversation of the API */
  page: {
    url: string;
    title: string;
  } | null;
  /** Increased by every change */
  version: number;
}
export interface InboxCounts {
  /** Open sessions that nobody has taken */
  waiting: number;
  /** Open sessions that I have taken */
  mine: number;
  /** All open sessions */
  open: number;
  /** Messages that users left because nobody answered */
  leftMessage: number;
  /** Snoozed sessions, which the other numbers do not contain */
  snoozed: number;
  /** Sessions with notes that mention me and that I have not seen */
  mentions: number;
}
export interface InboxPage {
  items: InboxSession[];
  /** null: this is the last page */
  nextCursor: string | null;
  counts: InboxCounts;
}
export interface InboxOperator {
  id: string;
  name: string;
  /** false: away, by choice or because they do not have the inbox open */
  isAvailable: boolean;
  /** Open sessions of the operator, without snoozed ones */
  open: number;
}
export interface InboxMessage {
  /** message_id of the developer API */
  id: string;
  sessionId: string;
  text: string;
  createdAt: string;
}
export interface InboxChange {
  counts: InboxCounts;
  /** Changed sessions */
  sessions: InboxSession[];
  /** false: more sessions changed since the last event than are listed; read the queue again */
  isComplete: boolean;
}
export interface InboxTyping {
  sessionId: string;
  /** null: the user */
  operator: {
    id: string;
    name: string | null;
  } | null;
}
export interface InboxAssistance {
  model: string;
  /** extract: the embedded model cannot write; the summary consists of sentences of the conversation */
  summary: 'written' | 'extract';
  /** false: the embedded model cannot */
  canTranslate: boolean;
  /** Language in which the user writes; null: unknown */
  userLanguage: string | null;
}
export interface AssistancePassage {
  chunkId: string;
  documentId: string;
  documentName: string;
  /** Empty if the document has no public address */
  sourceUrl: string;
  content: string;
  score: number;
}
export interface InboxNote {
  id: string;
  sessionId: string;
  author: {
    id: string;
    /** null: not a member of the workspace any more */
    name: string | null;
  };
  text: string;
  mentions: {
    id: string;
    /** null: not a member of the workspace any more */
    name: string | null;
  }[];
  createdAt: string;
  editedAt: string | null;
}
export interface InboxLabel {
  id: string;
  name: string;
  color: 'gray' | 'red' | 'pink' | 'grape' | 'violet' | 'indigo' | 'blue' | 'cyan' | 'teal' | 'green' | 'lime' | 'yellow' | 'orange';
}
export interface InboxPresence {
  status: 'available' | 'away';
}
export interface CannedReply {
  id: string;
  agentId: string | null;
  shortcut: string;
  text: string;
  updatedAt: string;
}
export interface FilledCannedReply {
  text: string;
  missing: string[];
}
export interface MyNotifications {
  /** Summaries by e-mail, at most one every 2 minutes */
  byMail: boolean;
  /** Notifications of the browser while the console is open */
  byBrowser: boolean;
  /** A sound while the console is open */
  sound: boolean;
  /** waiting: nobody has taken a session; assigned: a session was assigned to me; mentioned: in an internal note; replied: the user wrote in my session; missed: nobody replied to a user */
  events: ('waiting' | 'assigned' | 'mentioned' | 'replied' | 'missed')[];
  /** null: all agents of the workspace */
  agentIds: string[] | null;
  /** Whether the installation has an SMTP server */
  canMail: boolean;
}
export interface NotificationSettings {
  /** Summaries by e-mail, at most one every 2 minutes */
  byMail: boolean;
  /** Notifications of the browser while the console is open */
  byBrowser: boolean;
  /** A sound while the console is open */
  sound: boolean;
  /** waiting: nobody has taken a session; assigned: a session was assigned to me; mentioned: in an internal note; replied: the user wrote in my session; missed: nobody replied to a user */
  events: ('waiting' | 'assigned' | 'mentioned' | 'replied' | 'missed')[];
  /** null: all agents of the workspace */
  agentIds: string[] | null;
}
export interface MyProfile {
  /** Empty: the chat shows "Support" in the language of the user */
  publicName: string;
  /** Path on this service. It changes with the picture */
  picture: string | null;
}
export interface ChannelConnection {
  id: string;
  platform: 'telegram' | 'slack' | 'discord' | 'whatsapp' | 'whatsapp-twilio' | 'feishu' | 'dingtalk' | 'wechat-kf' | 'automation' | 'email';
  name: string;
  /** Name of the bot or app on the platform */
  accountName: string;
  /** URL to which the platform sends messages */
  inboundUrl: string;
  /** Fields that are not secret */
  settings: Record<string, string>;
  /** paused: messages are neither answered nor sent */
  status: 'active' | 'paused';
  /** Messages that wait to be processed; at most 10,000 are counted */
  waiting: number;
  lastInboundAt: string | null;
  /** Newest problem that the platform reported. null: none */
  lastError: string | null;
  lastErrorAt: string | null;
  version: number;
  createdAt: string;
}
export interface ChannelConnectionWithSecrets {
  id: string;
  platform: 'telegram' | 'slack' | 'discord' | 'whatsapp' | 'whatsapp-twilio' | 'feishu' | 'dingtalk' | 'wechat-kf' | 'automation' | 'email';
  name: string;
  /** Name of the bot or app on the platform */
  accountName: string;
  /** URL to which the platform sends messages */
  inboundUrl: string;
  /** Fields that are not secret */
  settings: Record<string, string>;
  /** paused: messages are neither answered nor sent */
  status: 'active' | 'paused';
  /** Messages that wait to be processed; at most 10,000 are counted */
  waiting: number;
  lastInboundAt: string | null;
  /** Newest problem that the platform reported. null: none */
  lastError: string | null;
  lastErrorAt: string | null;
  version: number;
  createdAt: string;
  /** Secrets that the service created for the platform and that you need there. They are returned only here. Empty for most platforms */
  secrets: Record<string, string>;
}
export interface ChannelConnectionTest {
  /** null: the platform did not accept the credentials */
  accountName: string | null;
  /** Empty: the connection works */
  problems: string[];
}
export interface Delivery {
  /** Same as the header webhook-id */
  id: string;
  agentId: string;
  agentName: string;
  conversationId: string | null;
  kind: string;
  /** message: message receiver; human_service: human service; channel: messaging platform */
  target: 'message' | 'human_service' | 'channel';
  /** dead: failed after the last attempt; can be replayed */
  status: 'pending' | 'delivered' | 'dead';
  attempts: number;
  nextAttemptAt: string | null;
  httpStatus: number | null;
  /** `code` in the response body if it is not 0 or 200, with a 2xx status */
  receiverCode: string | null;
  error: string | null;
  createdAt: string;
  endedAt: string | null;
}
export interface DeliveryDetail {
  /** Same as the header webhook-id */
  id: string;
  agentId: string;
  agentName: string;
  conversationId: string | null;
  kind: string;
  /** message: message receiver; human_service: human service; channel: messaging platform */
  target: 'message' | 'human_service' | 'channel';
  /** dead: failed after the last attempt; can be replayed */
  status: 'pending' | 'delivered' | 'dead';
  attempts: number;
  nextAttemptAt: string | null;
  httpStatus: number | null;
  /** `code` in the response body if it is not 0 or 200, with a 2xx status */
  receiverCode: string | null;
  error: string | null;
  createdAt: string;
  endedAt: string | null;
  /** Request body, as JSON text */
  body: string;
  log: {
    attempt: number;
    url: string;
    httpStatus: number | null;
    error: string | null;
    responseExcerpt: string;
    startedAt: string;
    durationMs: number;
  }[];
}
export interface QueueCounts {
  queue: string;
  waiting: number;
  delayed: number;
  running: number;
  failed: number;
}
export interface Job {
  id: string;
  queue: string;
  /** delayed: waits for its start time or next attempt; failed: failed after its last attempt */
  state: 'waiting' | 'delayed' | 'running' | 'failed';
  attempts: number;
  /** Error of the latest failed attempt */
  error: string | null;
  /** IDs of what the job works on */
  about: Record<string, string>;
  /** Names for the IDs in about, by the same keys. IDs without a name are absent. */
  names: Record<string, string>;
  createdAt: string;
  at: string;
}
export interface Overview {
  agents: number;
  /** Conversations with a message today, without test chats */
  conversationsToday: number;
  /** Without test chats */
  roundsToday: number;
  /** Without test chats */
  failedRoundsToday: number;
  /** Human sessions that ended today without a reply, without test chats */
  missedHandoffsToday: number;
  /** Those of them that are sessions of the inbox */
  missedInboxSessionsToday: number;
  /** Rounds of test chats in the console */
  testRoundsToday: number;
  /** Open human sessions */
  openSessions: number;
  documentsAtWork: number;
  failedDocuments: number;
  deadDeliveries: number;
  failedJobs: number;
}
export interface OperationFailure {
  kind: 'round' | 'document' | 'delivery' | 'job';
  id: string;
  agentId: string | null;
  agentName: string | null;
  conversationId: string | null;
  /** Question of the round, name of the document, content of the delivery, or queue of the job */
  title: string;
  /** Only for deliveries */
  deliveryKind: string | null;
  /** Only for deliveries */
  deliveryTarget: 'message' | 'human_service' | 'channel' | null;
  reason: string;
  at: string;
}
export interface Attention {
  /** Open human sessions */
  openSessions: number;
  documentsAtWork: number;
  failedDocuments: number;
  deadDeliveries: number;
  failedJobs: number;
}
export interface Service {
  version: string;
  database: 'sqlite' | 'postgres';
  /** Latency of a database query */
  databaseMs: number;
  /** Rounds running in the process that responds */
  liveRounds: number;
  processes: {
    id: string;
    /** Only for operator tokens of the installation */
    host: string | null;
    startedAt: string;
    isThis: boolean;
  }[];
}
export interface Routes {
  '/session': {
    post: {
      body: {
        email?: string;
        password?: string;
        /** Operator token, instead of e-mail and password */
        token?: string;
      };
      answer: {
        session: Session;
        expiresAt: string;
      } | SecondStep;
    };
    get: {
      answer: Session;
    };
    delete: {
      answer: undefined;
    };
  };
  '/session/password': {
    put: {
      body: {
        /** Required if the account has a password */
        currentPassword?: string;
        newPassword: string;
      };
      answer: undefined;
    };
  };
  '/sign-in/methods': {
    get: {
      answer: {
        passkeys: {
          /** Origin for which passkeys are registered */
          origin: string;
          /** Why passkeys cannot be used at this origin */
          problem: 'ip-address' | 'insecure' | null;
        };
        singleSignOn: {
          name: string;
        } | null;
        /** Whether nobody has an account yet. The setup requires an operator token */
        needsSetup: boolean;
      };
    };
  };
  '/sign-in/second-factor': {
    post: {
      body: {
        /** Code of the authenticator app */
        code?: string;
        recoveryCode?: string;
      };
      answer: {
        session: Session;
        expiresAt: string;
      };
    };
  };
  '/sign-in/passkey/options': {
    post: {
      body: {
        /** sign-in: instead of the password; second-factor: after the password */
        purpose: 'sign-in' | 'second-factor';
      };
      answer: Record<string, unknown>;
    };
  };
  '/sign-in/passkey': {
    post: {
      body: {
        /** sign-in: instead of the password; second-factor: after the password */
        purpose: 'sign-in' | 'second-factor';
        response: {
          id: string;
          rawId: string;
          type: 'public-key';
          clientExtensionResults?: object;
          authenticatorAttachment?: string | null;
          response: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string | null;
          };
        };
      };
      answer: {
        session: Session;
        expiresAt: string;
      };
    };
  };
  '/sign-in/sso': {
    post: {
      body: {
        /** Path in the console to return to */
        next?: string;
        /** Token of an invitation to accept */
        invitation?: string;
      };
      answer: {
        /** Address to which the browser must go */
        url: string;
      };
    };
  };
  '/session/sso': {
    post: {
      body: {
        purpose: 'connect' | 'confirm';
        /** Path in the console to return to */
        next?: string;
      };
      answer: {
        /** Address to which the browser must go */
        url: string;
      };
    };
  };
  '/sign-in/sso/callback': {
    get: {
      answer: undefined;
    };
  };
  '/account/identity': {
    delete: {
      answer: undefined;
    };
  };
  '/session/confirmation/passkey-options': {
    post: {
      answer: Record<string, unknown>;
    };
  };
  '/session/confirmation': {
    post: {
      body: {
        password?: string;
        /** Code of the authenticator app */
        code?: string;
        recoveryCode?: string;
        passkey?: {
          id: string;
          rawId: string;
          type: 'public-key';
          clientExtensionResults?: object;
          authenticatorAttachment?: string | null;
          response: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string | null;
          };
        };
      };
      answer: undefined;
    };
  };
  '/sessions': {
    get: {
      answer: {
        items: OwnSession[];
      };
    };
    delete: {
      answer: {
        ended: number;
      };
    };
  };
  '/sessions/{sessionId}': {
    delete: {
      answer: undefined;
    };
  };
  '/account/security': {
    get: {
      answer: AccountSecurity;
    };
  };
  '/account/code-app': {
    post: {
      answer: {
        secret: string;
        uri: string;
      };
    };
    delete: {
      answer: undefined;
    };
  };
  '/account/code-app/confirmation': {
    post: {
      body: {
        code: string;
      };
      answer: {
        recoveryCodes: string[] | null;
      };
    };
  };
  '/account/recovery-codes': {
    post: {
      answer: {
        /** Each code works once instead of a second factor. Shown only once. */
        recoveryCodes: string[];
      };
    };
  };
  '/account/passkeys/options': {
    post: {
      answer: Record<string, unknown>;
    };
  };
  '/account/passkeys': {
    post: {
      body: {
        name: string;
        response: {
          id: string;
          rawId: string;
          type: 'public-key';
          clientExtensionResults?: object;
          authenticatorAttachment?: string | null;
          response: {
            clientDataJSON: string;
            attestationObject: string;
            transports?: string[];
          };
        };
      };
      answer: {
        passkey: Passkey;
        recoveryCodes: string[] | null;
      };
    };
  };
  '/account/passkeys/{passkeyId}': {
    patch: {
      body: {
        name: string;
      };
      answer: Passkey;
    };
    delete: {
      answer: undefined;
    };
  };
  '/account/language': {
    put: {
      body: {
        /** Language of the console. null: the language of the browser */
        language: 'en' | 'zh-Hans' | null;
      };
      answer: undefined;
    };
  };
  '/workspaces': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: Workspace[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        name: string;
      };
      answer: Workspace;
    };
  };
  '/workspaces/{workspaceId}': {
    get: {
      answer: Workspace;
    };
    patch: {
      body: {
        name: string;
      };
      answer: Workspace;
    };
  };
  '/workspaces/{workspaceId}/sign-in-requirement': {
    get: {
      answer: SignInRequirement;
    };
    put: {
      body: SignInRequirement;
      answer: SignInRequirement;
    };
  };
  '/workspaces/{workspaceId}/operators': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: Operator[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/operators/{operatorId}': {
    patch: {
      body: {
        role?: Role;
        name?: string;
        disabled?: boolean;
      };
      answer: Operator;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/invitations': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: Invitation[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        email: string;
        role: Role;
      };
      answer: InvitationLink;
    };
  };
  '/workspaces/{workspaceId}/invitations/{invitationId}/renew': {
    post: {
      answer: InvitationLink;
    };
  };
  '/workspaces/{workspaceId}/invitations/{invitationId}': {
    delete: {
      answer: undefined;
    };
  };
  '/invitations/open': {
    post: {
      body: {
        token: string;
      };
      answer: OpenInvitation;
    };
  };
  '/invitations/register': {
    post: {
      body: {
        token: string;
        name: string;
        password: string;
      };
      answer: {
        session: Session;
        expiresAt: string;
      };
    };
  };
  '/invitations/accept': {
    post: {
      body: {
        token: string;
      };
      answer: Session;
    };
  };
  '/workspaces/{workspaceId}/operators/{operatorId}/reset-link': {
    post: {
      answer: ResetLink;
    };
  };
  '/password-resets/open': {
    post: {
      body: {
        token: string;
      };
      answer: OpenResetLink;
    };
  };
  '/password-resets': {
    post: {
      body: {
        token: string;
        password: string;
      };
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/tokens': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: OperatorToken[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        name: string;
        role: Role;
        expiresAt?: string | null;
      };
      answer: NewOperatorToken;
    };
  };
  '/workspaces/{workspaceId}/tokens/{tokenId}': {
    delete: {
      answer: undefined;
    };
  };
  '/tokens': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: OperatorToken[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        name: string;
        role: Role;
        expiresAt?: string | null;
      };
      answer: NewOperatorToken;
    };
  };
  '/tokens/{tokenId}': {
    delete: {
      answer: undefined;
    };
  };
  '/account-setup': {
    post: {
      body: {
        email: string;
        name: string;
        password: string;
      };
      answer: {
        session: Session;
        expiresAt: string;
      };
    };
    patch: {
      body: {
        /** The next step */
        step: 'workspace' | 'model' | 'agent' | 'try' | 'done';
        /** The first agent */
        agentId?: string | null;
      };
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/credits': {
    get: {
      answer: Credits;
    };
    put: {
      body: {
        balance: string | null;
      };
      answer: Credits;
    };
  };
  '/workspaces/{workspaceId}/credits/top-ups': {
    post: {
      body: {
        /** Credits as decimal text with up to 9 decimal places */
        amount: string;
      };
      answer: Credits;
    };
  };
  '/workspaces/{workspaceId}/agents': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        /** Text that the name contains */
        name?: string;
      };
      answer: {
        items: AgentSummary[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        name: string;
        kind?: 'simple' | 'flow';
        settings?: AgentSettingsPatch;
      };
      answer: Agent;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}': {
    get: {
      answer: Agent;
    };
    patch: {
      body: {
        version: number;
        name?: string;
        apiEnabled?: boolean;
        settings?: AgentSettingsPatch;
        /** What was changed and why */
        note?: string;
      };
      answer: Agent;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/duplicate': {
    post: {
      body: {
        name: string;
      };
      answer: Agent;
    };
  };
  '/workspaces/{workspaceId}/model-connections': {
    get: {
      answer: {
        items: ModelConnection[];
        /** Model of agents without their own. null: the default model of the service */
        defaultModel: {
          provider: 'embedded';
        } | {
          provider: 'connection';
          connectionId: string;
          /** Name of the model on its server */
          name: string;
        } | null;
      };
    };
    post: {
      body: {
        name: string;
        /** Protocol of the server */
        provider: 'openai' | 'anthropic' | 'google';
        /** null: the address of the provider itself */
        baseUrl?: string | null;
        /** API key of the provider */
        apiKey?: string | null;
        /** Additional headers for every call. Their values are secret */
        headers?: Record<string, string>;
        models: ConnectedModel[];
      };
      answer: ModelConnection;
    };
  };
  '/workspaces/{workspaceId}/model-connections/{connectionId}': {
    patch: {
      body: {
        version: number;
        name?: string;
        /** Protocol of the server */
        provider?: 'openai' | 'anthropic' | 'google';
        /** null: the address of the provider itself */
        baseUrl?: string | null;
        /** API key of the provider */
        apiKey?: string | null;
        /** Additional headers for every call. Their values are secret */
        headers?: Record<string, string>;
        models?: ConnectedModel[];
      };
      answer: ModelConnection;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/default-model': {
    put: {
      body: {
        model: {
          provider: 'embedded';
        } | {
          provider: 'connection';
          connectionId: string;
          /** Name of the model on its server */
          name: string;
        } | null;
      };
      answer: {
        model: {
          provider: 'embedded';
        } | {
          provider: 'connection';
          connectionId: string;
          /** Name of the model on its server */
          name: string;
        } | null;
      };
    };
  };
  '/workspaces/{workspaceId}/tools/import': {
    post: {
      body: {
        /** OpenAPI 3.0 or 3.1: as JSON, or as text in JSON or YAML */
        document: string | Record<string, unknown>;
        /** URL of the document, to resolve relative server URLs */
        baseUrl?: string;
      };
      answer: {
        tools: HttpTool[];
        skipped: {
          operation: string;
          reason: string;
        }[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/keys': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: Key[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        name: string;
        expiresAt?: string | null;
      };
      answer: NewKey;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/keys/{keyId}/rotate': {
    post: {
      body: {
        graceMinutes?: number;
      };
      answer: NewKey;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/keys/{keyId}': {
    delete: {
      answer: undefined;
    };
  };
  '/audit': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        workspaceId?: string;
        actor?: string;
        action?: string;
        targetKind?: string;
        targetId?: string;
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
      };
      answer: {
        items: AuditEntry[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agent-defaults': {
    get: {
      answer: AgentDefaults;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/images': {
    get: {
      answer: AgentImages;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/images/{purpose}': {
    put: {
      body: Blob;
      answer: AgentImages;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/versions': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: AgentVersion[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/versions/{version}': {
    get: {
      answer: Agent;
    };
    patch: {
      body: {
        /** What was changed and why */
        note: string;
      };
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/versions/{version}/differences': {
    get: {
      query: {
        from: number;
      };
      answer: {
        items: AgentDifference[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/versions/{version}/restore': {
    post: {
      body: {
        /** The `version` of the agent that you read */
        currentVersion: number;
        /** What was changed and why */
        note?: string;
      };
      answer: {
        agent: Agent;
        /** Fields, such as webhook.signingSecrets */
        oldSecrets: string[];
        warnings: string[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/drafts': {
    put: {
      body: {
        enabled: boolean;
      };
      answer: Agent;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/publish': {
    post: {
      body: {
        /** The `version` of the agent that you read */
        version: number;
        /** What was changed and why */
        note?: string;
      };
      answer: Agent;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/discard-draft': {
    post: {
      body: {
        /** The `version` of the agent that you read */
        version: number;
      };
      answer: Agent;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/retention': {
    get: {
      answer: AgentRetention;
    };
    patch: {
      body: {
        /** Conversations are deleted this many days after their last activity; null: they are kept until an operator erases them */
        conversationDays?: number | null;
        /** Details of replies (inputs and outputs of steps, errors of model servers, logs of streams, webhook deliveries) are deleted after this many days; null: they are kept as long as their conversation */
        traceDays?: number | null;
        /** Files of messages are deleted after this many days; null: they are kept as long as their conversation */
        fileDays?: number | null;
      };
      answer: AgentRetention;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/retention/preview': {
    get: {
      query: {
        conversationDays: number;
      };
      answer: RetentionPreview;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/export': {
    get: {
      query: {
        /** With the files of all documents, at most 5 MB in total */
        knowledge?: boolean;
        version?: number;
      };
      answer: AgentFile;
    };
  };
  '/workspaces/{workspaceId}/agent-files/preview': {
    post: {
      body: Blob;
      answer: AgentFileSummary;
    };
  };
  '/workspaces/{workspaceId}/agent-files': {
    post: {
      query: {
        name?: string;
      };
      body: Blob;
      answer: ImportedAgent;
    };
  };
  '/workspaces/{workspaceId}/agent-templates': {
    post: {
      body: {
        template: 'support-with-knowledge' | 'order-look-up' | 'triage-flow' | 'lead-capture';
        name?: string;
      };
      answer: ImportedAgent;
    };
  };
  '/flow-schema': {
    get: {
      answer: unknown;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/flow': {
    get: {
      answer: Flow;
    };
    put: {
      body: {
        /** Revision of the draft that was read */
        revision: number;
        graph: FlowGraph;
      };
      answer: Flow;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/flow/check': {
    post: {
      body: {
        graph: FlowGraph;
      };
      answer: {
        problems: FlowProblem[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/flow/problems': {
    get: {
      answer: {
        problems: FlowProblem[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/flow/publish': {
    post: {
      body: {
        /** Revision of the draft that was read */
        revision: number;
        note?: string;
      };
      answer: {
        version: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/flow/versions': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: FlowVersion[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/flow/roll-back': {
    post: {
      body: {
        version: number;
      };
      answer: {
        version: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/flow/export': {
    get: {
      query: {
        version?: number;
      };
      answer: FlowFile;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/flow/import': {
    post: {
      body: {
        /** Revision of the draft that was read */
        revision: number;
        file: FlowFile;
      };
      answer: Flow;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/try': {
    post: {
      body: {
        text?: string;
        /** Each with `url` or `base64Content` */
        files?: {
          url?: string;
          base64Content?: string;
          name?: string;
        }[];
        /** An earlier test chat of the same operator; default: a new conversation */
        conversationId?: string;
        /** Run the draft of the flow instead of the published version */
        draft?: boolean;
        /** Run this version of the flow */
        flowVersion?: number;
        /** Use the settings of this version of the agent; default: the draft, or the version in use if there is none */
        version?: number;
        settings?: AgentSettingsPatch;
      };
      events: {
        round: {
          conversationId: string;
          roundId: string;
          answerId: string;
        };
        step: LiveStep;
        message: {
          code: number;
          message: string;
          data: unknown;
        };
        trace: Round;
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/rounds/{roundId}/stop': {
    post: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/webhook/check': {
    post: {
      body: {
        target: 'message' | 'human_service';
        settings?: AgentSettingsPatch;
      };
      answer: WebhookCheck;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/webhook/examples': {
    get: {
      answer: {
        items: WebhookExample[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/webhook/examples/send': {
    post: {
      body: {
        name: 'reply.agent' | 'reply.human' | 'reply.failed' | 'replyV1.agent' | 'event.pageOpened' | 'event.widgetOpened' | 'event.widgetClosed' | 'event.messageSent' | 'event.feedbackGiven' | 'event.handoffStarted' | 'event.handoffWaiting' | 'event.handoffMissed' | 'event.handoffClosed' | 'event.sourceSynced' | 'event.sourceFailed' | 'event.evaluationRegressed' | 'humanEstablish.establish' | 'humanChat.text' | 'humanChat.file' | 'humanClose.timeout' | 'humanClose.left';
        settings?: AgentSettingsPatch;
      };
      answer: SentExample;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/mcp/check': {
    post: {
      body: {
        server: {
          name: string;
          url: string;
          headers?: Record<string, string>;
          timeoutMs?: number;
        };
      };
      answer: McpCheck;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tools/test': {
    post: {
      body: {
        tool: {
          name: string;
          description: string;
          method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
          /** May contain {name} for a parameter; other parameters are sent in the query or body */
          url: string;
          headers?: Record<string, string>;
          /** JSON Schema of the arguments. x-location of a property (query, header or body) says where an argument goes that the URL does not contain */
          parameters?: Record<string, unknown>;
          timeoutMs?: number;
        };
        arguments?: Record<string, unknown>;
      };
      answer: ToolTest;
    };
  };
  '/model-providers': {
    get: {
      answer: {
        items: {
          provider: string;
          /** JSON Schema of a model of this kind */
          schema: unknown;
        }[];
      };
    };
  };
  '/workspaces/{workspaceId}/models': {
    get: {
      answer: ServiceModels;
    };
  };
  '/workspaces/{workspaceId}/models/test': {
    post: {
      body: {
        /** Same as in the settings of an agent */
        model?: unknown;
        agentId?: string;
      };
      answer: ModelTrial;
    };
  };
  '/workspaces/{workspaceId}/model-connections/test': {
    post: {
      body: {
        /** Protocol of the server */
        provider: 'openai' | 'anthropic' | 'google';
        /** null: the address of the provider itself */
        baseUrl?: string | null;
        /** API key of the provider */
        apiKey?: string | null;
        /** Additional headers for every call. Their values are secret */
        headers?: Record<string, string>;
        connectionId?: string;
        model: string;
      };
      answer: ModelTrial;
    };
  };
  '/workspaces/{workspaceId}/model-connections/names': {
    post: {
      body: {
        /** Protocol of the server */
        provider: 'openai' | 'anthropic' | 'google';
        /** null: the address of the provider itself */
        baseUrl?: string | null;
        /** API key of the provider */
        apiKey?: string | null;
        /** Additional headers for every call. Their values are secret */
        headers?: Record<string, string>;
        connectionId?: string;
      };
      answer: {
        names: string[];
        /** Why the names are not known */
        reason: string | null;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/knowledge-bases': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: CountedKnowledgeBase[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        name: string;
        description?: string;
      };
      answer: KnowledgeBase;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/knowledge-bases/{baseId}': {
    patch: {
      body: {
        name?: string;
        description?: string;
      };
      answer: KnowledgeBase;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        knowledgeBaseId?: string;
        status?: 'PENDING' | 'PROCESSING' | 'ACTIVE' | 'FAILED';
        /** Text that the name contains */
        name?: string;
        tag?: string;
      };
      answer: {
        items: KnowledgeDocument[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        /** Maximum tokens per chunk; default 600 */
        chunkTokens?: number;
        /** Separator: text at which the document is divided into chunks; has priority over chunkTokens */
        splitter?: string;
        /** Number of header rows in each sheet; default 1 */
        headerRows?: number;
        /** Absolute URL that citations link to; empty: none */
        sourceUrl?: string;
        /** Default: the knowledge base named Default */
        knowledgeBaseId?: string;
        /** spreadsheet: csv, xls, xlsx and ods, cut by rows under their header; qa: the same formats with the columns question and answer, one chunk for each pair */
        kind?: 'text' | 'spreadsheet' | 'qa';
        url: string;
        name?: string;
      };
      answer: KnowledgeDocument;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/events': {
    get: {
      events: {
        documents: DocumentChanges;
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}': {
    get: {
      answer: KnowledgeDocument;
    };
    patch: {
      body: {
        name?: string;
        knowledgeBaseId?: string;
        isEnabled?: boolean;
        /** Absolute URL that citations link to; empty: none */
        sourceUrl?: string;
        tags?: string[];
        /** Values by which searches are filtered */
        attributes?: Record<string, string | number | boolean>;
      };
      answer: KnowledgeDocument;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}/file': {
    get: {
      answer: string;
    };
    put: {
      query: {
        /** Maximum tokens per chunk; default 600 */
        chunkTokens?: number;
        /** Separator: text at which the document is divided into chunks; has priority over chunkTokens */
        splitter?: string;
        /** Number of header rows in each sheet; default 1 */
        headerRows?: number;
        /** Absolute URL that citations link to; empty: none */
        sourceUrl?: string;
        /** keep (default): edited chunks stay, with a conflict mark if the new content does not have their original text; replace: edits are discarded */
        edits?: 'keep' | 'replace';
      };
      body: Blob;
      answer: KnowledgeDocument;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/preview': {
    post: {
      query: {
        /** Maximum tokens per chunk; default 600 */
        chunkTokens?: number;
        /** Separator: text at which the document is divided into chunks; has priority over chunkTokens */
        splitter?: string;
        /** Number of header rows in each sheet; default 1 */
        headerRows?: number;
        /** spreadsheet: csv, xls, xlsx and ods, cut by rows under their header; qa: the same formats with the columns question and answer, one chunk for each pair */
        kind?: 'text' | 'spreadsheet' | 'qa';
        name: string;
      };
      body: Blob;
      answer: ChunkPreview;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/upload': {
    post: {
      query: {
        /** Maximum tokens per chunk; default 600 */
        chunkTokens?: number;
        /** Separator: text at which the document is divided into chunks; has priority over chunkTokens */
        splitter?: string;
        /** Number of header rows in each sheet; default 1 */
        headerRows?: number;
        /** Absolute URL that citations link to; empty: none */
        sourceUrl?: string;
        /** Default: the knowledge base named Default */
        knowledgeBaseId?: string;
        /** spreadsheet: csv, xls, xlsx and ods, cut by rows under their header; qa: the same formats with the columns question and answer, one chunk for each pair */
        kind?: 'text' | 'spreadsheet' | 'qa';
        name: string;
      };
      body: Blob;
      answer: KnowledgeDocument;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}/fetch': {
    post: {
      body: {
        /** Maximum tokens per chunk; default 600 */
        chunkTokens?: number;
        /** Separator: text at which the document is divided into chunks; has priority over chunkTokens */
        splitter?: string;
        /** Number of header rows in each sheet; default 1 */
        headerRows?: number;
        /** Absolute URL that citations link to; empty: none */
        sourceUrl?: string;
        /** keep (default): edited chunks stay, with a conflict mark if the new content does not have their original text; replace: edits are discarded */
        edits?: 'keep' | 'replace';
        url: string;
      };
      answer: KnowledgeDocument;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}/retry': {
    post: {
      query: {
        /** keep (default): edited chunks stay, with a conflict mark if the new content does not have their original text; replace: edits are discarded */
        edits?: 'keep' | 'replace';
      };
      answer: KnowledgeDocument;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/retry': {
    post: {
      answer: {
        retried: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/delete': {
    post: {
      body: {
        documentIds: string[];
      };
      answer: {
        deletedIds: string[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}/chunks': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: Chunk[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        /** Of a Q&A document: the answer */
        content: string;
        /** Only in a Q&A document: the questions by which the answer is found */
        questions?: string[];
        /** Words by which the chunk is found besides its text */
        keywords?: string[];
        /** false: the chunk is not searched */
        isEnabled?: boolean;
      };
      answer: Chunk;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}/chunks/{chunkId}': {
    patch: {
      body: {
        /** Of a Q&A document: the answer */
        content?: string;
        /** Only in a Q&A document: the questions by which the answer is found */
        questions?: string[];
        /** Words by which the chunk is found besides its text */
        keywords?: string[];
        /** false: the chunk is not searched */
        isEnabled?: boolean;
      };
      answer: Chunk;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}/chunks/{chunkId}/restore': {
    post: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/qa': {
    post: {
      body: {
        name: string;
        /** Default: the knowledge base named Default */
        knowledgeBaseId?: string;
        pairs: {
          questions: string[];
          answer: string;
        }[];
      };
      answer: KnowledgeDocument;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/documents/{documentId}/qa': {
    get: {
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/sources': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: KnowledgeSource[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        /** page: one page; site: the pages below a path; feed: the pages that an RSS, Atom or JSON feed links to; folder: the files of a folder of the server; s3: the objects of a bucket; git: the files of a folder of a Git repository */
        kind: 'page' | 'site' | 'feed' | 'folder' | 's3' | 'git';
        /** Of a folder: its absolute path, or a file: URL. Of S3: the endpoint. Of Git: the repository */
        url: string;
        /** For the kind s3. `url` is the endpoint */
        s3?: {
          bucket: string;
          /** Keys begin with it, for example manuals/. Default: the whole bucket */
          prefix?: string;
          /** Default: us-east-1 */
          region?: string;
          /** Whether the bucket is part of the path (default), not of the host name */
          isPathStyle?: boolean;
        };
        /** For the kind git. `url` is the URL of the repository */
        git?: {
          /** Branch or tag. Default: the default branch */
          branch?: string;
          /** For example docs. Default: the whole repository */
          folder?: string;
          /** URL of a file for citations, with {path}, for example https://github.com/owner/name/blob/main/{path}. Default: none */
          urlTemplate?: string;
        };
        /** Stored encrypted, and never returned */
        credentials?: {
          /** Of S3: the access key ID. Of Git: the user name; may be empty */
          user: string;
          /** Of S3: the secret access key. Of Git: the token */
          secret: string;
        };
        name?: string;
        /** Default: the knowledge base named Default */
        knowledgeBaseId?: string;
        rules?: {
          /** Path that the URLs of a site begin with. Default: the folder of `url` */
          pathPrefix?: string;
          /** Paths to read. `*` matches text without a slash, `**` any text, `?` one character. Default: all */
          include?: string[];
          /** Paths that are not read, even if `include` matches them */
          exclude?: string[];
          /** Links from the start page */
          maxDepth?: number;
          /** Maximum number of pages or files */
          maxPages?: number;
          /** Whether to read the sitemaps that robots.txt names, or /sitemap.xml */
          useSitemap?: boolean;
          followLinks?: boolean;
          /** Delay between two requests to a server. A longer crawl delay of robots.txt counts instead */
          delayMs?: number;
          /** Maximum size of all files of a folder or bucket. Sizes in Git are not known before files are read */
          maxTotalMb?: number;
        };
        /** Maximum tokens per chunk */
        chunkTokens?: number;
        /** When the document of a page that no longer exists is deleted */
        removal?: 'at-once' | 'after-grace' | 'never';
        /** For `removal` after-grace */
        graceDays?: number;
        /** What happens to edited chunks when the content of a page changes. keep: they stay, with a conflict mark if the new content does not have their original text; replace: edits are discarded */
        edits?: 'keep' | 'replace';
        /** off, hourly, daily, weekly, or a cron expression with five fields in UTC */
        schedule?: string;
        syncNow?: boolean;
      };
      answer: KnowledgeSource;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/sources/preview': {
    post: {
      body: {
        /** page: one page; site: the pages below a path; feed: the pages that an RSS, Atom or JSON feed links to; folder: the files of a folder of the server; s3: the objects of a bucket; git: the files of a folder of a Git repository */
        kind: 'page' | 'site' | 'feed' | 'folder' | 's3' | 'git';
        /** Of a folder: its absolute path, or a file: URL. Of S3: the endpoint. Of Git: the repository */
        url: string;
        /** For the kind s3. `url` is the endpoint */
        s3?: {
          bucket: string;
          /** Keys begin with it, for example manuals/. Default: the whole bucket */
          prefix?: string;
          /** Default: us-east-1 */
          region?: string;
          /** Whether the bucket is part of the path (default), not of the host name */
          isPathStyle?: boolean;
        };
        /** For the kind git. `url` is the URL of the repository */
        git?: {
          /** Branch or tag. Default: the default branch */
          branch?: string;
          /** For example docs. Default: the whole repository */
          folder?: string;
          /** URL of a file for citations, with {path}, for example https://github.com/owner/name/blob/main/{path}. Default: none */
          urlTemplate?: string;
        };
        /** Stored encrypted, and never returned */
        credentials?: {
          /** Of S3: the access key ID. Of Git: the user name; may be empty */
          user: string;
          /** Of S3: the secret access key. Of Git: the token */
          secret: string;
        };
        /** A source whose credentials are used if `credentials` is absent and `url` has its host */
        sourceId?: string;
        rules?: {
          /** Path that the URLs of a site begin with. Default: the folder of `url` */
          pathPrefix?: string;
          /** Paths to read. `*` matches text without a slash, `**` any text, `?` one character. Default: all */
          include?: string[];
          /** Paths that are not read, even if `include` matches them */
          exclude?: string[];
          /** Links from the start page */
          maxDepth?: number;
          /** Maximum number of pages or files */
          maxPages?: number;
          /** Whether to read the sitemaps that robots.txt names, or /sitemap.xml */
          useSitemap?: boolean;
          followLinks?: boolean;
          /** Delay between two requests to a server. A longer crawl delay of robots.txt counts instead */
          delayMs?: number;
          /** Maximum size of all files of a folder or bucket. Sizes in Git are not known before files are read */
          maxTotalMb?: number;
        };
      };
      answer: SourcePreview;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/source-folders': {
    get: {
      answer: {
        folders: string[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}': {
    get: {
      answer: KnowledgeSource;
    };
    patch: {
      body: {
        name?: string;
        /** Of a folder: its absolute path, or a file: URL. Of S3: the endpoint. Of Git: the repository */
        url?: string;
        rules?: {
          /** Path that the URLs of a site begin with. Default: the folder of `url` */
          pathPrefix?: string;
          /** Paths to read. `*` matches text without a slash, `**` any text, `?` one character. Default: all */
          include?: string[];
          /** Paths that are not read, even if `include` matches them */
          exclude?: string[];
          /** Links from the start page */
          maxDepth?: number;
          /** Maximum number of pages or files */
          maxPages?: number;
          /** Whether to read the sitemaps that robots.txt names, or /sitemap.xml */
          useSitemap?: boolean;
          followLinks?: boolean;
          /** Delay between two requests to a server. A longer crawl delay of robots.txt counts instead */
          delayMs?: number;
          /** Maximum size of all files of a folder or bucket. Sizes in Git are not known before files are read */
          maxTotalMb?: number;
        };
        /** Maximum tokens per chunk */
        chunkTokens?: number;
        /** When the document of a page that no longer exists is deleted */
        removal?: 'at-once' | 'after-grace' | 'never';
        /** For `removal` after-grace */
        graceDays?: number;
        /** What happens to edited chunks when the content of a page changes. keep: they stay, with a conflict mark if the new content does not have their original text; replace: edits are discarded */
        edits?: 'keep' | 'replace';
        /** off, hourly, daily, weekly, or a cron expression with five fields in UTC */
        schedule?: string;
        /** For the kind s3. `url` is the endpoint */
        s3?: {
          bucket: string;
          /** Keys begin with it, for example manuals/. Default: the whole bucket */
          prefix?: string;
          /** Default: us-east-1 */
          region?: string;
          /** Whether the bucket is part of the path (default), not of the host name */
          isPathStyle?: boolean;
        };
        /** For the kind git. `url` is the URL of the repository */
        git?: {
          /** Branch or tag. Default: the default branch */
          branch?: string;
          /** For example docs. Default: the whole repository */
          folder?: string;
          /** URL of a file for citations, with {path}, for example https://github.com/owner/name/blob/main/{path}. Default: none */
          urlTemplate?: string;
        };
        /** Null removes the stored credentials */
        credentials?: {
          /** Of S3: the access key ID. Of Git: the user name; may be empty */
          user: string;
          /** Of S3: the secret access key. Of Git: the token */
          secret: string;
        } | null;
      };
      answer: KnowledgeSource;
    };
    delete: {
      query: {
        /** Default: keep */
        documents?: 'keep' | 'delete';
      };
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/runs': {
    post: {
      answer: SourceRun;
    };
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: SourceRun[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/runs/{runId}': {
    get: {
      answer: SourceRun;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/runs/{runId}/pages': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        state?: 'waiting' | 'added' | 'updated' | 'unchanged' | 'removed' | 'missing' | 'skipped';
      };
      answer: {
        items: SourceRunPage[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/sources/{sourceId}/runs/{runId}/cancel': {
    post: {
      answer: SourceRun;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/retrieval-test': {
    post: {
      body: {
        query: string;
        /** Semantic weight: 0 keywords only, 1 embedding only; default: setting of the agent */
        embeddingRate?: number;
        topK?: number;
        /** Minimum score; null: none; default: as for prompts of the agent */
        minimumScore?: number | null;
        rerankVersion?: 'BGE-Rerank' | 'Jina-reranker-v2-base-multilingual' | 'Jina-colbert-v2' | 'BCE-Rerank' | null;
        knowledgeBaseIds?: string[];
        documentIds?: string[];
        /** null: none; default: setting of the agent */
        filter?: {
          /** The document has at least one of these tags */
          tags?: string[];
          /** Conditions that the attributes of the document all fulfil */
          attributes?: AttributeCondition[];
        } | null;
      };
      answer: RetrievalResult;
    };
  };
  '/workspaces/{workspaceId}/rerankers': {
    get: {
      answer: {
        items: Reranker[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets': {
    get: {
      answer: {
        items: TestSet[];
      };
    };
    post: {
      body: {
        name: string;
        description?: string;
        /** Model that judges answers. Null: the model of the agent */
        judgeModel?: {
          provider: 'connection';
          connectionId: string;
          /** Name of the model on its server */
          name: string;
        } | null;
        /** How often a run sends each case. More than once gives a pass rate per case */
        repeats?: number;
        /** off, hourly, daily, weekly, or a cron expression with five fields in UTC */
        schedule?: string;
        /** Share of attempts that must pass before the agent can be published, in a run with the version to publish. Null: not required */
        requiredPassRate?: number | null;
      };
      answer: TestSet;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}': {
    get: {
      answer: TestSet;
    };
    patch: {
      body: {
        name?: string;
        description?: string;
        /** Model that judges answers. Null: the model of the agent */
        judgeModel?: {
          provider: 'connection';
          connectionId: string;
          /** Name of the model on its server */
          name: string;
        } | null;
        /** How often a run sends each case. More than once gives a pass rate per case */
        repeats?: number;
        /** off, hourly, daily, weekly, or a cron expression with five fields in UTC */
        schedule?: string;
        /** Share of attempts that must pass before the agent can be published, in a run with the version to publish. Null: not required */
        requiredPassRate?: number | null;
      };
      answer: TestSet;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/cases': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: TestCase[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: TestCaseInput;
      answer: TestCase;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/cases/from-conversation': {
    post: {
      body: {
        /** Default: that of `roundId` */
        conversationId?: string;
        /** Default: the whole conversation */
        roundId?: string;
        /** Whether the messages before `roundId` are sent too. Default: true */
        withEarlier?: boolean;
        /** The right answer */
        reference?: string;
      };
      answer: TestCase;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/cases/{caseId}': {
    get: {
      answer: TestCase;
    };
    put: {
      body: TestCaseInput;
      answer: TestCase;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/import': {
    post: {
      body: {
        format: 'csv' | 'jsonl';
        /** The text of the file */
        content: string;
        /** Whether the cases of the set are deleted before. Default: false */
        replace?: boolean;
      };
      answer: {
        imported: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/export': {
    get: {
      query: {
        format: 'csv' | 'jsonl';
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/estimate': {
    get: {
      query: {
        /** Default: that of the set */
        repeats?: number;
      };
      answer: TestRunEstimate;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/runs': {
    post: {
      body: {
        /** Version of the agent to test. Default: the version in use */
        version?: number;
        /** Test the draft of the agent and of its flow instead. Cannot be combined with `version` */
        draft?: boolean;
        /** Default: that of the set */
        repeats?: number;
        /** Shown with the run. command: `frontdesk eval run`. Default: operator */
        startedBy?: 'operator' | 'command';
        /** Test chats at the same time. Default: 4 */
        concurrency?: number;
      };
      answer: TestRun;
    };
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: TestRun[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/runs/{testRunId}': {
    get: {
      answer: TestRun;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/runs/{testRunId}/cancel': {
    post: {
      answer: TestRun;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/runs/{testRunId}/cases': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        /** Default: all. not-passed: failed or error */
        filter?: 'all' | 'not-passed' | 'failed' | 'error' | 'regressed' | 'improved' | 'passed';
        /** The run to compare with. Default: the previous completed one */
        against?: string;
      };
      answer: {
        items: TestRunCase[];
        total: number;
        page: number;
        pageSize: number;
        against: TestRun | null;
        /** Compared with `against` */
        regressions: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/test-sets/{setId}/runs/{testRunId}/cases/{number}': {
    get: {
      answer: TestResults;
    };
  };
  '/workspaces/{workspaceId}/conversations/search': {
    get: {
      query: {
        /** Words that must all occur in a round. Quotes surround a phrase, an asterisk ends the beginning of a word */
        words?: string;
        /** Quality rating of an operator */
        quality?: 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';
        /** Feedback of the user */
        feedback?: 'NONE' | 'GOOD' | 'BAD';
        /** Only failed rounds */
        failed?: boolean;
        /** Only conversations that were handed over to a person */
        handedOver?: boolean;
        /** Only conversations in which nobody answered a handoff */
        missed?: boolean;
        /** Name of a tool that the agent called */
        tool?: string;
        /** A document that the answer cites */
        documentId?: string;
        /** Language of the message, as ISO 639-1 code */
        language?: string;
        /** A label of the conversation in the inbox */
        labelId?: string;
        channel?: 'SPACE' | 'API' | 'EMBED' | 'WIDGET' | 'AI_SEARCH' | 'SHARE' | 'MESSAGING_APP_1_PROVIDER_1' | 'MESSAGING_APP_1_PROVIDER_2' | 'WORKPLACE_BOT_1' | 'COMMUNITY_CHAT_1' | 'TEAM_CHAT_1' | 'AUTOMATION_TOOL_1' | 'CUSTOMER_SERVICE_APP_1' | 'MESSAGING_APP_2' | 'LIVE_CHAT_WIDGET_1';
        /** Complete user ID */
        userId?: string;
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
        limit?: number;
        /** `next` of the page before */
        cursor?: string;
      };
      answer: {
        items: FoundConversation[];
        /** Cursor of the next page; null: no more */
        next: string | null;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/conversations/search': {
    get: {
      query: {
        /** Words that must all occur in a round. Quotes surround a phrase, an asterisk ends the beginning of a word */
        words?: string;
        /** Quality rating of an operator */
        quality?: 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';
        /** Feedback of the user */
        feedback?: 'NONE' | 'GOOD' | 'BAD';
        /** Only failed rounds */
        failed?: boolean;
        /** Only conversations that were handed over to a person */
        handedOver?: boolean;
        /** Only conversations in which nobody answered a handoff */
        missed?: boolean;
        /** Name of a tool that the agent called */
        tool?: string;
        /** A document that the answer cites */
        documentId?: string;
        /** Language of the message, as ISO 639-1 code */
        language?: string;
        /** A label of the conversation in the inbox */
        labelId?: string;
        channel?: 'SPACE' | 'API' | 'EMBED' | 'WIDGET' | 'AI_SEARCH' | 'SHARE' | 'MESSAGING_APP_1_PROVIDER_1' | 'MESSAGING_APP_1_PROVIDER_2' | 'WORKPLACE_BOT_1' | 'COMMUNITY_CHAT_1' | 'TEAM_CHAT_1' | 'AUTOMATION_TOOL_1' | 'CUSTOMER_SERVICE_APP_1' | 'MESSAGING_APP_2' | 'LIVE_CHAT_WIDGET_1';
        /** Complete user ID */
        userId?: string;
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
        limit?: number;
        /** `next` of the page before */
        cursor?: string;
      };
      answer: {
        items: FoundConversation[];
        /** Cursor of the next page; null: no more */
        next: string | null;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/corrections': {
    get: {
      query: {
        /** Part of the question or of the answer */
        search?: string;
        enabled?: boolean;
        order?: 'newest' | 'hits' | 'lastHit';
        offset?: number;
        limit?: number;
      };
      answer: {
        items: Correction[];
        total: number;
      };
    };
    post: {
      body: {
        /** Must be understandable without earlier messages. Line breaks become spaces */
        question: string;
        /** Markdown */
        answer: string;
        /** Calls that restrict their knowledge use only corrections of the knowledge bases that they name; null: only calls without a restriction use it */
        knowledgeBaseId?: string | null;
        /** false: not used */
        enabled?: boolean;
        /** The round whose answer is corrected */
        roundId?: string;
      };
      answer: Correction;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/corrections/{correctionId}': {
    patch: {
      body: {
        /** Must be understandable without earlier messages. Line breaks become spaces */
        question?: string;
        /** Markdown */
        answer?: string;
        /** Calls that restrict their knowledge use only corrections of the knowledge bases that they name; null: only calls without a restriction use it */
        knowledgeBaseId?: string | null;
        /** false: not used */
        enabled?: boolean;
      };
      answer: Correction;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/corrections/match': {
    post: {
      body: {
        question: string;
        /** Knowledge scope of a call: only corrections of these knowledge bases */
        groupIds?: string[];
      };
      answer: CorrectionMatches;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/corrections/import': {
    post: {
      body: {
        csv: string;
      };
      answer: CorrectionImport;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/corrections/export': {
    get: {
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/conversation-views': {
    get: {
      answer: {
        items: ConversationView[];
      };
    };
  };
  '/workspaces/{workspaceId}/conversation-views/own': {
    post: {
      body: {
        name: string;
        /** Filters as in the address of the page Conversations */
        filters: {
          words?: string;
          channel?: string;
          user?: string;
          from?: string;
          until?: string;
          quality?: string;
          feedback?: string;
          failed?: string;
          handedOver?: string;
          missed?: string;
          tool?: string;
          document?: string;
          language?: string;
          label?: string;
        };
      };
      answer: ConversationView;
    };
  };
  '/workspaces/{workspaceId}/conversation-views/own/{viewId}': {
    patch: {
      body: {
        name?: string;
        /** Filters as in the address of the page Conversations */
        filters?: {
          words?: string;
          channel?: string;
          user?: string;
          from?: string;
          until?: string;
          quality?: string;
          feedback?: string;
          failed?: string;
          handedOver?: string;
          missed?: string;
          tool?: string;
          document?: string;
          language?: string;
          label?: string;
        };
      };
      answer: ConversationView;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/conversation-views/shared': {
    post: {
      body: {
        name: string;
        /** Filters as in the address of the page Conversations */
        filters: {
          words?: string;
          channel?: string;
          user?: string;
          from?: string;
          until?: string;
          quality?: string;
          feedback?: string;
          failed?: string;
          handedOver?: string;
          missed?: string;
          tool?: string;
          document?: string;
          language?: string;
          label?: string;
        };
      };
      answer: ConversationView;
    };
  };
  '/workspaces/{workspaceId}/conversation-views/shared/{viewId}': {
    patch: {
      body: {
        name?: string;
        /** Filters as in the address of the page Conversations */
        filters?: {
          words?: string;
          channel?: string;
          user?: string;
          from?: string;
          until?: string;
          quality?: string;
          feedback?: string;
          failed?: string;
          handedOver?: string;
          missed?: string;
          tool?: string;
          document?: string;
          language?: string;
          label?: string;
        };
      };
      answer: ConversationView;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/conversations': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
        channel?: 'SPACE' | 'API' | 'EMBED' | 'WIDGET' | 'AI_SEARCH' | 'SHARE' | 'MESSAGING_APP_1_PROVIDER_1' | 'MESSAGING_APP_1_PROVIDER_2' | 'WORKPLACE_BOT_1' | 'COMMUNITY_CHAT_1' | 'TEAM_CHAT_1' | 'AUTOMATION_TOOL_1' | 'CUSTOMER_SERVICE_APP_1' | 'MESSAGING_APP_2' | 'LIVE_CHAT_WIDGET_1';
        userId?: string;
      };
      answer: {
        items: Conversation[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/conversations/{conversationId}': {
    get: {
      answer: ConversationDetail;
    };
    delete: {
      answer: Erased;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/conversations/{conversationId}/messages': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: Message[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/rounds': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
        /** Feedback of the user */
        feedback?: 'NONE' | 'GOOD' | 'BAD';
      };
      answer: {
        items: QuestionAndAnswer[];
        hasMore: boolean;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/rounds/{roundId}': {
    get: {
      answer: Round;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/rounds/{roundId}/requests': {
    get: {
      answer: {
        items: ModelCall[];
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/rounds/{roundId}/quality': {
    put: {
      body: {
        /** Quality rating of an operator */
        quality: 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';
      };
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/memories': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        conversationId?: string;
        userId?: string;
      };
      answer: {
        items: Memory[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/memories/{memoryId}': {
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/conversations/{conversationId}/memories': {
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/user/memories': {
    delete: {
      query: {
        userId: string;
      };
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
      };
      answer: {
        items: AgentTable[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
    post: {
      body: {
        name: string;
        description: string;
        fields: {
          name: string;
          description?: string;
          /** TEXT, INT, FLOAT, DATETIME or BOOLEAN */
          type: string;
          required?: boolean;
          unique?: boolean;
        }[];
        /** Field with the user_id of a record: the model can then only access records of the current user */
        ownerField?: string | null;
      };
      answer: AgentTable;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}': {
    get: {
      answer: AgentTable;
    };
    patch: {
      body: {
        name?: string;
        description?: string;
        ownerField?: string | null;
      };
      answer: AgentTable;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/fields': {
    post: {
      body: {
        name: string;
        description?: string;
        /** TEXT, INT, FLOAT, DATETIME or BOOLEAN */
        type: string;
        required?: boolean;
        unique?: boolean;
      };
      answer: AgentTable;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/fields/{fieldName}': {
    patch: {
      body: {
        name?: string;
        description?: string;
        /** TEXT, INT, FLOAT, DATETIME or BOOLEAN */
        type?: string;
      };
      answer: AgentTable;
    };
    delete: {
      answer: AgentTable;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/records/search': {
    post: {
      body: {
        page?: number;
        pageSize?: number;
        filter?: Record<string, unknown>;
        keyword?: string;
        sort?: {
          field: string;
          descending?: boolean;
        };
      };
      answer: {
        items: TableRecord[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/records': {
    post: {
      body: {
        values: Record<string, unknown>;
      };
      answer: TableRecord;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/records/{recordId}': {
    patch: {
      body: {
        values: Record<string, unknown>;
      };
      answer: TableRecord;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/records/delete': {
    post: {
      body: {
        recordIds: string[];
      };
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/import/preview': {
    post: {
      body: {
        /** Content of a CSV file; the first line contains the column names; at most 10000 rows */
        csv?: string;
        /** An Excel or CSV file instead of csv, of at most 10 MB; at most 10000 rows */
        file?: {
          name: string;
          /** Base64 */
          content: string;
        };
        /** Name of the sheet; default: the first one with rows */
        sheet?: string;
        /** Row of the column names, without empty rows; default: detected in a file, 1 in csv */
        headerRow?: number;
        /** How each column is written; default: detected */
        formats?: ({
          /** Day first or month first */
          dateOrder?: 'dmy' | 'mdy';
          /** 1,234.5 (point) or 1.234,5 (comma) */
          decimal?: 'point' | 'comma';
        } | null)[];
        /** Field for each column, null to ignore it; default: the proposed ones */
        fields?: ({
          name: string;
          /** TEXT, INT, FLOAT, DATETIME or BOOLEAN */
          type: string;
        } | null)[];
      };
      answer: NewTablePreview;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/import/preview': {
    post: {
      body: {
        /** Content of a CSV file; the first line contains the column names; at most 10000 rows */
        csv?: string;
        /** An Excel or CSV file instead of csv, of at most 10 MB; at most 10000 rows */
        file?: {
          name: string;
          /** Base64 */
          content: string;
        };
        /** Name of the sheet; default: the first one with rows */
        sheet?: string;
        /** Row of the column names, without empty rows; default: detected in a file, 1 in csv */
        headerRow?: number;
        /** How each column is written; default: detected */
        formats?: ({
          /** Day first or month first */
          dateOrder?: 'dmy' | 'mdy';
          /** 1,234.5 (point) or 1.234,5 (comma) */
          decimal?: 'point' | 'comma';
        } | null)[];
        /** Field for each column, null to ignore it; default: the field with the same name */
        mapping?: (string | null)[];
      };
      answer: SheetPreview;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/import': {
    post: {
      body: {
        /** Content of a CSV file; the first line contains the column names; at most 10000 rows */
        csv?: string;
        /** An Excel or CSV file instead of csv, of at most 10 MB; at most 10000 rows */
        file?: {
          name: string;
          /** Base64 */
          content: string;
        };
        /** Name of the sheet; default: the first one with rows */
        sheet?: string;
        /** Row of the column names, without empty rows; default: detected in a file, 1 in csv */
        headerRow?: number;
        /** How each column is written; default: detected */
        formats?: ({
          /** Day first or month first */
          dateOrder?: 'dmy' | 'mdy';
          /** 1,234.5 (point) or 1.234,5 (comma) */
          decimal?: 'point' | 'comma';
        } | null)[];
        /** Field for each column, null to ignore it; default: the field with the same name */
        mapping?: (string | null)[];
      };
      answer: RecordImport;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/imports/{importId}': {
    get: {
      answer: RecordImport;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/export': {
    get: {
      query: {
        keyword?: string;
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/users': {
    get: {
      query: {
        /** `next` of the previous page */
        after?: string;
        /** Beginning of the user_id */
        prefix?: string;
        pageSize?: number;
      };
      answer: {
        items: User[];
        /** null on the last page */
        next: string | null;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/user': {
    get: {
      query: {
        userId: string;
      };
      answer: UserDetail;
    };
    delete: {
      query: {
        userId: string;
      };
      answer: Erased;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/export/conversations': {
    get: {
      query: {
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
        format: 'jsonl' | 'csv';
        channel?: 'SPACE' | 'API' | 'EMBED' | 'WIDGET' | 'AI_SEARCH' | 'SHARE' | 'MESSAGING_APP_1_PROVIDER_1' | 'MESSAGING_APP_1_PROVIDER_2' | 'WORKPLACE_BOT_1' | 'COMMUNITY_CHAT_1' | 'TEAM_CHAT_1' | 'AUTOMATION_TOOL_1' | 'CUSTOMER_SERVICE_APP_1' | 'MESSAGING_APP_2' | 'LIVE_CHAT_WIDGET_1';
        userId?: string;
      };
      answer: unknown;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/export/qa': {
    get: {
      query: {
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
        format: 'jsonl' | 'csv';
        channel?: 'SPACE' | 'API' | 'EMBED' | 'WIDGET' | 'AI_SEARCH' | 'SHARE' | 'MESSAGING_APP_1_PROVIDER_1' | 'MESSAGING_APP_1_PROVIDER_2' | 'WORKPLACE_BOT_1' | 'COMMUNITY_CHAT_1' | 'TEAM_CHAT_1' | 'AUTOMATION_TOOL_1' | 'CUSTOMER_SERVICE_APP_1' | 'MESSAGING_APP_2' | 'LIVE_CHAT_WIDGET_1';
        userId?: string;
      };
      answer: unknown;
    };
  };
  '/workspaces/{workspaceId}/usage': {
    get: {
      query: {
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
        /** Offset from UTC at which days begin, positive to the east */
        utcOffsetMinutes?: number;
        agentId?: string;
      };
      answer: {
        items: Usage[];
        /** All days of the range, also without usage */
        days: string[];
        /** Credits as decimal text */
        credits: string;
        /** Part of `credits` that test chats used */
        testCredits: string;
      };
    };
  };
  '/workspaces/{workspaceId}/analytics': {
    get: {
      query: {
        /** Number of days up to `to`, unless `from` is given. Default: 30 */
        days?: number;
        /** First day */
        from?: string;
        /** Last day, inclusive. Default: today */
        to?: string;
        /** Default: all agents of the workspace */
        agentId?: string;
        /** Default: all channels */
        channel?: string;
      };
      answer: AnalyticsReport;
    };
  };
  '/workspaces/{workspaceId}/analytics/documents': {
    get: {
      query: {
        /** Number of days up to `to`, unless `from` is given. Default: 30 */
        days?: number;
        /** First day */
        from?: string;
        /** Last day, inclusive. Default: today */
        to?: string;
        /** Default: all agents of the workspace */
        agentId?: string;
        /** Default: all channels */
        channel?: string;
      };
      answer: AnalyticsDocuments;
    };
  };
  '/workspaces/{workspaceId}/analytics/tools': {
    get: {
      query: {
        /** Number of days up to `to`, unless `from` is given. Default: 30 */
        days?: number;
        /** First day */
        from?: string;
        /** Last day, inclusive. Default: today */
        to?: string;
        /** Default: all agents of the workspace */
        agentId?: string;
        /** Default: all channels */
        channel?: string;
      };
      answer: {
        items: AnalyticsTool[];
      };
    };
  };
  '/workspaces/{workspaceId}/analytics/tool-names': {
    get: {
      query: {
        /** Default: all agents of the workspace */
        agentId?: string;
      };
      answer: {
        items: string[];
      };
    };
  };
  '/workspaces/{workspaceId}/analytics/time-zone': {
    put: {
      body: {
        /** IANA time zone in which days begin */
        timeZone: string;
      };
      answer: {
        /** IANA time zone in which days begin */
        timeZone: string;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/unanswered': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        /** resolved: opens again if the question comes back; dismissed: stays closed */
        status?: 'open' | 'resolved' | 'dismissed';
        /** nothing_found: no search of the knowledge found a passage; refusal: the reply says that it has no answer; bad_rating: the user or an operator rated the reply as bad */
        reason?: 'nothing_found' | 'refusal' | 'bad_rating';
      };
      answer: {
        items: UnansweredTopic[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/unanswered/export': {
    get: {
      query: {
        /** resolved: opens again if the question comes back; dismissed: stays closed */
        status?: 'open' | 'resolved' | 'dismissed';
        /** nothing_found: no search of the knowledge found a passage; refusal: the reply says that it has no answer; bad_rating: the user or an operator rated the reply as bad */
        reason?: 'nothing_found' | 'refusal' | 'bad_rating';
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/unanswered/{topicId}': {
    get: {
      answer: UnansweredTopicDetail;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/unanswered/{topicId}/status': {
    put: {
      body: {
        /** resolved: opens again if the question comes back; dismissed: stays closed */
        status: 'open' | 'resolved' | 'dismissed';
      };
      answer: UnansweredTopicDetail;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/storage': {
    get: {
      answer: {
        agent: {
          usedBytes: number;
          /** null: no limit */
          limitBytes: number | null;
        };
        workspace: {
          usedBytes: number;
          /** null: no limit */
          limitBytes: number | null;
        };
        /** null: no limit */
        visitorLimitBytes: number | null;
      };
    };
  };
  '/workspaces/{workspaceId}/handoffs': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        agentId?: string;
        conversationId?: string;
        /** opening: the human service has not answered yet; awaiting_message: nobody answered in the inbox, and the user is asked to leave a message; left_message: they did, and the agent answers again */
        status?: 'opening' | 'open' | 'awaiting_message' | 'left_message' | 'closed';
        /** true: only sessions in which nobody replied to the user */
        missed?: boolean;
      };
      answer: {
        items: HandoffSession[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/handoffs': {
    post: {
      body: {
        conversationId: string;
        email?: string;
      };
      answer: HandoffSession;
    };
  };
  '/workspaces/{workspaceId}/handoffs/{sessionId}/close': {
    post: {
      answer: HandoffSession;
    };
  };
  '/workspaces/{workspaceId}/handoffs/report': {
    get: {
      query: {
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
        /** Offset from UTC at which days begin, positive to the east */
        utcOffsetMinutes?: number;
        agentId?: string;
      };
      answer: HandoffReport;
    };
  };
  '/workspaces/{workspaceId}/handoffs/open': {
    get: {
      answer: {
        items: OpenSession[];
      };
    };
  };
  '/workspaces/{workspaceId}/handoffs/events': {
    get: {
      events: {
        sessions: {
          items: OpenSession[];
        };
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions': {
    get: {
      query: {
        /** waiting: nobody has taken them; mine: I have; open: all of them; left_message: the user left a message because nobody answered; snoozed: not in these queues until a time; mentions: open or closed, with notes that mention me */
        queue: 'waiting' | 'mine' | 'open' | 'left_message' | 'snoozed' | 'mentions' | 'closed';
        agentId?: string;
        /** Only sessions with this label */
        labelId?: string;
        /** true: only sessions in which nobody replied to the user */
        missed?: boolean;
        limit?: number;
        /** `nextCursor` of the page before */
        cursor?: string;
      };
      answer: InboxPage;
    };
  };
  '/workspaces/{workspaceId}/inbox/operators': {
    get: {
      answer: {
        items: InboxOperator[];
      };
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}': {
    get: {
      answer: InboxSession;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/take': {
    post: {
      answer: InboxSession;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/read': {
    post: {
      body: {
        /** The newest message of the user that the operator has seen. Later messages stay unread. Without it all messages are read */
        messageId?: string;
      };
      answer: InboxSession;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/typing': {
    post: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/assignee': {
    put: {
      body: {
        operatorId: string | null;
      };
      answer: InboxSession;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/close': {
    post: {
      body: {
        /** no_answer: the user did not answer any more */
        reason?: 'resolved' | 'no_answer' | 'spam' | 'other';
        /** Required for the reason `other` */
        note?: string;
      };
      answer: InboxSession;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/hand-back': {
    post: {
      body: {
        /** no_answer: the user did not answer any more */
        reason?: 'resolved' | 'no_answer' | 'spam' | 'other';
        note: string;
      };
      answer: InboxSession;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/replies': {
    post: {
      body: {
        /** Required if there are no files */
        text?: string;
        /** Each with `url` or `base64Content` */
        files?: {
          url?: string;
          base64Content?: string;
          name?: string;
        }[];
      };
      answer: InboxMessage;
    };
  };
  '/workspaces/{workspaceId}/inbox/events': {
    get: {
      events: {
        inbox: InboxChange;
        typing: InboxTyping;
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/assistance': {
    get: {
      answer: InboxAssistance;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/suggestion': {
    post: {
      events: {
        passages: {
          passages: AssistancePassage[];
        };
        text: {
          /** The next part of the text */
          text: string;
        };
        done: {
          /** false: nothing was found to write about, and there is no text */
          isFound: boolean;
          /** The text reached the limit of its length */
          isCut: boolean;
          model: string;
          promptTokens: number;
          completionTokens: number;
          /** Credits as decimal text */
          credits: string;
        };
        failure: {
          message: string;
          /** credits: the workspace has not enough credits */
          reason: 'credits' | 'model' | 'time' | 'other';
        };
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/summary': {
    post: {
      body: {
        /** Language tag */
        language: string;
      };
      events: {
        text: {
          /** The next part of the text */
          text: string;
        };
        done: {
          /** false: nothing was found to write about, and there is no text */
          isFound: boolean;
          /** The text reached the limit of its length */
          isCut: boolean;
          model: string;
          promptTokens: number;
          completionTokens: number;
          /** Credits as decimal text */
          credits: string;
        };
        failure: {
          message: string;
          /** credits: the workspace has not enough credits */
          reason: 'credits' | 'model' | 'time' | 'other';
        };
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/translation': {
    post: {
      body: {
        text: string;
        /** Language tag */
        language: string;
      };
      events: {
        text: {
          /** The next part of the text */
          text: string;
        };
        done: {
          /** false: nothing was found to write about, and there is no text */
          isFound: boolean;
          /** The text reached the limit of its length */
          isCut: boolean;
          model: string;
          promptTokens: number;
          completionTokens: number;
          /** Credits as decimal text */
          credits: string;
        };
        failure: {
          message: string;
          /** credits: the workspace has not enough credits */
          reason: 'credits' | 'model' | 'time' | 'other';
        };
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/notes': {
    get: {
      answer: {
        items: InboxNote[];
      };
    };
    post: {
      body: {
        /** `@` with the name or the e-mail address of an operator of the workspace mentions them */
        text: string;
      };
      answer: InboxNote;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/notes/{noteId}': {
    patch: {
      body: {
        /** `@` with the name or the e-mail address of an operator of the workspace mentions them */
        text: string;
      };
      answer: InboxNote;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/mentions/seen': {
    put: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/inbox/labels': {
    get: {
      answer: {
        items: InboxLabel[];
      };
    };
    post: {
      body: {
        name: string;
        color: 'gray' | 'red' | 'pink' | 'grape' | 'violet' | 'indigo' | 'blue' | 'cyan' | 'teal' | 'green' | 'lime' | 'yellow' | 'orange';
      };
      answer: InboxLabel;
    };
  };
  '/workspaces/{workspaceId}/inbox/labels/{labelId}': {
    patch: {
      body: {
        name?: string;
        color?: 'gray' | 'red' | 'pink' | 'grape' | 'violet' | 'indigo' | 'blue' | 'cyan' | 'teal' | 'green' | 'lime' | 'yellow' | 'orange';
      };
      answer: InboxLabel;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/labels/{labelId}': {
    put: {
      answer: undefined;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/inbox/presence': {
    get: {
      answer: InboxPresence;
    };
    put: {
      body: InboxPresence;
      answer: InboxPresence;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/snooze': {
    put: {
      body: {
        /** In the next 90 days */
        until: string;
      };
      answer: InboxSession;
    };
    delete: {
      answer: InboxSession;
    };
  };
  '/workspaces/{workspaceId}/inbox/canned-replies': {
    get: {
      query: {
        agentId?: string;
        /** Part of the shortcut or of the text */
        search?: string;
        offset?: number;
        limit?: number;
      };
      answer: {
        items: CannedReply[];
        total: number;
      };
    };
    post: {
      body: {
        /** null: for all agents of the workspace */
        agentId?: string | null;
        /** Letters, digits, - and _, without the slash. Letter case does not matter */
        shortcut: string;
        /** With variables: {{user.name}}, {{user.email}}, {{user.id}}, {{agent.name}}, {{operator.name}}, {{conversation.id}}. {{user.name|customer}}: with a text for users without a name */
        text: string;
      };
      answer: CannedReply;
    };
  };
  '/workspaces/{workspaceId}/inbox/canned-replies/{replyId}': {
    patch: {
      body: {
        /** null: for all agents of the workspace */
        agentId?: string | null;
        /** Letters, digits, - and _, without the slash. Letter case does not matter */
        shortcut?: string;
        /** With variables: {{user.name}}, {{user.email}}, {{user.id}}, {{agent.name}}, {{operator.name}}, {{conversation.id}}. {{user.name|customer}}: with a text for users without a name */
        text?: string;
      };
      answer: CannedReply;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/inbox/sessions/{sessionId}/canned-replies/{replyId}': {
    get: {
      answer: FilledCannedReply;
    };
  };
  '/workspaces/{workspaceId}/notifications': {
    get: {
      answer: MyNotifications;
    };
    put: {
      body: NotificationSettings;
      answer: NotificationSettings;
    };
  };
  '/account/profile': {
    get: {
      answer: MyProfile;
    };
    put: {
      body: {
        /** At most 60 characters. Empty: users see no name */
        publicName: string;
      };
      answer: MyProfile;
    };
  };
  '/account/profile/picture': {
    put: {
      body: Blob;
      answer: MyProfile;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/channel-connections': {
    get: {
      answer: {
        items: ChannelConnection[];
      };
    };
    post: {
      body: {
        platform: 'telegram' | 'slack' | 'discord' | 'whatsapp' | 'whatsapp-twilio' | 'feishu' | 'dingtalk' | 'wechat-kf' | 'automation' | 'email';
        name: string;
        /** Credentials and settings of the platform. Telegram and Discord: `botToken`. Slack: `botToken`, `signingSecret`. Each of these three: optionally `streaming` (`on` or `off`). WhatsApp: `phoneNumberId`, `accessToken`, `appSecret`, `verifyToken`, optionally `templateName` and `templateLanguage`. WhatsApp through Twilio: `accountSid`, `authToken`, `number`, optionally `contentSid`. Feishu: `appId`, `appSecret`, `encryptKey`, `verificationToken`, optionally `region` (`feishu` or `lark`). DingTalk: `clientId`, `clientSecret`, optionally `robotCode`. WeChat customer service: `corpId`, `openKfId`, `secret`, `token`, `encodingAesKey`. Automation tools: optionally `callbackUrl`. E-mail: `address`, `password`, `imapHost`, `smtpHost`, optionally `imapPort`, `smtpPort`, `user`, `senderName`, `folder`, `authServer` */
        fields: Record<string, string>;
      };
      answer: ChannelConnectionWithSecrets;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/channel-connections/{channelConnectionId}': {
    patch: {
      body: {
        version: number;
        name?: string;
        /** paused: messages are neither answered nor sent */
        status?: 'active' | 'paused';
        /** Credentials and settings of the platform. Telegram and Discord: `botToken`. Slack: `botToken`, `signingSecret`. Each of these three: optionally `streaming` (`on` or `off`). WhatsApp: `phoneNumberId`, `accessToken`, `appSecret`, `verifyToken`, optionally `templateName` and `templateLanguage`. WhatsApp through Twilio: `accountSid`, `authToken`, `number`, optionally `contentSid`. Feishu: `appId`, `appSecret`, `encryptKey`, `verificationToken`, optionally `region` (`feishu` or `lark`). DingTalk: `clientId`, `clientSecret`, optionally `robotCode`. WeChat customer service: `corpId`, `openKfId`, `secret`, `token`, `encodingAesKey`. Automation tools: optionally `callbackUrl`. E-mail: `address`, `password`, `imapHost`, `smtpHost`, optionally `imapPort`, `smtpPort`, `user`, `senderName`, `folder`, `authServer` */
        fields?: Record<string, string>;
      };
      answer: ChannelConnection;
    };
    delete: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/channel-connections/{channelConnectionId}/secrets': {
    post: {
      body: {
        version: number;
      };
      answer: ChannelConnectionWithSecrets;
    };
  };
  '/workspaces/{workspaceId}/agents/{agentId}/channel-connections/{channelConnectionId}/test': {
    post: {
      answer: ChannelConnectionTest;
    };
  };
  '/workspaces/{workspaceId}/deliveries': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        agentId?: string;
        conversationId?: string;
        /** dead: failed after the last attempt; can be replayed */
        status?: 'pending' | 'delivered' | 'dead';
        /** message: message receiver; human_service: human service; channel: messaging platform */
        target?: 'message' | 'human_service' | 'channel';
        kind?: string;
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
      };
      answer: {
        items: Delivery[];
        total: number;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/deliveries/{deliveryId}': {
    get: {
      answer: DeliveryDetail;
    };
  };
  '/workspaces/{workspaceId}/deliveries/{deliveryId}/replay': {
    post: {
      answer: Delivery;
    };
  };
  '/workspaces/{workspaceId}/deliveries/replay': {
    post: {
      body: {
        agentId?: string;
        conversationId?: string;
        /** dead: failed after the last attempt; can be replayed */
        status?: 'pending' | 'delivered' | 'dead';
        /** message: message receiver; human_service: human service; channel: messaging platform */
        target?: 'message' | 'human_service' | 'channel';
        kind?: string;
        /** Unix time in seconds or milliseconds */
        from?: number;
        /** Unix time in seconds or milliseconds */
        before?: number;
      };
      answer: {
        replayed: number;
      };
    };
  };
  '/workspaces/{workspaceId}/jobs/queues': {
    get: {
      answer: {
        items: QueueCounts[];
      };
    };
  };
  '/workspaces/{workspaceId}/jobs': {
    get: {
      query: {
        page?: number;
        pageSize?: number;
        /** delayed: waits for its start time or next attempt; failed: failed after its last attempt */
        state: 'waiting' | 'delayed' | 'running' | 'failed';
        queue?: string;
      };
      answer: {
        items: Job[];
        hasMore: boolean;
        page: number;
        pageSize: number;
      };
    };
  };
  '/workspaces/{workspaceId}/jobs/{jobId}/retry': {
    post: {
      answer: undefined;
    };
  };
  '/workspaces/{workspaceId}/overview': {
    get: {
      query: {
        /** Offset from UTC at which today begins, positive to the east */
        utcOffsetMinutes?: number;
      };
      answer: Overview;
    };
  };
  '/workspaces/{workspaceId}/failures': {
    get: {
      query: {
        /** Unix time in milliseconds */
        before?: number;
        limit?: number;
      };
      answer: {
        items: OperationFailure[];
        nextBefore: number | null;
      };
    };
  };
  '/workspaces/{workspaceId}/events': {
    get: {
      events: {
        attention: Attention;
      };
      answer: string;
    };
  };
  '/workspaces/{workspaceId}/service': {
    get: {
      answer: Service;
    };
  };
}
