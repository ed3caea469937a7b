import { advanceSummary } from '../../conversations/index.ts';
import type { Database } from '../../db/index.ts';
import { agentNoteMark } from '../../lib/agent-note.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { cutToTokens } from '../short-term/cut-to-tokens.ts';
import type { ShortTerm } from '../short-term/short-term.ts';
import {
  type DistilledConversation,
  findDistilled,
  findHumanSessionStart,
  insertMemories,
  roundsBetween,
} from './distil-store.ts';
import { extendSummary } from './extend-summary.ts';
import { roundMemories } from './make-memories.ts';

export interface DistilPayload {
  conversationId: string;
  /** The newest rounds that fit into this number of tokens are not distilled yet. */
  keepTokens: number;
  summaryTokens: number;
}

/** Writes a summary with a model and charges for it. Undefined if the agent has no suitable model. */
export type Summarise = (input: {
  agentId: string;
  conversationId: string;
  previous: string;
  /** The rounds since the last summary, oldest first. */
  text: string;
  maxTokens: number;
  signal: AbortSignal;
}) => Promise<string | undefined>;

interface DistilDependencies {
  db: Database;
  shortTerm: (input: {
    conversationId: string;
    beforeSequence: number;
    budgetTokens: number;
  }) => Promise<ShortTerm>;
  analyse: (text: string) => string[];
  summarise?: Summarise;
  log: { warn(fields: object, message: string): void };
}

type Round = Awaited<ReturnType<typeof roundsBetween>>[number];

const roundsAtOnce = 32;

export const createDistil = ({ db, shortTerm, analyse, summarise, log }: DistilDependencies) => {
  const summaryOf = async (
    payload: DistilPayload,
    { agent_id, summary }: DistilledConversation,
    rounds: readonly Round[],
    signal: AbortSignal,
  ): Promise<string> => {
    const { conversationId, summaryTokens: maxTokens } = payload;
    if (maxTokens <= 0 || rounds.length === 0) return summary;
    try {
      const text = rounds
        .map(({ question, answer, note }) =>
          note === '' ? `${question}\n→ ${answer}` : `${question}\n→ ${answer}\n${agentNoteMark} ${note}`,
        )
        .join('\n\n');
      const written = await summarise?.({
        agentId: agent_id,
        conversationId,
        previous: summary,
        text,
        maxTokens,
        signal,
      });
      if (written !== undefined && written.trim() !== '')
        return cutToTokens(written.replaceAll('\0', '').toWellFormed().trim(), maxTokens);
    } catch (error) {
      signal.throwIfAborted();
      log.warn(
        { error, conversationId },
        'the model could not write a summary; using sentences of the conversation instead',
      );
    }
    return extendSummary(summary, rounds, maxTokens);
  };

  /** False if nothing is left to do. The position and the memories up to it are stored in one transaction. */
  const distilSome = async (payload: DistilPayload, signal: AbortSignal): Promise<boolean> => {
    const { conversationId } = payload;
    const conversation = await findDistilled(db.query, conversationId);
    if (!conversation) return false;
    const window = await shortTerm({
      conversationId,
      beforeSequence: conversation.message_count + 1,
      budgetTokens: payload.keepTokens,
    });
    const humanSessionStart = await findHumanSessionStart(db.query, conversationId);
    const rows = await roundsBetween(db.query, {
      conversationId,
      afterSequence: conversation.summary_sequence,
      beforeSequence: Math.min(window.oldestSequence, humanSessionStart ?? window.oldestSequence),
      limit: roundsAtOnce,
    });
    const openAt = rows.findIndex(({ status }) => status === 'running');
    const ended = openAt === -1 ? rows : rows.slice(0, openAt);
    const last = ended.at(-1);
    if (!last) return false;

    const answered = ended.filter(
      ({ status, answer, note, human_session_id, replaced_by }) =>
        replaced_by === null &&
        status !== 'failed' &&
        (answer !== '' || note !== '' || human_session_id !== null),
    );
    const summary = await summaryOf(payload, conversation, answered, signal);
    const memories = answered.flatMap((round) =>
      roundMemories(round, analyse).map((memory) => ({
        ...memory,
        sequence: round.sequence,
        createdAtMs: round.created_at,
      })),
    );
    const isMore = await db.transaction(async (tx) => {
      const owner = await advanceSummary(tx, {
        conversationId,
        humanVersion: conversation.human_version,
        fromSequence: conversation.summary_sequence,
        toSequence: last.sequence,
        summary,
      });
      if (!owner) return undefined;
      await insertMemories(tx, { agentId: owner.agent_id, userId: owner.user_id, conversationId }, memories);
      faultPoint('memory-distilling');
      return rows.length === roundsAtOnce && openAt === -1;
    });
    if (isMore !== undefined) return isMore;
    // A round changed while it was distilled, so it is read again. Otherwise another process has done this part.
    return (await findDistilled(db.query, conversationId))?.human_version !== conversation.human_version;
  };

  return async (payload: DistilPayload, signal: AbortSignal, onProgress: () => Promise<unknown>) => {
    while (await distilSome(payload, signal)) {
      signal.throwIfAborted();
      await onProgress();
    }
  };
};
