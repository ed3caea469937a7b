import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { isTestChannel } from '../lib/test-chat-channel.ts';
import { decodeSteps, type TraceStep } from '../rounds/index.ts';
import type { Fact, FactParts } from './fact.ts';
import { bucketOf } from './histogram.ts';
import { findReason } from './unanswered/find-reason.ts';
import type { UnansweredQuestion } from './unanswered/question-store.ts';

/** Longer names of tools are cut. */
const keptNameLength = 100;
const toolComponents = new Set<unknown>(['http-tool', 'mcp-tool']);
/** Characters of an unanswered question, and of its reply, that are looked at. */
const keptTextLength = 500;

const beginningOf = (column: 'question_text' | 'heard_text' | 'answer_text') =>
  sql<string>`substr(${sql.ref(`rounds.${column}`)}, 1, ${sql.lit(keptTextLength)})`;

const readRounds = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('rounds')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .select([
      'rounds.id',
      'rounds.workspace_id as workspaceId',
      'rounds.agent_id as agentId',
      'rounds.conversation_id as conversationId',
      'rounds.user_id as userId',
      'rounds.status',
      'rounds.feedback',
      'rounds.quality',
      'rounds.replaced_by as replacedBy',
      'rounds.human_session_id as humanSessionId',
      'rounds.cost_nano as costNano',
      'rounds.created_at as createdAtMs',
      'rounds.ended_at as endedAtMs',
      beginningOf('question_text').as('question'),
      beginningOf('heard_text').as('heard'),
      beginningOf('answer_text').as('answer'),
      'conversations.channel',
    ])
    .where('rounds.id', 'in', ids)
    .execute();

type RawRound = Awaited<ReturnType<typeof readRounds>>[number];

const readTraces = async (db: Handle, ids: readonly string[]): Promise<Map<string, TraceStep[]>> => {
  const rows = await db.selectFrom('traces').selectAll().where('round_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.round_id, decodeSteps(row.steps)]));
};

const readCitedDocuments = async (db: Handle, ids: readonly string[]): Promise<Map<string, string[]>> => {
  const rows = await db
    .selectFrom('citations')
    .select(['round_id', 'data_id'])
    .distinct()
    .where('round_id', 'in', ids)
    .execute();
  const byRound = Map.groupBy(rows, (row) => row.round_id);
  return new Map([...byRound].map(([id, some]) => [id, some.map((row) => row.data_id).toSorted()]));
};

/** The user ID itself is not stored a second time. */
const userKeyOf = (agentId: string, userId: string): string =>
  createHash('sha256').update(`${agentId}\n${userId}`).digest('hex').slice(0, 24);

const toolOf = ({ kind, name, detail }: TraceStep): string | undefined => {
  const isTool = kind === 'tool' || (kind === 'component' && toolComponents.has(detail?.type));
  return isTool ? name.slice(0, keptNameLength) : undefined;
};

const toolsOf = (steps: readonly TraceStep[]): Record<string, [number, number]> => {
  // Without a prototype, because a tool may be called `constructor`.
  const tools: Record<string, [number, number]> = Object.create(null);
  for (const step of steps) {
    const name = toolOf(step);
    if (name === undefined) continue;
    const [calls, failures] = tools[name] ?? [0, 0];
    tools[name] = [calls + 1, failures + (step.error === undefined ? 0 : 1)];
  }
  return tools;
};

/** Whether the knowledge was searched, and no search found a passage. */
export const foundNothing = (steps: readonly TraceStep[]): boolean => {
  const searches = steps.flatMap(({ detail }) => (Array.isArray(detail?.chunks) ? [detail.chunks] : []));
  return searches.length > 0 && searches.every((chunks) => chunks.length === 0);
};

const firstTextMsOf = (steps: readonly TraceStep[]): number | undefined => {
  const times = steps.flatMap(({ firstTextMs }) => firstTextMs ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
};

const ratingsOf = ({ feedback, quality }: RawRound): FactParts['n'] => ({
  ...(feedback === 'GOOD' ? { feedbackGood: 1 } : {}),
  ...(feedback === 'BAD' ? { feedbackBad: 1 } : {}),
  ...(quality === 'UNRESOLVED' ? { qualityUnresolved: 1 } : {}),
  ...(quality === 'PARTIALLY_RESOLVED' ? { qualityPartial: 1 } : {}),
  ...(quality === 'FULLY_RESOLVED' ? { qualityFull: 1 } : {}),
});

const answeredParts = (
  round: RawRound,
  steps: readonly TraceStep[],
  documents: readonly string[],
): FactParts => {
  const tools = toolsOf(steps);
  const calls = Object.values(tools);
  const firstTextMs = firstTextMsOf(steps);
  const isDone = round.status === 'done' && round.endedAtMs !== null;
  return {
    n: {
      rounds: 1,
      ...(round.status === 'failed' ? { failedRounds: 1 } : {}),
      ...(foundNothing(steps) ? { nothingFound: 1 } : {}),
      ...(calls.length === 0
        ? {}
        : {
            toolCalls: calls.reduce((sum, [count]) => sum + count, 0),
            toolFailures: calls.reduce((sum, [, failures]) => sum + failures, 0),
          }),
      ...ratingsOf(round),
    },
    h: {
      ...(isDone ? { durations: bucketOf(round.endedAtMs! - round.createdAtMs) } : {}),
      ...(firstTextMs === undefined ? {} : { firstTokens: bucketOf(firstTextMs) }),
    },
    ...(documents.length === 0 ? {} : { d: [...documents] }),
    ...(calls.length === 0 ? {} : { t: tools }),
  };
};

/** What the knowledge was searched for: a follow-up question alone says little. */
const queryOf = (steps: readonly TraceStep[]): string | undefined => {
  const queries = steps.flatMap(({ detail }) => (typeof detail?.query === 'string' ? [detail.query] : []));
  return queries[0]?.slice(0, keptTextLength).trim();
};

/** The question of a round that the agent did not answer. Undefined: it did, or there was none. */
const unansweredOf = (
  round: RawRound,
  steps: readonly TraceStep[],
  documents: readonly string[],
): UnansweredQuestion | undefined => {
  if (round.status !== 'done' || round.replacedBy !== null || round.humanSessionId !== null) return undefined;
  const { feedback, quality, answer } = round;
  const question = (round.question || round.heard).toWellFormed();
  const reason = findReason({
    question,
    answer,
    feedback,
    quality,
    foundNothing: foundNothing(steps),
    hasCitations: documents.length > 0,
  });
  return (
    reason && {
      roundId: round.id,
      workspaceId: round.workspaceId,
      agentId: round.agentId,
      reason,
      question,
      query: (queryOf(steps) || question).toWellFormed(),
      createdAtMs: Number(round.createdAtMs),
    }
  );
};

export interface RoundFacts {
  /** Of ended rounds. */
  facts: Fact[];
  unanswered: UnansweredQuestion[];
  /** Not ended yet. */
  runningIds: string[];
  conversationIds: string[];
}

/** What a round adds. Of a replaced version only its cost counts. */
const partsOf = (round: RawRound, steps: readonly TraceStep[], documents: readonly string[]): FactParts => {
  const cost = Number(round.costNano) === 0 ? {} : { costNano: Number(round.costNano) };
  if (round.replacedBy !== null) return { n: cost };
  const parts: FactParts =
    round.humanSessionId === null ? answeredParts(round, steps, documents) : { n: { messagesToPeople: 1 } };
  const user = round.userId === '' ? {} : { u: userKeyOf(round.agentId, round.userId) };
  return { ...parts, n: { ...parts.n, ...cost }, ...user };
};

/** Test chats do not count. */
export const readRoundFacts = async (db: Handle, ids: readonly string[]): Promise<RoundFacts> => {
  if (ids.length === 0) return { facts: [], unanswered: [], runningIds: [], conversationIds: [] };
  const rounds = (await readRounds(db, ids)).filter(({ channel }) => !isTestChannel(channel));
  const ended = rounds.filter(({ status }) => status !== 'running');
  const endedIds = ended.map(({ id }) => id);
  const [traces, documents] =
    endedIds.length === 0
      ? [new Map<string, TraceStep[]>(), new Map<string, string[]>()]
      : [await readTraces(db, endedIds), await readCitedDocuments(db, endedIds)];
  return {
    facts: ended.map((round) => ({
      workspaceId: round.workspaceId,
      sourceId: round.id,
      agentId: round.agentId,
      channel: round.channel,
      atMs: Number(round.createdAtMs),
      parts: partsOf(round, traces.get(round.id) ?? [], documents.get(round.id) ?? []),
    })),
    unanswered: ended.flatMap(
      (round) => unansweredOf(round, traces.get(round.id) ?? [], documents.get(round.id) ?? []) ?? [],
    ),
    runningIds: rounds.filter(({ status }) => status === 'running').map(({ id }) => id),
    conversationIds: [...new Set(rounds.map(({ conversationId }) => conversationId))],
  };
};
