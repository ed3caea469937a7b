import type { FastifyRequest } from 'fastify';
import type { Agent } from '../../agents/index.ts';
import type { Conversations } from '../../conversations/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { CallFields } from '../../rounds/index.ts';
import type { Runtime, SendInput } from '../../runtime/index.ts';
import { readIdempotencyKey } from '../request/idempotency.ts';
import type { CallMessages } from './chat/read-chat.ts';
import {
  type Continuation,
  continueCalls,
  resultsIn,
  type ToolResultIn,
  writtenTurns,
} from './continue-calls.ts';
import { findTarget } from './find-target.ts';
import { refuse } from './read-content.ts';
import type { ToolUse } from './read-tools.ts';

export interface OpenAiDependencies {
  conversations: Conversations;
  runtime: Runtime;
  maxBodyBytes: number;
}

/** A call of this protocol, in either of its two forms. */
export interface OpenAiCall {
  agent: Agent;
  endpoint: string;
  messages: CallMessages;
  /** The call consists of results of tools. The question is that of the round that called them. */
  results?: ToolResultIn[];
  toolUse: ToolUse;
  isStreaming: boolean;
  user: string | undefined;
  conversationId: string | undefined;
  maxOutputTokens: number | undefined;
  fields?: CallFields;
}

/** The key selects the agent. The id of another agent is a mistake that would give the wrong agent's answers. */
export const checkModel = (agent: Agent, model: string | null | undefined): void => {
  if (model && isId(model) && model !== agent.id)
    throw new AppError('notFound', 'model is not the agent of this key');
};

/** A flow decides itself which tools run, and does not wait for those of the caller. */
const checkFlow = ({ agent, messages, toolUse }: OpenAiCall): void => {
  if (agent.kind === 'simple') return;
  if (toolUse.tools)
    refuse('tools', 'must be empty: the agent is a flow, which cannot call tools of the caller');
  if (messages.following.length > 0) refuse('messages', 'must end with a message of the user');
};

const noCalls = (continuation: Continuation | undefined): AppError =>
  continuation
    ? new AppError('conflict', 'input has results of tools, but the conversation has continued without them')
    : new AppError('invalidParameter', 'input must contain the results of all calls of one response');

/** What the runtime needs for the round of a call. */
export const makeInput = async (
  request: FastifyRequest,
  { conversations, runtime }: OpenAiDependencies,
  call: OpenAiCall,
): Promise<SendInput> => {
  const { agent, messages, toolUse, user, conversationId, maxOutputTokens, fields } = call;
  checkFlow(call);
  const { instructions, history, following } = messages;
  const results = call.results ?? resultsIn(following);
  const continuation = results.length > 0 ? await continueCalls(runtime, agent, results) : undefined;
  if (call.results && continuation?.earlier.replaceable === undefined) throw noCalls(continuation);
  const target = await findTarget(conversations, { agent, user, conversationId, continuation });
  // A continued round keeps the files of its question.
  const question = target.replaces
    ? messages.question.filter(({ type }) => type === 'text')
    : messages.question;
  return {
    agent,
    ...target,
    // The version without sound: replies of this protocol are text.
    apiVersion: 1,
    mode: call.isStreaming ? 'streaming' : 'blocking',
    history,
    question,
    options: {
      // The caller's messages are the whole memory of the call.
      ...(history.length > 0 ? { shortTermMemory: false, longTermMemory: false } : {}),
      ...(results.length > 0 ? { following: continuation?.following ?? writtenTurns(following) } : {}),
      ...(instructions === '' ? {} : { instructions }),
      ...toolUse,
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(fields === undefined ? {} : { call: fields }),
    },
    idempotencyKey: readIdempotencyKey(request, call.endpoint),
    arrival: request.arrival,
  };
};
