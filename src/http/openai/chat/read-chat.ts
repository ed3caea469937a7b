import type { FastifyRequest } from 'fastify';
import type { ToolCall } from '../../../models/index.ts';
import type { IncomingPart, IncomingTurn } from '../../../runtime/index.ts';
import { splitTurns } from '../../request/split-turns.ts';
import { checkToolTurns } from '../check-tool-turns.ts';
import { readContent, readText, refuse } from '../read-content.ts';
import { readOffers, readToolUse, type ToolUse } from '../read-tools.ts';
import type { ToolCallIn } from '../tool-schema.ts';
import type { ChatMessage, CreateChatCompletion } from './chat-schema.ts';

/** The messages of a call: its instructions, and its turns around the question. */
export interface CallMessages {
  instructions: string;
  history: IncomingTurn[];
  question: IncomingPart[];
  /** Ends with results of tools, if it is not empty. */
  following: IncomingTurn[];
}

const readCall = ({ id, function: called }: ToolCallIn, field: string): ToolCall => {
  if (!called) return refuse(`${field}.function`, 'is required: only functions can be called');
  return { id, name: called.name, argumentsText: called.arguments };
};

const readTurn = (request: FastifyRequest, message: ChatMessage, field: string): IncomingTurn => {
  const { tool_calls: given, tool_call_id: answered } = message;
  if (message.role === 'user')
    return { role: 'user', parts: readContent(request, message.content, `${field}.content`) };
  const parts: IncomingPart[] = [
    { type: 'text', text: readText(request, message.content, `${field}.content`) },
  ];
  if (message.role === 'assistant') {
    const calls = (given ?? []).map((call, index) => readCall(call, `${field}.tool_calls[${index}]`));
    return { role: 'assistant', parts, ...(calls.length > 0 ? { toolCalls: calls } : {}) };
  }
  const toolCallId = answered || refuse(`${field}.tool_call_id`, 'is required');
  return { role: 'tool', parts, toolCallId, toolName: '' };
};

const isInstruction = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer';

export const readMessages = (request: FastifyRequest, messages: readonly ChatMessage[]): CallMessages => {
  const placed = messages.map((message, index) => ({ message, field: `messages[${index}]` }));
  const instructions = placed
    .filter(({ message }) => isInstruction(message))
    .map(({ message, field }) => readText(request, message.content, `${field}.content`).trim())
    .filter((text) => text !== '')
    .join('\n\n');
  const spoken = placed.filter(({ message }) => !isInstruction(message));
  const placeOf = (index: number): string => `${spoken[index]!.field}.content`;
  const turns = checkToolTurns(
    spoken.map(({ message, field }) => readTurn(request, message, field)),
    { name: 'messages', placeOf },
  );
  const split = splitTurns(turns, { name: 'messages', placeOf });
  if (split.following.length > 0 && split.following.at(-1)!.role !== 'tool')
    refuse('messages', 'must end with a message of the user or with results of tools');
  return { instructions, ...split };
};

/** Rejects what the service cannot do and a client would not notice. */
export const checkChatFields = (body: CreateChatCompletion): void => {
  if ((body.n ?? 1) > 1) refuse('n', 'must be 1: the agent gives one answer');
  if (body.response_format && body.response_format.type !== 'text')
    refuse('response_format.type', 'must be text: the agent decides the form of its answers');
  if ((body.functions ?? []).length > 0) refuse('functions', 'must be empty: use tools');
  if (body.modalities?.some((one) => one !== 'text')) refuse('modalities', 'must contain only text');
};

export const readChatTools = ({ tools, tool_choice: choice }: CreateChatCompletion): ToolUse => {
  const functions = (tools ?? []).map(
    (tool, index) =>
      tool.function ?? refuse(`tools[${index}].function`, 'is required: only functions can be offered'),
  );
  return readToolUse(readOffers(functions, 'tools'), choice);
};
