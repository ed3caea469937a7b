import type { Agent } from '../../agents/index.ts';
import { isConnectorChannel } from '../../channels/index.ts';
import { addConversationCost } from '../../conversations/index.ts';
import type { Database, Handle, Statement } from '../../db/index.ts';
import { insertPause } from '../../flows/index.ts';
import type { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { newId } from '../../lib/ids.ts';
import { isTestChannel } from '../../lib/test-chat-channel.ts';
import type { MadeMemory } from '../../memory/index.ts';
import type { ReplyEvent, ReplyOutput, TraceStep } from '../../rounds/index.ts';
import {
  deleteEvents,
  endRound,
  insertingCitations,
  insertingEvents,
  insertingTrace,
  keepErrorCause,
  keepReadText,
  keptReadText,
  labelOf,
  type Round,
  saveTranscript,
} from '../../rounds/index.ts';
import { chargesOf, insertingLedgerEntry, totalNano, type Usage } from '../../usage/index.ts';
import { settleCredits } from '../../workspaces/index.ts';
import type { UsedPassage } from '../citations/used-passages.ts';
import type { Handoff, Memory, Outbox } from '../ports.ts';
import { chatMessageOf } from '../present/chat-message.ts';
import { joinOutputs, presentReply, replyOfSettlement } from '../present/reply.ts';
import type { NewPause } from './new-pause.ts';

export interface Outcome {
  status: 'done' | 'failed' | 'stopped';
  outputs: ReplyOutput[];
  error?: AppError;
  /** Why it failed, for operators. */
  cause?: string | undefined;
  /** The process was lost: it may have sent events that are not in the log. */
  isCut?: true;
}

/** The end of a round and everything that is stored with it. */
export interface Settlement {
  round: Round;
  agent: Agent;
  /** The owner of the round. */
  owner: string;
  outcome: Outcome;
  usage: Usage;
  /** Credits may be reserved for it. */
  hasReserved: boolean;
  modelName: string;
  citations: UsedPassage[];
  steps: readonly TraceStep[];
  /** Transcripts of the recordings of the question. */
  transcript?: string;
  /** Text of its files: for memory, and for a person who takes over. */
  readText?: string;
  fileMemories?: readonly MadeMemory[];
  /** The flow waits for the user's next message. */
  pause?: NewPause | undefined;
  /** Events before the end that are not in the log yet, and their position in the log. */
  unlogged: readonly ReplyEvent[];
  loggedCount: number;
  endedAtMs: number;
}

/** Another process considered the owner dead and ended the round. Its result counts. */
export class RoundTakenError extends Error {
  override readonly name = 'RoundTakenError';
  constructor(roundId: string) {
    super(`Round ${roundId} was ended by another process`);
  }
}

export const textOfEvents = (events: readonly ReplyEvent[]): string =>
  events.reduce((text, event) => (event.type === 'text-delta' ? text + event.text : text), '');

export const failureEvent = ({ code, message }: AppError, isCut?: true): ReplyEvent => ({
  type: 'failure',
  code,
  message,
  ...(isCut ? { isCut } : {}),
});

export const lastEvents = ({ outcome, usage }: Settlement): ReplyEvent[] =>
  outcome.error
    ? [failureEvent(outcome.error, outcome.isCut)]
    : [
        { type: 'component-outputs', outputs: outcome.outputs },
        { type: 'usage', usage },
        { type: 'message-end' },
      ];

const webhookBody = (settlement: Settlement): object => {
  const { error } = settlement.outcome;
  const reply = presentReply(settlement.round.apiVersion, replyOfSettlement(settlement));
  return error ? { ...reply, error: { code: error.code, message: error.message } } : reply;
};

const insertingCharges = ({ round, agent, usage, modelName, endedAtMs }: Settlement): Statement<never>[] =>
  chargesOf(usage, agent.settings.prices, modelName).map((charge, index) =>
    insertingLedgerEntry({
      // The round's id: so it is found without another index, and the database rejects a second charge.
      id: index === 0 ? round.id : newId(endedAtMs),
      workspace_id: round.workspaceId,
      agent_id: round.agentId,
      conversation_id: round.conversationId,
      round_id: round.id,
      user_id: round.userId,
      kind: charge.kind,
      model: charge.modelName,
      tokens: JSON.stringify(charge.tokens),
      credits_nano: charge.nano,
      created_at: endedAtMs,
      is_test: isTestChannel(round.channel) ? 1 : 0,
    }),
  );

const settleCosts = async (tx: Handle, { round, usage }: Settlement, reservedNano: number): Promise<void> => {
  const costNano = totalNano(usage);
  if (reservedNano > 0 || costNano > 0)
    await settleCredits(tx, { workspaceId: round.workspaceId, reservedNano, costNano });
  await addConversationCost(tx, round.conversationId, costNano);
};

/** Stores the end with its records, and returns what was reserved for the round. */
const endOwnRound = async (
  tx: Handle,
  settlement: Settlement,
  {
    answerText,
    humanSessionId,
    isLast,
  }: { answerText: string; humanSessionId: string | undefined; isLast: boolean },
): Promise<number> => {
  const { round, owner, outcome, usage, endedAtMs } = settlement;
  const end = {
    id: round.id,
    owner,
    attempt: round.attempt,
    status: outcome.status,
    answerText,
    outputs: outcome.outputs,
    usage,
    errorCode: outcome.error?.code ?? null,
    errorMessage: outcome.error?.message ?? null,
    costNano: totalNano(usage),
    humanSessionId: humanSessionId ?? null,
    endedAtMs,
  };
  const events = [...settlement.unlogged, ...lastEvents(settlement)];
  const records = [
    insertingEvents(round.id, settlement.loggedCount, events),
    insertingTrace(round.id, settlement.steps),
    ...insertingCitations(round.id, settlement.citations),
    ...insertingCharges(settlement),
  ];
  const reservedNano = await endRound(tx, end, { records, isLast });
  if (reservedNano === undefined) throw new RoundTakenError(round.id);
  return reservedNano;
};

const keepPause = async (tx: Handle, { round, pause, endedAtMs }: Settlement): Promise<void> => {
  if (pause)
    await insertPause(tx, {
      round_id: round.id,
      conversation_id: round.conversationId,
      sequence: round.sequence,
      flow_version: pause.flowVersion,
      draft_sha256: pause.draftSha256,
      state: pause.state,
      expires_at: endedAtMs + pause.expiresAfterMs,
    });
};

/** More than the round, its log, its trace, citations and charges is stored. */
const hasMoreStatements = ({
  round,
  outcome,
  usage,
  hasReserved,
  transcript,
  readText,
  pause,
}: Settlement): boolean =>
  outcome.cause !== undefined ||
  Boolean(transcript) ||
  Boolean(readText) ||
  pause !== undefined ||
  round.mode === 'webhook' ||
  round.mode === 'async' ||
  isConnectorChannel(round.channel) ||
  // Its costs are settled with what was reserved, which only the stored round knows.
  hasReserved ||
  totalNano(usage) > 0;

/** The points of a transaction that is sent at once. */
const reachEndPoints = (): void => {
  faultPoint('round-ended');
  faultPoint('round-charged');
  faultPoint('round-committing');
};

/** A person has taken over meanwhile: of the agent's reply only its cost is kept. */
const silenced = (settlement: Settlement): Settlement => ({
  ...settlement,
  outcome: { status: 'stopped', outputs: [] },
  citations: [],
  pause: undefined,
  unlogged: [{ type: 'message-start', messageId: settlement.round.id, answerId: settlement.round.answerId }],
  loggedCount: 0,
});

interface SettleDependencies {
  db: Database;
  memory: Memory;
  outbox: Outbox;
  handoff: Handoff;
}

/**
 * Stores the end of a round in one transaction: reply, log, trace, citations, charge, memory, delivery, handoff.
 * Returns what was stored, which differs from the input if a person has taken over.
 */
export const createSettleRound =
  ({ db, memory, outbox, handoff }: SettleDependencies) =>
  (given: Settlement): Promise<Settlement> =>
    db.transactionTogether(async (tx) => {
      const humanSessionId = await handoff.silencedBy(tx, given.round);
      const settlement = humanSessionId === undefined ? given : silenced(given);
      const { round, agent, outcome } = settlement;
      if (humanSessionId !== undefined) await deleteEvents(tx, round.id);
      const answerText = joinOutputs(outcome.outputs);
      const { conversationId, sequence } = round;
      const fileMemories = settlement.fileMemories ?? [];
      const hasMore =
        hasMoreStatements(settlement) ||
        memory.storesAfter({ agent, conversationId, sequence, fileMemories });
      // Before they are sent: the commit may be sent with them.
      if (!hasMore) reachEndPoints();
      const reservedNano = await endOwnRound(tx, settlement, {
        answerText,
        humanSessionId,
        isLast: !hasMore,
      });
      if (hasMore) faultPoint('round-ended');
      if (outcome.cause !== undefined) await keepErrorCause(tx, round.id, outcome.cause);
      if (settlement.transcript) await saveTranscript(tx, round.id, settlement.transcript);
      if (settlement.readText) await keepReadText(tx, round.id, settlement.readText);
      await keepPause(tx, settlement);
      await settleCosts(tx, settlement, reservedNano);
      if (hasMore) faultPoint('round-charged');
      const question = labelOf(round.question);
      await memory.afterRound(tx, {
        agent,
        conversationId,
        sequence,
        userId: round.userId,
        fileMemories,
        ended: {
          id: round.id,
          status: outcome.status,
          answer: answerText,
          question: settlement.transcript ? `${question}\n${settlement.transcript}` : question,
          files: keptReadText(settlement.readText ?? ''),
          human_session_id: humanSessionId ?? null,
          createdAtMs: round.createdAtMs,
        },
      });
      if (round.mode === 'webhook' && humanSessionId === undefined)
        await outbox.enqueue(tx, {
          agent,
          conversationId,
          kind: 'reply',
          target: 'message',
          body: webhookBody(settlement),
        });
      if (round.mode === 'async' && humanSessionId === undefined && isConnectorChannel(round.channel))
        await outbox.enqueueToChat(tx, {
          agent,
          conversationId,
          roundId: round.id,
          kind: 'reply',
          message: chatMessageOf(outcome),
        });
      await handoff.releaseHeld(tx, agent, round);
      if (hasMore) faultPoint('round-committing');
      return settlement;
    });

export type SettleRound = ReturnType<typeof createSettleRound>;
