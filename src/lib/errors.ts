/**
 * Every error that a client can get: name → code, HTTP status, default text. The API contract defines the codes and
 * their texts; 40008 is added for rate limits.
 */
export const errorTable = {
  invalidParameter: { code: 40000, status: 400, text: 'Parameter error' },
  notFound: { code: 40000, status: 404, text: 'Not found' },
  methodNotAllowed: { code: 40000, status: 405, text: 'Method not allowed' },
  conflict: { code: 40000, status: 409, text: 'Conflict' },
  bodyTooLarge: { code: 40000, status: 413, text: 'The request body is too large' },
  quotaExceeded: {
    code: 40000,
    status: 413,
    text: 'Storage quota exceeded. Delete files, or ask the operator to raise the quota',
  },
  unsupportedMediaType: { code: 40000, status: 415, text: 'Content-Type must be application/json' },
  rateLimited: { code: 40008, status: 429, text: 'Too many requests' },
  unauthenticated: { code: 40127, status: 401, text: 'Developer authentication failed' },
  forbidden: { code: 40127, status: 403, text: 'Your role does not allow this' },
  conversationNotFound: { code: 40356, status: 404, text: 'Conversation does not exist' },
  conversationMismatch: {
    code: 40358,
    status: 403,
    text: 'conversation_id does not match the agent or the user',
  },
  imageNotSupported: {
    code: 40364,
    status: 400,
    text: 'The agent does not use a model that supports the image modality',
  },
  agentDeletedOnCreate: { code: 40378, status: 410, text: 'Agent deleted' },
  internal: { code: 50000, status: 500, text: 'Internal system error' },
  unavailable: { code: 50000, status: 503, text: 'The service is stopping. Try again in a few seconds' },
  diskFull: {
    code: 50000,
    status: 507,
    text: 'The server is low on disk space and accepts no files. Try again later',
  },
  questionTooLong: { code: 20040, status: 413, text: 'Question length limit exceeded' },
  insufficientCredits: { code: 20022, status: 402, text: 'Insufficient credits' },
  apiForbidden: { code: 20055, status: 403, text: 'API use forbidden; the API switch must be on' },
  agentDeleted: { code: 20059, status: 410, text: 'Agent deleted' },
  invalidTableName: { code: 403100, status: 400, text: 'Invalid table name' },
  invalidTableDescription: { code: 403101, status: 400, text: 'Invalid table description' },
  invalidFieldCount: { code: 403102, status: 400, text: 'Invalid number of fields' },
  invalidFieldName: { code: 403103, status: 400, text: 'Invalid field name' },
  invalidFieldDescription: { code: 403104, status: 400, text: 'Invalid field description' },
  invalidFieldType: { code: 403105, status: 400, text: 'Invalid field type' },
  tableNotFound: { code: 403106, status: 404, text: 'Table not found' },
  tableNameTaken: { code: 403108, status: 409, text: 'Table name already exists' },
  tooManyFields: { code: 403111, status: 400, text: 'Field count exceeds the limit' },
  tableForbidden: { code: 403131, status: 403, text: 'No permission to access the table' },
} as const satisfies Record<string, { code: number; status: number; text: string }>;

export type ErrorName = keyof typeof errorTable;

interface AppErrorOptions {
  /** Seconds until the client may retry; sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Tells the console which next step to offer. */
  reason?: FailureReason;
  cause?: unknown;
}

/** Errors of the management API that the operator can resolve. */
export type FailureReason = 'second-factor-required' | 'sso-required' | 'recent-sign-in-required';

/** The only error whose text is sent to clients. All other errors become `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorName;
  readonly code: number;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: FailureReason | undefined;

  constructor(kind: ErrorName, message: string = errorTable[kind].text, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = errorTable[kind].code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.reason = options.reason;
  }
}

/** Converts any thrown value to an error that may be sent to clients. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('internal', errorTable.internal.text, { cause: error });
