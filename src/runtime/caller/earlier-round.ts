import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import { isId } from '../../lib/ids.ts';
import {
  decodeOutputs,
  decodeQuestion,
  decodeRequest,
  findNewestRound,
  findRound,
  type HistoryTurn,
  type PendingCalls,
  type RoundRequest,
  type RoundRow,
  type StoredPart,
} from '../../rounds/index.ts';

/** A round that a later call refers to. */
export interface EarlierRound {
  id: string;
  conversationId: string;
  userId: string;
  status: RoundRow['status'];
  createdAtMs: number;
  question: StoredPart[];
  request: RoundRequest;
  /** Nothing follows it in its conversation. */
  isNewest: boolean;
  /** The round to replace if the results of its tools arrive. Undefined: the conversation has continued without them. */
  replaceable: string | undefined;
  pending: PendingCalls | undefined;
  answer: string;
  /** All turns after its question, up to the calls that the caller answers. */
  following: HistoryTurn[];
}

/** Rounds of other agents count as unknown. */
export const findEarlierRound = async (
  db: Handle,
  agent: Agent,
  id: string,
): Promise<EarlierRound | undefined> => {
  const row = isId(id) ? await findRound(db, id) : undefined;
  if (!row || row.agent_id !== agent.id) return undefined;
  const newest = await findNewestRound(db, row.conversation_id);
  const firstOf = (round: { id: string; version_of: string | null }): string => round.version_of ?? round.id;
  // A later version of the same message is a repetition: the results were sent before, and that answer failed.
  const isReplaceable = newest !== undefined && firstOf(newest) === firstOf(row);
  const request = decodeRequest(row.request);
  const pending = decodeOutputs(row.outputs).at(-1)?.pending;
  return {
    id: row.id,
    conversationId: row.conversation_id,
    userId: row.user_id,
    status: row.status,
    createdAtMs: row.created_at,
    question: decodeQuestion(row.question),
    request,
    isNewest: newest?.id === row.id,
    replaceable: isReplaceable ? newest.id : undefined,
    pending,
    answer: row.answer_text,
    following: [...(request.following ?? []), ...(pending?.turns ?? [])],
  };
};
