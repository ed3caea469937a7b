import assert from 'node:assert/strict';
import { openLive } from '../channels/visitor.ts';
import { insertOperator } from '../console/insert-operator.ts';
import { eventually } from '../time/eventually.ts';
import type { Answer, FaultService } from './fault-service.ts';
import { configureAgent, type Installation } from './installation.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any;

const unlimited = {
  messagesPerMinute: 10_000,
  messagesPerMinutePerAddress: 1_000_000,
  messagesPerMinutePerAgent: 1_000_000,
  sessionsPerMinutePerAddress: 1_000_000,
  newVisitorsPerMinutePerAddress: 1_000_000,
};

interface Entry {
  role: string;
  text: string;
}

const wordsOf = (entries: readonly Entry[], role: string): string[] =>
  entries.filter((entry) => entry.role === role).map(({ text }) => text);

/** Two processes on PostgreSQL, one on SQLite, with an agent whose users are answered in the inbox. */
export const openRaceStage = async (
  installation: Installation,
  start: (settings?: Record<string, string>) => Promise<FaultService>,
) => {
  const first = await start();
  const configure = (humanService: object) =>
    configureAgent(first, {
      webhook: { events: 'all' },
      humanService: {
        type: 'inbox',
        baseUrl: null,
        firstReplySeconds: 3600,
        idleSeconds: 3600,
        ...humanService,
      },
      channels: { enabled: { share: true }, ...unlimited },
    });
  const { path: agentPath } = await configure({});
  const services = installation.kind === 'postgres' ? [first, await start()] : [first];
  const [workspacePath, agentId] = agentPath.split('/agents/') as [string, string];
  const db = await installation.open();
  const addOperator = async (name: string) => {
    const workspaceId = workspacePath.split('/').at(-1)!;
    const { id, headers } = await insertOperator(db.query, { name, workspaceId });
    const call = (service: FaultService, method: string, path: string, body?: object) =>
      service.call(method, path, body, headers);
    return { id, call };
  };
  const operators = [await addOperator('ada'), await addOperator('bob')] as const;

  /** A visitor who asked for a person, with everything that was accepted and refused since then. */
  const openRound = async (name: string) => {
    const root = `/channels/${agentId}`;
    const opened = await first.call('POST', `${root}/session`, { channel: 'SHARE' });
    assert.equal(opened.status, 200, opened.text);
    const token = opened.json.token as string;
    const visit = (service: FaultService, method: string, path: string, body?: object): Promise<Answer> =>
      service.call(method, root + path, body, { authorization: `Bearer ${token}` });
    const startedAtMs = performance.now();
    const asked = await visit(first, 'POST', '/handoff', { email: `${name}@example.com` });
    assert.equal(asked.status, 200, asked.text);
    const conversationId = asked.json.conversation_id as string;
    const { id } = await db.query
      .selectFrom('human_sessions')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .executeTakeFirstOrThrow();
    const session = `${workspacePath}/inbox/sessions/${id}`;
    // The page is connected to the process that did not start the session.
    const live = await openLive(services.at(-1)!.address!, { root, token }, { conversationId });
    const accepted: Entry[] = [];
    const refused: string[] = [];
    const note = (isAccepted: boolean, role: string, text: string): void => {
      if (isAccepted) accepted.push({ role, text });
      else refused.push(text);
    };

    const readChat = async (service: FaultService): Promise<Body[]> =>
      (await visit(service, 'GET', `/conversations/${conversationId}/messages`)).json.messages as Body[];
    const readTranscript = async (service: FaultService): Promise<Body[]> =>
      (await service.call('GET', `${agentPath}/conversations/${conversationId}/messages?pageSize=100`)).json
        .items as Body[];

    const checkWords = (place: string, entries: readonly Entry[]): void => {
      for (const role of ['user', 'human'])
        assert.deepEqual(
          wordsOf(entries, role).sort(),
          wordsOf(accepted, role).sort(),
          `${name}: ${place} has each accepted message of the ${role} once`,
        );
      for (const text of refused)
        assert.ok(!entries.some((entry) => entry.text === text), `${name}: "${text}" was refused`);
    };

    return {
      startedAtMs,
      conversationId,
      id,
      session,
      live,
      /** To the agent or to a person. */
      say: async (service: FaultService, text: string): Promise<Answer> => {
        const answer = await visit(service, 'POST', '/messages', { conversation_id: conversationId, text });
        note(answer.status === 200 || answer.status === 202, 'user', text);
        return answer;
      },
      leaveMessage: async (service: FaultService, text: string): Promise<Answer> => {
        const answer = await visit(service, 'POST', '/handoff/message', {
          conversation_id: conversationId,
          text,
        });
        note(answer.status === 202, 'user', text);
        return answer;
      },
      reply: async (service: FaultService, operator: (typeof operators)[number], text: string) => {
        const answer = await operator.call(service, 'POST', `${session}/replies`, { text });
        note(answer.status === 201, 'human', text);
        return answer;
      },
      read: async (): Promise<Body> => (await first.call('GET', session)).json,
      /** The number of deliveries of an event of this name. */
      countEvents: async (eventName: string): Promise<number> => {
        const rows = await db.query
          .selectFrom('deliveries')
          .select('body')
          .where('conversation_id', '=', conversationId)
          .execute();
        return rows.filter(({ body }) => (JSON.parse(body) as { event?: string }).event === eventName).length;
      },
      countAudits: async (action: string): Promise<number> =>
        (
          await db.query
            .selectFrom('audit_entries')
            .select('id')
            .where('action', '=', action)
            .where('target_id', '=', conversationId)
            .execute()
        ).length,
      /**
       * Each accepted message is once in the transcript, the chat and the stream, in the same order. The agent answered exactly
       * the messages that did not go to a person.
       */
      check: async (): Promise<void> => {
        const chat = await readChat(services.at(-1)!);
        const transcript = await readTranscript(first);
        checkWords('the chat', chat);
        checkWords('the transcript', transcript);
        const shownOf = (entries: Entry[]) =>
          entries.filter(({ role }) => role === 'user' || role === 'human').map(({ text }) => text);
        assert.deepEqual(shownOf(chat), shownOf(transcript), `${name}: both have the same order`);
        for (const [type, role] of [
          ['human-message', 'human'],
          ['message', 'user'],
        ] as const) {
          const streamed = () =>
            live.events
              .map(({ data }) => data)
              .filter((data) => data.type === type)
              .map(({ text }) => text);
          const expected = wordsOf(chat, role);
          await eventually(
            `${name}: the stream has ${role} messages`,
            () => streamed().length >= expected.length,
          );
          assert.deepEqual(streamed(), expected, `${name}: the stream has the ${role} messages in order`);
        }
        for (const question of transcript.filter(({ role }) => role === 'user')) {
          const answers = transcript.filter(
            ({ role, roundId }) => role === 'assistant' && roundId === question.roundId,
          );
          const expected = question.round.withPerson ? 0 : 1;
          assert.equal(answers.length, expected, `${name}: answers of the agent to "${question.text}"`);
        }
      },
      leave: () => live.leave(),
    };
  };

  return {
    services,
    operators,
    configure,
    openRound,
    close: () => db.close(),
  };
};

export type RaceStage = Awaited<ReturnType<typeof openRaceStage>>;
export type RaceRound = Awaited<ReturnType<RaceStage['openRound']>>;
