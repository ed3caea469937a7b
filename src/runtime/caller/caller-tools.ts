import type { ModelMessage, ToolCall } from '../../models/index.ts';
import type { HistoryTurn, PendingCalls, RoundRequest } from '../../rounds/index.ts';
import type { ToolBox } from '../ports.ts';

/** The names of the tools that the caller runs. A tool of the agent with the same name has priority. */
const callerNames = ({ tools = [] }: Pick<RoundRequest, 'tools'>, box: ToolBox): Set<string> => {
  const own = new Set(box.offers.map(({ name }) => name));
  return new Set(tools.flatMap(({ name }) => (own.has(name) ? [] : [name])));
};

export interface CallerTools {
  offers: ToolBox['offers'];
  /** Those of these calls that the caller runs. */
  callsIn(calls: readonly ToolCall[]): ToolCall[];
}

const none: CallerTools = { offers: [], callsIn: () => [] };

/** The tools of the call, besides those of the agent. */
export const callerTools = (request: Pick<RoundRequest, 'tools'>, box: ToolBox): CallerTools => {
  if (!request.tools?.length) return none;
  const names = callerNames(request, box);
  return {
    offers: request.tools.filter(({ name }) => names.has(name)),
    callsIn: (calls) => calls.filter(({ name }) => names.has(name)),
  };
};

const turnOf = (message: ModelMessage): HistoryTurn[] => {
  if (message.role === 'assistant') {
    const { text, toolCalls } = message;
    return [{ role: 'assistant', parts: [{ type: 'text', text }], ...(toolCalls ? { toolCalls } : {}) }];
  }
  if (message.role !== 'tool') return [];
  const { text, toolCallId, toolName, isError = false } = message;
  return [{ role: 'tool', parts: [{ type: 'text', text }], toolCallId, toolName, isError }];
};

/** @param added messages of this round after the question */
export const pendingCalls = (calls: ToolCall[], added: readonly ModelMessage[]): PendingCalls => ({
  calls,
  turns: added.flatMap(turnOf),
});
