/** A refusal by the service, with its own words, or the network's silence. */
export class ApiError extends Error {
  /** 0 when nothing answered. */
  readonly status: number;
  readonly code: number;
  readonly requestId: string | undefined;
  /** For refusals that the operator can do something about. */
  readonly reason: string | undefined;

  constructor(
    status: number,
    message: string,
    { code = 0, requestId, reason }: { code?: number; requestId?: string; reason?: string } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.reason = reason;
  }
}

const readBody = async (
  response: Response,
): Promise<{ code?: number; message?: string; request_id?: string; reason?: string }> => {
  try {
    return await response.json();
  } catch {
    // A proxy in between answers with a page of its own.
    return {};
  }
};

export const errorOf = async (response: Response): Promise<ApiError> => {
  const { code, message, request_id: requestId, reason } = await readBody(response);
  return new ApiError(response.status, message ?? `The service answered ${response.status}`, {
    code,
    requestId,
    reason,
  });
};

export const unreachable = (): ApiError =>
  new ApiError(0, 'The service does not answer. Check that it runs and that you are online, then try again.');

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong';
