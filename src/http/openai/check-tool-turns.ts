import type { IncomingTurn } from '../../runtime/index.ts';
import { refuse } from './read-content.ts';

/**
 * Every call needs its result before the next message, because model servers reject anything else. The results get the
 * names of their calls here.
 */
export const checkToolTurns = (
  turns: readonly IncomingTurn[],
  { name, placeOf }: { name: string; placeOf(index: number): string },
): IncomingTurn[] => {
  let open = new Map<string, string>();
  const checked = turns.map((turn, index): IncomingTurn => {
    if (turn.role === 'tool') {
      const toolName = open.get(turn.toolCallId);
      if (toolName === undefined)
        return refuse(
          `${placeOf(index)}`,
          'must be the result of a call in the message of the assistant before it',
        );
      open.delete(turn.toolCallId);
      return { ...turn, toolName };
    }
    if (open.size > 0)
      refuse(placeOf(index), `must come after the result of the call ${[...open.keys()][0]}`);
    if (turn.role === 'assistant') open = new Map((turn.toolCalls ?? []).map((call) => [call.id, call.name]));
    return turn;
  });
  if (open.size > 0) refuse(name, `must contain the result of the call ${[...open.keys()][0]}`);
  return checked;
};
