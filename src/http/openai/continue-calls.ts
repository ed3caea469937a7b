import type { Agent } from '../../agents/index.ts';
import type { HistoryTurn } from '../../rounds/index.ts';
import type { EarlierRound, IncomingTurn, Runtime } from '../../runtime/index.ts';

const callId = /^call_([0-9a-f]{24})_(\d{1,3})$/;

/** The id of a tool call names its round: so the results find it again, with what the model server needs back. */
export const callIdOf = (roundId: string, index: number): string => `call_${roundId}_${index}`;

/** A result of a tool that the caller ran. */
export interface ToolResultIn {
  callId: string;
  text: string;
}

export interface Continuation {
  earlier: EarlierRound;
  following: HistoryTurn[];
}

/** Undefined if these are not the results of all calls of one round of the agent. */
export const continueCalls = async (
  runtime: Pick<Runtime, 'findEarlier'>,
  agent: Agent,
  results: readonly ToolResultIn[],
): Promise<Continuation | undefined> => {
  const places = results.map((result) => ({ result, place: callId.exec(result.callId) }));
  const roundId = places[0]?.place?.[1];
  if (roundId === undefined || places.some(({ place }) => place?.[1] !== roundId)) return undefined;
  const earlier = await runtime.findEarlier(agent, roundId);
  const calls = earlier?.pending?.calls ?? [];
  if (!earlier || calls.length !== results.length) return undefined;
  const following = [...earlier.following];
  for (const { result, place } of places) {
    const call = calls[Number(place![2])];
    if (!call) return undefined;
    following.push({
      role: 'tool',
      toolCallId: call.id,
      toolName: call.name,
      parts: [{ type: 'text', text: result.text }],
    });
  }
  return { earlier, following };
};

const textIn = ({ parts }: IncomingTurn): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

/** The results after the last message of the assistant. */
export const resultsIn = (following: readonly IncomingTurn[]): ToolResultIn[] => {
  const last = following.findLastIndex(({ role }) => role === 'assistant');
  return following
    .slice(last + 1)
    .flatMap((turn) => (turn.role === 'tool' ? [{ callId: turn.toolCallId, text: textIn(turn) }] : []));
};

/** Turns after the question have only text. */
export const writtenTurns = (turns: readonly IncomingTurn[]): HistoryTurn[] =>
  turns.map((turn): HistoryTurn => ({ ...turn, parts: [{ type: 'text', text: textIn(turn) }] }));
