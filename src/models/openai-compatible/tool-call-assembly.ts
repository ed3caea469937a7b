import { ModelError, type ToolCall } from '../port.ts';
import type { ToolCallFragment } from './chat-chunk.ts';

interface OpenCall {
  index: number | undefined;
  id: string;
  name: string;
  argumentsText: string;
}

export interface ToolCallAssembly {
  add(fragment: ToolCallFragment): void;
  finished(): ToolCall[];
}

/** Limits against streams that do not end. */
const mostCalls = 128;
const longestArguments = 1024 * 1024;

const argumentsOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  // Some servers send the arguments as an object.
  return value === undefined || value === null ? '' : JSON.stringify(value);
};

/**
 * Assembles tool calls from fragments. Fragments belong together by `index`. Servers that omit it,
 * or send 0 for every call, start a new call with a new id.
 */
export const createToolCallAssembly = (): ToolCallAssembly => {
  const calls: OpenCall[] = [];

  const callOf = ({ index, id, function: called }: ToolCallFragment): OpenCall => {
    const open = index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
    const isAnother = open !== undefined && !!id && open.id !== '' && id !== open.id && !!called?.name;
    const isNameless = index === undefined && !!called?.name && !id && open?.name !== '';
    if (open !== undefined && !isAnother && !isNameless) return open;
    if (calls.length >= mostCalls) throw new ModelError('garbage', 'Too many tool calls in one answer');
    const call: OpenCall = { index, id: '', name: '', argumentsText: '' };
    calls.push(call);
    return call;
  };

  return {
    add: (fragment) => {
      const call = callOf(fragment);
      if (fragment.id) call.id = fragment.id;
      // The first fragment contains the whole name. Some servers repeat it in every fragment.
      if (fragment.function?.name && call.name === '') call.name = fragment.function.name;
      call.argumentsText += argumentsOf(fragment.function?.arguments);
      if (call.argumentsText.length > longestArguments) {
        throw new ModelError('garbage', 'The arguments of a tool call are too long');
      }
    },
    finished: () =>
      calls.map(({ id, name, argumentsText }, index) => {
        if (name === '') throw new ModelError('garbage', 'A tool call without a name');
        return { id: id || `call_${index + 1}`, name, argumentsText: argumentsText || '{}' };
      }),
  };
};
