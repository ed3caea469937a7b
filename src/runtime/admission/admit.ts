import type { Agent } from '../../agents/index.ts';
import {
  type Conversations,
  type KnownConversation,
  lockConversations,
  placeRound,
} from '../../conversations/index.ts';
import { type Database, type Handle, repeatWhenLost } from '../../db/index.ts';
import type { FlowGraph, Flows } from '../../flows/index.ts';
import { claimKey, findKey, onceInTransaction } from '../../idempotency/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { newId } from '../../lib/ids.ts';
import type { RateLimiter } from '../../lib/rate-limiter.ts';
import type { Model } from '../../models/index.ts';
import {
  type FilePart,
  findRound,
  type HistoryTurn,
  labelOf,
  type Round,
  type RoundRequest,
  type StoredPart,
  textOf,
} from '../../rounds/index.ts';
import { reserveCredits } from '../../workspaces/index.ts';
import { flowTakes } from '../components/flow-takes.ts';
import type { Attachments, IncomingFile } from '../files/attachments.ts';
import type { PendingFiles } from '../files/pending-files.ts';
import type { Handoff, Memory, ModelChoice } from '../ports.ts';
import { ownerOf } from '../round-access.ts';
import type { Arrival, Arrive } from './arrivals.ts';
import { checkLength, checkModality } from './check-question.ts';
import { estimateNano, textsOf } from './estimate-cost.ts';
import { handOver, reportHandoff } from './hand-over.ts';
import { questionOfReplacement, replaceRounds } from './replace-rounds.ts';
import { requireWebhook } from './require-webhook.ts';
import type { RoundQueue, WaitForStart } from './round-queue.ts';
import type { IncomingPart, SendInput } from './send-input.ts';

interface AdmitDependencies {
  db: Database;
  clock: Clock;
  conversations: Conversations;
  models: ModelChoice;
  flows: Pick<Flows, 'published'>;
  attachments: Attachments;
  arrive: Arrive;
  roundQueue: RoundQueue;
  handoff: Handoff;
  memory: Pick<Memory, 'removeSince'>;
  rateLimiter: RateLimiter;
  pendingFiles: PendingFiles;
  processId: string;
  /** Storing the round failed, as far as we know. */
  onUncertain(roundId: string): void;
}

export type Admission =
  /** Without a place in the queue: a person answers, and the round is stored in its final state. */
  | {
      repeated: false;
      round: Round;
      waitForStart: WaitForStart | undefined;
      /** Call it when the round has ended: its files count until then. */
      releaseFiles?: () => void;
    }
  | { repeated: true; roundId: string };

/** The connection broke after the commit, and the next attempt found the round. Rolls that attempt back. */
class StoredBefore extends Error {
  override readonly name = 'StoredBefore';
}

const isFile = (part: IncomingPart): part is IncomingFile => part.type !== 'text';

const countFiles = ({ history, question }: SendInput): number =>
  [...history.flatMap((turn) => turn.parts), ...question].filter(isFile).length;

const visitorOf = ({ visitorId }: KnownConversation): Pick<RoundRequest, 'visitorId'> =>
  visitorId === null ? {} : { visitorId };

const isSameSender = (one: KnownConversation, other: KnownConversation): boolean =>
  one.userId === other.userId &&
  one.visitorId === other.visitorId &&
  one.isUserClaimed === other.isUserClaimed;

type Reader = Pick<Model, 'takes' | 'price'>;

/** A flow agent accepts what all its models read. Without a published flow it cannot reply. */
export const readerOf = async (
  agent: Agent,
  { models, flows }: Pick<AdmitDependencies, 'models' | 'flows'>,
  draft?: FlowGraph,
): Promise<Reader> => {
  if (agent.kind === 'simple') return models.forAgent(agent);
  const flow = draft ? { graph: draft } : await flows.published(agent.id);
  if (!flow) throw new AppError('invalidParameter', 'The agent has no published flow');
  return { takes: await flowTakes({ agent, models, flows }, flow.graph) };
};

/**
 * All checks that can reject a message, in the contract's order: parameters, lookup, modality, length,
 * credits. Then the round is stored and gets its place in the conversation.
 */
export const createAdmit = (deps: AdmitDependencies) => {
  const { db, clock, conversations, models, attachments, roundQueue, handoff } = deps;

  const checkRate = async (
    agent: Agent,
    { userId, isUserClaimed, visitorId }: KnownConversation,
  ): Promise<void> => {
    const perMinute = agent.settings.limits.roundsPerMinutePerUser;
    if (perMinute === null) return;
    // An unverified user_id must not use up the limit of the user it names.
    const user = isUserClaimed ? `visitor:${visitorId}` : `user:${agent.id}:${userId}`;
    const waitMs = await deps.rateLimiter.take(user, perMinute);
    if (waitMs > 0)
      throw new AppError('rateLimited', `Too many messages: a user may send ${perMinute} a minute`, {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
  };

  const acceptFiles = async (
    agent: Agent,
    turnsIn: IncomingPart[][],
    { accepted, visitorId }: { accepted: FilePart[]; visitorId: string | null },
  ): Promise<StoredPart[][]> => {
    const stored: StoredPart[][] = [];
    for (const parts of turnsIn) {
      const turn: StoredPart[] = [];
      for (const part of parts) {
        if (!isFile(part)) {
          turn.push(part);
          continue;
        }
        const file = await attachments.accept(agent, part, visitorId);
        accepted.push(file);
        turn.push(file);
      }
      stored.push(turn);
    }
    return stored;
  };

  const build = (
    input: SendInput,
    conversation: KnownConversation,
    { parts, reservedNano }: { parts: StoredPart[][]; reservedNano: number },
  ): Omit<Round, 'sequence'> => {
    const nowMs = clock.nowMs();
    const question = parts.at(-1)!;
    const history = input.history.map((turn, index): HistoryTurn => ({ ...turn, parts: parts[index]! }));
    return {
      id: newId(nowMs),
      answerId: newId(nowMs),
      workspaceId: conversation.workspaceId,
      agentId: input.agent.id,
      conversationId: conversation.id,
      userId: conversation.userId,
      channel: conversation.channel,
      apiVersion: input.apiVersion,
      mode: input.mode,
      question,
      request: {
        ...input.options,
        history,
        ...(conversation.isUserClaimed ? { userClaimed: true } : {}),
        ...visitorOf(conversation),
      },
      reservedNano,
      attempt: 1,
      createdAtMs: nowMs,
    };
  };

  const readStored = async (unplaced: Omit<Round, 'sequence'>): Promise<Admission> => {
    const { sequence, reserved_nano, status } = (await repeatWhenLost(() =>
      findRound(db.query, unplaced.id),
    ))!;
    const round = { ...unplaced, sequence, reservedNano: reserved_nano };
    return {
      repeated: false,
      round,
      waitForStart: status === 'running' ? roundQueue.register(round) : undefined,
    };
  };

  const store = async (
    input: SendInput,
    conversation: KnownConversation,
    unplaced: Omit<Round, 'sequence'>,
    accepted: readonly FilePart[],
  ): Promise<Admission> => {
    const label = labelOf(unplaced.question);
    let placed: { round: Round; waitForStart: WaitForStart | undefined } | undefined;
    let tries = 0;
    const leaveQueue = (): void => {
      if (placed?.waitForStart) roundQueue.leave(placed.round.conversationId, placed.round.sequence);
      placed = undefined;
    };
    const storeIn = async (tx: Handle): Promise<Admission> => {
      const { agent } = input;
      leaveQueue();
      tries += 1;
      const takeover = await handoff.claimMessage(tx, {
        agent,
        conversationId: unplaced.conversationId,
        mode: unplaced.mode,
        channel: unplaced.channel,
        text: textOf(unplaced.question),
      });
      const reservedNano = takeover ? 0 : unplaced.reservedNano;
      if (input.idempotencyKey) {
        const earlier = await claimKey(
          tx,
          input.idempotencyKey,
          { roundId: unplaced.id, response: null },
          unplaced.createdAtMs,
        );
        if (earlier?.roundId === unplaced.id) throw new StoredBefore();
        if (earlier) return { repeated: true, roundId: earlier.roundId! };
      }
      if (input.opens) {
        if (tries > 1 && (await findRound(tx, unplaced.id))) throw new StoredBefore();
        await conversations.add(tx, input.opens);
      }
      if (reservedNano > 0 && !(await reserveCredits(tx, unplaced.workspaceId, reservedNano)))
        throw new AppError('insufficientCredits');
      if (tries > 1) {
        // A commit that is still running locks the conversation.
        await lockConversations(tx, [unplaced.conversationId]);
        if (await findRound(tx, unplaced.id)) throw new StoredBefore();
      }
      const hasMore =
        takeover || input.replaces !== undefined || input.alsoIn !== undefined || accepted.length > 0;
      if (!hasMore) faultPoint('message-storing');
      const sequence = await placeRound(tx, conversation, {
        round: { ...unplaced, reservedNano },
        owner: deps.processId,
        questionText: label,
        isLast: !hasMore,
      });
      const round = { ...unplaced, reservedNano, sequence };
      const waitForStart = takeover ? undefined : roundQueue.register(round);
      placed = { round, waitForStart };
      if (!hasMore) return { repeated: false, ...placed };
      if (input.replaces !== undefined)
        await replaceRounds(tx, {
          round,
          replaces: input.replaces,
          isContinuation: input.options.following !== undefined,
          memory: deps.memory,
        });
      await input.alsoIn?.(tx, { messageId: round.id, conversationId: round.conversationId });
      await attachments.keepIn(tx, accepted);
      if (takeover)
        await handOver(tx, {
          handoff: input.trial?.onHandoff ? reportHandoff(input.trial.onHandoff) : handoff,
          takeover,
          agent: input.agent,
          round,
          owner: deps.processId,
        });
      faultPoint('message-storing');
      return { repeated: false, ...placed };
    };
    const { idempotencyKey } = input;
    try {
      return await (idempotencyKey
        ? onceInTransaction(db, idempotencyKey, storeIn)
        : repeatWhenLost(() => db.transactionTogether(storeIn)));
    } catch (error) {
      leaveQueue();
      if (error instanceof StoredBefore) return await readStored(unplaced);
      // The connection may have broken after the commit: then the round exists and nobody runs it.
      if (!(error instanceof AppError)) deps.onUncertain(unplaced.id);
      throw error;
    }
  };

  const arrivalOf = ({ agent, conversationId, arrival }: SendInput): Arrival => {
    if (arrival) return arrival;
    const now = deps.arrive(`agent ${agent.id}`);
    now.name(conversationId);
    return now;
  };

  const admitTo = async (
    conversation: KnownConversation,
    input: SendInput,
    arrival: Arrival,
  ): Promise<Admission> => {
    arrival.enter(conversation.id);
    if (input.idempotencyKey) {
      const earlier = await findKey(db.query, input.idempotencyKey, clock.nowMs());
      if (earlier) return { repeated: true, roundId: earlier.roundId! };
    }
    await checkRate(input.agent, conversation);
    const { workspaceId, userId } = conversation;
    const sender = { workspaceId, agentId: input.agent.id, userId, request: visitorOf(conversation) };
    const reader = await readerOf(input.agent, deps, input.trial?.draft);
    const releaseFiles = deps.pendingFiles(ownerOf(sender), countFiles(input));
    const accepted: FilePart[] = [];
    try {
      // A file's kind is known only from its content, so files are stored first and removed on rejection.
      const stored = await acceptFiles(
        input.agent,
        [...input.history.map((turn) => turn.parts), input.question],
        { accepted, visitorId: conversation.visitorId },
      );
      if (input.replaces !== undefined)
        stored.push(
          await questionOfReplacement(db.query, {
            conversationId: conversation.id,
            replaces: input.replaces,
            text: stored.pop()!,
          }),
        );
      checkModality(input.agent, reader, stored.flat());
      checkLength(input.agent, stored.at(-1)!);
      const reservedNano = await estimateNano(input.agent, { models, reader }, [
        ...stored.map(textOf),
        ...textsOf(input.options),
      ]);
      await arrival.waitForEarlier();
      const round = build(input, conversation, { parts: stored, reservedNano });
      const storing = store(input, conversation, round, accepted);
      // Transactions of SQLite run in the order of their calls, so that the next ones can share the commit.
      if (db.kind === 'sqlite') arrival.leave();
      const admission = await storing;
      // A person reads the files of a message after a handoff.
      if (admission.repeated || !admission.waitForStart) releaseFiles();
      if (!admission.repeated) return { ...admission, releaseFiles };
      await attachments.discard(accepted);
      return admission;
    } catch (error) {
      releaseFiles();
      await attachments.discard(accepted);
      throw error;
    }
  };

  const admit = async (input: SendInput, arrival: Arrival): Promise<Admission> => {
    const { agent, conversationId, opens } = input;
    if (input.mode === 'webhook') requireWebhook(agent);
    if (opens) return admitTo(opens, input, arrival);
    const known = conversations.known(agent, conversationId);
    let conversation = known ?? (await conversations.require(agent, conversationId));
    for (;;)
      try {
        return await admitTo(conversation, input, arrival);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // The reason may be that the conversation was changed or deleted meanwhile.
        const current = await conversations.require(agent, conversationId);
        if (isSameSender(conversation, current)) throw error;
        conversation = current;
      }
  };

  return async (input: SendInput): Promise<Admission> => {
    const arrival = arrivalOf(input);
    try {
      return await admit(input, arrival);
    } finally {
      arrival.leave();
    }
  };
};
