import type { FastifyRequest } from 'fastify';
import type { IncomingTurn } from '../../../runtime/index.ts';
import { splitTurns } from '../../request/split-turns.ts';
import type { CallMessages } from '../chat/read-chat.ts';
import { checkToolTurns } from '../check-tool-turns.ts';
import type { ToolResultIn } from '../continue-calls.ts';
import { readContent, readText, refuse } from '../read-content.ts';
import { readOffers, readToolUse, type ToolUse } from '../read-tools.ts';
import type { CreateResponse, InputItem } from './response-schema.ts';

/** Either messages, or only the results of tools that the previous response called. */
export type ResponseInput = { messages: CallMessages } | { results: ToolResultIn[]; instructions: string };

interface Placed {
  item: InputItem;
  field: string;
}

const kindOf = ({ type, role }: InputItem): string => type ?? (role ? 'message' : '');

const isInstruction = ({ item }: Placed): boolean =>
  kindOf(item) === 'message' && (item.role === 'system' || item.role === 'developer');

const readTurn = (request: FastifyRequest, { item, field }: Placed): IncomingTurn[] => {
  const { call_id: callId, role } = item;
  switch (kindOf(item)) {
    case 'message': {
      if (role === 'user') return [{ role, parts: readContent(request, item.content, `${field}.content`) }];
      if (role !== 'assistant')
        return refuse(`${field}.role`, 'must be user, assistant, system or developer');
      return [{ role, parts: [{ type: 'text', text: readText(request, item.content, `${field}.content`) }] }];
    }
    case 'function_call': {
      if (!callId || !item.name) return refuse(field, 'must have call_id and name');
      const call = { id: callId, name: item.name, argumentsText: item.arguments ?? '' };
      return [{ role: 'assistant', parts: [{ type: 'text', text: '' }], toolCalls: [call] }];
    }
    case 'function_call_output': {
      if (!callId) return refuse(`${field}.call_id`, 'is required');
      const text = readText(request, item.output, `${field}.output`);
      return [{ role: 'tool', parts: [{ type: 'text', text }], toolCallId: callId, toolName: '' }];
    }
    case 'reasoning':
      return [];
    default:
      return refuse(
        `${field}.type`,
        'must be message, function_call, function_call_output, item_reference or reasoning',
      );
  }
};

/** A message of the assistant and the calls after it are one turn. */
const joinCalls = (turns: readonly IncomingTurn[]): IncomingTurn[] => {
  const joined: IncomingTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (turn.role === 'assistant' && turn.toolCalls && last?.role === 'assistant') {
      // Both objects are new, made from the items above. A copy for each call would take quadratic time.
      last.toolCalls ??= [];
      last.toolCalls.push(...turn.toolCalls);
    } else joined.push(turn);
  }
  return joined;
};

const isResult = ({ item }: Placed): boolean => kindOf(item) === 'function_call_output';

export const readInput = (
  request: FastifyRequest,
  { input, instructions }: CreateResponse,
): ResponseInput => {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const placed = items.map((item, index) => ({
    item,
    field: typeof input === 'string' ? 'input' : `input[${index}]`,
  }));
  const given = placed
    .filter(isInstruction)
    .map(({ item, field }) => readText(request, item.content, `${field}.content`));
  const allInstructions = [instructions ?? '', ...given]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
  const spoken = placed.filter((one) => !isInstruction(one));
  const turns = spoken.flatMap((one) => readTurn(request, one));
  if (spoken.length > 0 && spoken.every(isResult))
    return {
      instructions: allInstructions,
      results: turns.flatMap((turn) =>
        turn.role === 'tool'
          ? [
              {
                callId: turn.toolCallId,
                text: turn.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
              },
            ]
          : [],
      ),
    };
  const place = { name: 'input', placeOf: () => 'input' };
  const split = splitTurns(checkToolTurns(joinCalls(turns), place), place);
  if (split.following.length > 0 && split.following.at(-1)!.role !== 'tool')
    refuse('input', 'must end with a message of the user or with results of tools');
  return { messages: { instructions: allInstructions, ...split } };
};

export const checkResponseFields = (body: CreateResponse): void => {
  const { previous_response_id: previous } = body;
  if (previous && body.conversation)
    refuse('previous_response_id', 'must not be given together with conversation');
  if (body.background) refuse('background', 'must be false');
  if (body.text?.format && body.text.format.type !== 'text')
    refuse('text.format.type', 'must be text: the agent decides the form of its answers');
};

export const readResponseTools = ({ tools, tool_choice: choice }: CreateResponse): ToolUse => {
  const functions = (tools ?? []).map(({ type, name, ...tool }, index) =>
    type === 'function' && name
      ? { ...tool, name }
      : refuse(`tools[${index}]`, 'must be a function with a name: the agent has its own tools'),
  );
  return readToolUse(readOffers(functions, 'tools'), choice);
};
