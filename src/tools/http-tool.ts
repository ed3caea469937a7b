import type { HttpTool } from '../agents/index.ts';
import { redact, secretHeaderValues } from '../lib/redact.ts';
import { EgressError, type SafeFetch } from '../lib/safe-fetch/index.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import { answerText, isTextual } from './answer-text.ts';
import { createArgumentCheck } from './check-arguments.ts';
import { type Arguments, fillUrl, queryPairs, UnfillableUrl } from './fill-url.ts';
import { callerHeaders, type ToolAnswer, type ToolCaller, toolFailure, toolHeaders } from './tool-call.ts';

/** Enough for the longest answer that a model gets, in any script. */
const longestBodyBytes = 128 * 1024;
/** A constant, because each value has its own connection pool. */
const connectTimeoutMs = 5000;

interface OutgoingCall {
  url: string;
  body: string | undefined;
}

const prepareCall = (tool: HttpTool, values: Arguments): OutgoingCall => {
  const { url, used } = fillUrl(tool.url, values);
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !used.has(name)));
  if (tool.method !== 'GET' && tool.method !== 'DELETE') return { url, body: JSON.stringify(rest) };
  const pairs = queryPairs(rest).join('&');
  return { url: pairs === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs}`, body: undefined };
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

/** A tool that calls the developer's API. Errors are returned to the model, never thrown. */
export const createHttpTool = (
  tool: HttpTool,
  { safeFetch, sandbox }: { safeFetch: SafeFetch; sandbox: Sandbox },
) => {
  const check = createArgumentCheck(tool.parameters, sandbox);

  return async (argumentsText: string, caller: ToolCaller): Promise<ToolAnswer> => {
    const checked = await check(argumentsText, caller.workspaceId);
    caller.signal.throwIfAborted();
    if ('problem' in checked) return toolFailure(checked.problem);
    try {
      const { url, body } = prepareCall(tool, checked.values);
      const response = await safeFetch(url, {
        method: tool.method,
        headers: {
          ...(body === undefined ? undefined : { 'content-type': 'application/json' }),
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
      // The answer is stored and read by the model, so it must not contain the tool's own key.
      const text = redact(answer.text, secretHeaderValues(tool.headers));
      return { ...answer, text, detail: `status ${response.status}` };
    } catch (error) {
      caller.signal.throwIfAborted();
      if (error instanceof UnfillableUrl) return toolFailure(error.message);
      if (error instanceof EgressError) return toolFailure(describeEgress(error, tool), error.message);
      return toolFailure('The tool could not be called.', (error as Error).message);
    }
  };
};
