import type { HttpTool } from '../agents/index.ts';
import { redact, secretHeaderValues } from '../lib/redact.ts';
import { EgressError, type SafeFetch } from '../lib/safe-fetch/index.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import { answerText, isTextual } from './answer-text.ts';
import { placeArguments } from './argument-places.ts';
import { createArgumentCheck } from './check-arguments.ts';
import { type Arguments, fillUrl, queryPairs, UnfillableUrl } from './fill-url.ts';
import { callerHeaders, type ToolAnswer, type ToolCaller, toolFailure, toolHeaders } from './tool-call.ts';

/** Enough for the longest answer that a model gets, in any script. */
const longestBodyBytes = 128 * 1024;
/** A constant, because each value has its own connection pool. */
const connectTimeoutMs = 5000;

interface OutgoingCall {
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A call with what was sent and received, for the test of a tool. Secrets of the tool are masked. */
export interface HttpToolCall {
  answer: ToolAnswer;
  /** undefined: nothing was sent. */
  url?: string;
  /** undefined: there was no response. */
  status?: number;
}

const prepareCall = (tool: HttpTool, values: Arguments): OutgoingCall => {
  const { url, used } = fillUrl(tool.url, values);
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !used.has(name)));
  const { query, headers, body } = placeArguments(tool, rest);
  const pairs = queryPairs(query).join('&');
  return {
    url: pairs === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs}`,
    headers,
    body: body && JSON.stringify(body),
  };
};

const describeEgress = (error: EgressError, tool: HttpTool): string => {
  if (error.reason === 'timeout') return `The tool did not answer within ${tool.timeoutMs} ms.`;
  if (error.reason === 'redirect') return 'The tool answered with a redirect, which is not followed.';
  if (error.reason === 'blocked' || error.reason === 'invalid-url')
    return 'The tool could not be called: its address is not allowed.';
  return 'The tool could not be reached.';
};

const readAnswer = async (
  response: Awaited<ReturnType<SafeFetch>>,
): Promise<Pick<ToolAnswer, 'text' | 'isError'>> => {
  const { status, headers } = response;
  const isError = status < 200 || status > 299;
  const contentType = headers['content-type'];
  let text: string;
  if (isTextual(contentType)) text = answerText(await response.text({ truncate: true }));
  else {
    await response.discard();
    text = `(an answer of type ${answerText(contentType ?? '').slice(0, 100)}, which cannot be shown as text)`;
  }
  if (isError) return { text: `The tool answered with status ${status}.\n${text}`.trimEnd(), isError };
  return { text: text.trim() === '' ? `(an empty answer, status ${status})` : text, isError };
};

/** Calls the developer's API. Errors are returned, never thrown, except if the signal is aborted. */
export const createHttpToolCall = (
  tool: HttpTool,
  { safeFetch, sandbox }: { safeFetch: SafeFetch; sandbox: Sandbox },
) => {
  const check = createArgumentCheck(tool.parameters, sandbox);
  const masked = (text: string): string => redact(text, secretHeaderValues(tool.headers));

  const send = async ({ url, headers, body }: OutgoingCall, caller: ToolCaller): Promise<HttpToolCall> => {
    try {
      const response = await safeFetch(url, {
        method: tool.method,
        headers: {
          ...(body === undefined ? undefined : { 'content-type': 'application/json' }),
          // Configured headers replace arguments: the model must not change a key.
          ...headers,
          ...toolHeaders(tool.headers, callerHeaders(caller)),
        },
        body,
        signal: caller.signal,
        connectTimeoutMs,
        headersTimeoutMs: tool.timeoutMs,
        idleTimeoutMs: tool.timeoutMs,
        totalTimeoutMs: tool.timeoutMs,
        maxBytes: longestBodyBytes,
      });
      const answer = await readAnswer(response);
      const { status } = response;
      // The answer is stored and read by the model, so it must not contain the tool's own key.
      return {
        answer: { ...answer, text: masked(answer.text), detail: `status ${status}` },
        url: masked(url),
        status,
      };
    } catch (error) {
      caller.signal.throwIfAborted();
      const answer =
        error instanceof EgressError
          ? toolFailure(describeEgress(error, tool), error.message)
          : toolFailure('The tool could not be called.', (error as Error).message);
      return { answer, url: masked(url) };
    }
  };

  return async (argumentsText: string, caller: ToolCaller): Promise<HttpToolCall> => {
    const checked = await check(argumentsText, caller.workspaceId);
    caller.signal.throwIfAborted();
    if ('problem' in checked) return { answer: toolFailure(checked.problem) };
    let outgoing: OutgoingCall;
    try {
      outgoing = prepareCall(tool, checked.values);
    } catch (error) {
      if (error instanceof UnfillableUrl) return { answer: toolFailure(error.message) };
      return { answer: toolFailure('The tool could not be called.', (error as Error).message) };
    }
    return send(outgoing, caller);
  };
};

/** A tool that calls the developer's API. Errors are returned to the model, never thrown. */
export const createHttpTool = (tool: HttpTool, dependencies: { safeFetch: SafeFetch; sandbox: Sandbox }) => {
  const call = createHttpToolCall(tool, dependencies);
  return async (argumentsText: string, caller: ToolCaller): Promise<ToolAnswer> =>
    (await call(argumentsText, caller)).answer;
};
