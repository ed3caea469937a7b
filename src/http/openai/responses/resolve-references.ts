import type { Agent } from '../../../agents/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { EarlierRound, Runtime } from '../../../runtime/index.ts';
import { callIdOf } from '../continue-calls.ts';
import { refuse } from '../read-content.ts';
import type { InputItem } from './response-schema.ts';

const reference = /^(msg|fc)_([0-9a-f]{24})(?:_(\d{1,3}))?$/;
const maxReferences = 100;

const itemOf = (earlier: EarlierRound, kind: string, index: number): InputItem | undefined => {
  if (kind === 'msg') return { type: 'message', role: 'assistant', content: earlier.answer };
  const call = earlier.pending?.calls[index];
  return (
    call && {
      type: 'function_call',
      call_id: callIdOf(earlier.id, index),
      name: call.name,
      arguments: call.argumentsText,
    }
  );
};

/** Some libraries refer to items of stored responses instead of repeating them. */
export const resolveReferences = async (
  { findEarlier }: Pick<Runtime, 'findEarlier'>,
  agent: Agent,
  items: readonly InputItem[],
): Promise<InputItem[]> => {
  const isReference = ({ type }: InputItem): boolean => type === 'item_reference';
  if (items.filter(isReference).length > maxReferences)
    refuse('input', `must have at most ${maxReferences} references to items`);
  const resolved: InputItem[] = [];
  for (const [index, item] of items.entries()) {
    const [, kind, roundId, place] = (isReference(item) && reference.exec(item.id ?? '')) || [];
    const earlier = roundId === undefined ? undefined : await findEarlier(agent, roundId);
    const found =
      earlier && !earlier.request.call?.isUnlisted ? itemOf(earlier, kind!, Number(place ?? 0)) : undefined;
    if (isReference(item) && !found)
      throw new AppError('notFound', `input[${index}].id is not an item of a response of this agent`);
    resolved.push(found ?? item);
  }
  return resolved;
};
