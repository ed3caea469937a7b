import { findConnector } from '../../../src/channels/index.ts';
import { defaultSetSettings } from '../../../src/evaluation/index.ts';
import { newId } from '../../../src/lib/ids.ts';
import type { TestService } from '../service/service.ts';
import { canary } from './canary.ts';
import type { KnownIds } from './make-attack.ts';

/** A topic of unanswered questions: the job would take a while to find one. */
export const addTopic = async (
  { app }: TestService,
  { workspaceId, agentId, conversationId }: Record<'workspaceId' | 'agentId' | 'conversationId', string>,
): Promise<KnownIds> => {
  const { query } = app.db;
  const topicId = newId();
  const round = await query
    .selectFrom('rounds')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  await query
    .insertInto('unanswered_topics')
    .values({
      id: topicId,
      workspace_id: workspaceId,
      agent_id: agentId,
      status: 'open',
      model: '',
      fingerprint: Buffer.alloc(0),
      title_round_id: round?.id ?? '',
      title_score: 0,
      total: 1,
      nothing_found: 0,
      refusals: 1,
      bad_ratings: 0,
      first_at: 1,
      last_at: 1,
      changed_at: 0,
      changed_by: '',
    })
    .execute();
  return { topicId };
};

/** A test set with one case, its file and a run. */
export const addTestSet = async ({ app }: TestService, agentId: string): Promise<KnownIds> => {
  const { sets, cases, runs } = app.rooms.evaluation;
  const agent = (await app.rooms.agents.find(agentId))!;
  const file = await cases.storeFile(agent, {
    name: `${canary}.txt`,
    source: { bytes: Buffer.from(canary) },
  });
  return app.db.transaction(async (tx) => {
    const set = await sets.create(tx, agent, { ...defaultSetSettings, name: canary, creatorEmail: '' });
    const [caseId] = await cases.add(tx, set, [
      {
        name: canary,
        turns: [{ text: canary, files: [file] }],
        expectations: [{ type: 'contains', text: canary }],
        origin: 'manual',
      },
    ]);
    const run = await runs.start(tx, {
      agent,
      set,
      version: agent.version,
      usesFlowDraft: false,
      repeats: 1,
      concurrency: 1,
      estimateNano: 0,
      startedBy: 'operator',
      creatorEmail: '',
    });
    return { setId: set.id, caseId: caseId!, fileId: file.fileId!, testRunId: run.id };
  });
};

/** A corrected answer. */
export const addCorrection = async ({ app }: TestService, agentId: string): Promise<KnownIds> => {
  const agent = (await app.rooms.agents.find(agentId))!;
  const create = await app.rooms.corrections.prepare(agent, {
    question: `What does the ${canary} sing?`,
    answer: canary,
    knowledgeBaseId: null,
    isEnabled: true,
    source: null,
    author: { id: canary, email: '' },
  });
  return { correctionId: (await app.db.transaction(create)).id };
};

/** A connection to a messaging platform that is never called. */
export const addChannelConnection = async ({ app }: TestService, agentId: string): Promise<KnownIds> => {
  const { workspaceId } = (await app.rooms.agents.find(agentId))!;
  const connection = await app.db.transaction((tx) =>
    app.rooms.connectors.connections.create(tx, {
      workspaceId,
      agentId,
      connector: findConnector('telegram')!,
      name: canary,
      account: { key: agentId, name: canary },
      settings: {},
      secrets: { botToken: canary, webhookSecret: canary },
    }),
  );
  return { channelConnectionId: connection.id };
};
