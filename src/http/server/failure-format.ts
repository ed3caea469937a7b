import type { AppError } from '../../lib/errors.ts';
import { rpcFailureOf } from '../mcp/json-rpc.ts';
import { openAiFailure } from '../openai/openai-error.ts';

export interface FailureBody {
  code: number;
  message: string;
  request_id?: string;
  reason?: string;
}

export const failureBody = (error: AppError, requestId?: string): FailureBody => ({
  code: error.code,
  message: error.message,
  ...(requestId === undefined ? {} : { request_id: requestId }),
  ...(error.reason === undefined ? {} : { reason: error.reason }),
});

/** Whether a URL is below the path, or the path itself. */
const isBelow = (url: string, path: string): boolean =>
  url.startsWith(path) && (url.length === path.length || '/?'.includes(url[path.length]!));

/** Clients of other protocols read errors in the form of their protocol, also for a path that does not exist. */
export const failureFor = (url: string, error: AppError, requestId: string): object => {
  if (isBelow(url, '/openai')) return openAiFailure(error);
  return isBelow(url, '/mcp') ? rpcFailureOf(error) : failureBody(error, requestId);
};
