import type { Database } from '../../../src/db/index.ts';

/** All rows that the figures are computed from. */
const readRaw = async ({ query }: Database) => ({
  conversations: await query.selectFrom('conversations').selectAll().orderBy('id').execute(),
  rounds: await query.selectFrom('rounds').selectAll().orderBy('sequence').execute(),
  sessions: await query.selectFrom('human_sessions').selectAll().execute(),
  citations: await query.selectFrom('citations').select(['round_id', 'data_id']).execute(),
  traces: await query.selectFrom('traces').selectAll().execute(),
});

interface RawFilter {
  agentId?: string;
  channel?: string;
  isInRange(atMs: number): boolean;
}

const countBy = <Row>(rows: readonly Row[], test: (row: Row) => boolean): number => rows.filter(test).length;

interface Step {
  kind: string;
  name: string;
  error?: string;
  firstTextMs?: number;
  detail?: { chunks?: unknown[] };
}

/** The figures of a range, computed from the raw rows without the roll-up tables. */
export const rawFiguresOf = async (db: Database, { agentId, channel, isInRange }: RawFilter) => {
  const raw = await readRaw(db);
  const channelOf = new Map(raw.conversations.map((row) => [row.id, row.channel]));
  const isWanted = (row: { agent_id: string }, rowChannel: string): boolean =>
    rowChannel !== 'SPACE' &&
    (agentId === undefined || row.agent_id === agentId) &&
    (channel === undefined || rowChannel === channel);
  const mine = raw.rounds.filter(
    (row) => row.status !== 'running' && isWanted(row, channelOf.get(row.conversation_id)!),
  );
  const inTime = mine.filter((row) => isInRange(Number(row.created_at)));
  const current = inTime.filter((row) => row.replaced_by === null);
  const answered = current.filter((row) => row.human_session_id === null);
  const stepsOf = (id: string): Step[] =>
    JSON.parse(raw.traces.find((trace) => trace.round_id === id)?.steps ?? '[]');
  const tools = answered.flatMap((row) => stepsOf(row.id).filter(({ kind }) => kind === 'tool'));
  const conversations = raw.conversations.filter(
    (row) => row.message_count > 0 && isWanted(row, row.channel) && isInRange(Number(row.created_at)),
  );
  const sessionsOf = (id: string) => raw.sessions.filter((row) => row.conversation_id === id);
  const newestRatingOf = (id: string) =>
    raw.rounds.findLast(
      (row) =>
        row.conversation_id === id &&
        row.replaced_by === null &&
        (row.feedback !== 'NONE' || row.quality !== 'NONE'),
    );
  const sessions = raw.sessions.filter(
    (row) => isWanted(row, row.channel) && isInRange(Number(row.created_at)),
  );
  const writers = mine.filter((row) => row.replaced_by === null && row.user_id !== '');
  const usersIn = (rows: typeof mine) => new Set(rows.map((row) => `${row.agent_id} ${row.user_id}`));
  const activeUsers = usersIn(writers.filter((row) => isInRange(Number(row.created_at))));
  const startOfRange = Math.min(
    ...writers.map((row) => Number(row.created_at)).filter((atMs) => isInRange(atMs)),
  );
  const earlierUsers = usersIn(writers.filter((row) => Number(row.created_at) < startOfRange));
  return {
    counters: {
      rounds: answered.length,
      failedRounds: countBy(answered, (row) => row.status === 'failed'),
      messagesToPeople: current.length - answered.length,
      feedbackGood: countBy(answered, (row) => row.feedback === 'GOOD'),
      feedbackBad: countBy(answered, (row) => row.feedback === 'BAD'),
      qualityUnresolved: countBy(answered, (row) => row.quality === 'UNRESOLVED'),
      qualityPartial: countBy(answered, (row) => row.quality === 'PARTIALLY_RESOLVED'),
      qualityFull: countBy(answered, (row) => row.quality === 'FULLY_RESOLVED'),
      costNano: inTime.reduce((sum, row) => sum + Number(row.cost_nano), 0),
      nothingFound: countBy(answered, (row) =>
        stepsOf(row.id).some(({ detail }) => detail?.chunks?.length === 0),
      ),
      conversations: conversations.length,
      handedOff: countBy(conversations, ({ id }) => sessionsOf(id).length > 0),
      unresolved: countBy(conversations, ({ id }) => {
        const rated = newestRatingOf(id);
        return (
          sessionsOf(id).length === 0 &&
          rated !== undefined &&
          (rated.quality === 'UNRESOLVED' || (rated.quality === 'NONE' && rated.feedback === 'BAD'))
        );
      }),
      handoffs: sessions.length,
      handoffsAnswered: countBy(sessions, (row) => row.has_replied === 1),
      handoffsOpen: countBy(sessions, (row) => row.close_reason === null),
      missedNotTaken: countBy(sessions, (row) => row.missed === 'not_taken'),
      missedNoReply: countBy(sessions, (row) => row.missed === 'no_reply'),
      missedUserLeft: countBy(sessions, (row) => row.missed === 'user_left'),
      missedUnreachable: countBy(sessions, (row) => row.missed === 'unreachable'),
      stars1: countBy(sessions, (row) => row.rating === 1),
      stars2: countBy(sessions, (row) => row.rating === 2),
      stars3: countBy(sessions, (row) => row.rating === 3),
      stars4: countBy(sessions, (row) => row.rating === 4),
      stars5: countBy(sessions, (row) => row.rating === 5),
      toolCalls: tools.length,
      toolFailures: countBy(tools, ({ error }) => error !== undefined),
    },
    users: {
      active: activeUsers.size,
      fresh: [...activeUsers].filter((user) => !earlierUsers.has(user)).length,
    },
    /** In milliseconds. */
    durations: answered
      .filter((row) => row.status === 'done')
      .map((row) => Number(row.ended_at) - Number(row.created_at)),
    firstTokens: answered.flatMap((row) => {
      const times = stepsOf(row.id).flatMap(({ firstTextMs }) => firstTextMs ?? []);
      return times.length === 0 ? [] : [Math.min(...times)];
    }),
    waits: sessions
      .filter((row) => row.first_reply_at !== null)
      .map((row) => Number(row.first_reply_at) - Number(row.created_at)),
    /** Citing rounds by document. */
    documents: Object.fromEntries(
      Map.groupBy(
        answered.flatMap((row) => [
          ...new Set(raw.citations.filter(({ round_id }) => round_id === row.id).map((row) => row.data_id)),
        ]),
        (id) => id,
      )
        .entries()
        .map(([id, some]) => [id, some.length]),
    ),
    tools: Object.fromEntries(
      Map.groupBy(tools, ({ name }) => name)
        .entries()
        .map(([name, some]) => [name, [some.length, countBy(some, ({ error }) => error !== undefined)]]),
    ),
  };
};
