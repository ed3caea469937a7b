import type { Agent } from '../../agents/index.ts';
import type { Conversations } from '../../conversations/index.ts';
import type { Knowledge } from '../../knowledge/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { Reply, Runtime } from '../../runtime/index.ts';
import type { Table, Tables } from '../../tables/index.ts';
import { newAnonymousId } from '../../users/index.ts';
import { RpcError, rpcCodes } from './json-rpc.ts';
import { integerOf, objectOf, textOf } from './read-arguments.ts';

export interface McpDependencies {
  conversations: Conversations;
  runtime: Runtime;
  knowledge: Knowledge;
  tables: Tables;
}

export interface ToolContext {
  agent: Agent;
  signal: AbortSignal;
  /** Called with the text of the answer so far. */
  onProgress?: (text: string) => void;
}

interface ToolAnswer {
  text: string;
  structured: object;
}

interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  call(input: Record<string, unknown>, context: ToolContext): Promise<ToolAnswer>;
}

const maxTables = 50;
const text = (description: string, maxLength: number) => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength,
});

const citationsOf = ({ citations }: Reply): object[] =>
  citations.map(({ documentId, documentName, sourceUrl }) => ({
    document_id: documentId,
    document_name: documentName,
    source_url: sourceUrl,
  }));

/** Waits for the reply and reports its text meanwhile. The round is stopped if the client disconnects. */
const waitForReply = async (
  runtime: Runtime,
  messageId: string,
  { signal, onProgress }: ToolContext,
): Promise<Reply> => {
  const stop = (): void => void runtime.stopRound(messageId).catch(() => {});
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const feed = onProgress && (await runtime.feed(messageId));
  let next = 0;
  let written = '';
  const unlisten = feed?.listen(() => {
    while (next < feed.events.length) {
      const event = feed.events[next++]!;
      if (event.type !== 'text-delta') continue;
      written += event.text;
      onProgress!(written);
    }
  });
  try {
    return await runtime.replyOf(messageId);
  } finally {
    unlisten?.();
    signal.removeEventListener('abort', stop);
  }
};

const askAgent = ({ conversations, runtime }: McpDependencies, agent: Agent): McpTool => ({
  name: 'ask_agent',
  title: `Ask ${agent.name}`,
  description: `Asks the agent "${agent.name}" and returns its answer. Pass the conversation_id of an answer to continue the conversation.`,
  inputSchema: {
    type: 'object',
    properties: {
      question: text('The question', 100_000),
      conversation_id: text('The conversation to continue. Default: a new one', 64),
      user: text('ID of the user who asks. Default: an anonymous user', 32),
    },
    required: ['question'],
  },
  call: async (input, context) => {
    const question = textOf(input, 'question', { maxLength: 100_000 });
    if (question === undefined) throw new AppError('invalidParameter', 'question is required');
    const named = textOf(input, 'conversation_id', { maxLength: 64 });
    const user = textOf(input, 'user', { maxLength: 32 });
    if (
      named !== undefined &&
      user !== undefined &&
      (await conversations.require(agent, named)).userId !== user
    )
      throw new AppError('conversationMismatch');
    const opens =
      named === undefined
        ? conversations.prepare({ agent, userId: user ?? newAnonymousId('mcp'), channel: 'API' })
        : undefined;
    const sent = await runtime.send({
      agent,
      conversationId: named ?? opens!.id,
      ...(opens ? { opens } : {}),
      apiVersion: 1,
      mode: 'blocking',
      history: [],
      question: [{ type: 'text', text: question }],
      options: {},
    });
    const reply = await waitForReply(runtime, sent.messageId, context);
    const answer = reply.outputs.map((output) => output.text).join('\n\n');
    return {
      text: answer,
      structured: {
        answer,
        conversation_id: sent.conversationId,
        message_id: sent.messageId,
        citations: citationsOf(reply),
      },
    };
  },
});

/** Ends a search after a time, with an error that says so. */
const withinTime = async <Result>(
  timeoutMs: number,
  signal: AbortSignal,
  search: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await search(AbortSignal.any([signal, limit]));
  } catch (error) {
    // The client has left: nobody reads the answer.
    if (signal.aborted || !limit.aborted) throw error;
    throw new AppError('unavailable', 'The search took too long. Try again later', { cause: error });
  }
};

const searchKnowledge = ({ knowledge }: McpDependencies, timeoutMs: number): McpTool => ({
  name: 'search_knowledge',
  title: 'Search knowledge',
  description: 'Returns the passages of the documents of the agent that match a query best.',
  inputSchema: {
    type: 'object',
    properties: {
      query: text('Question or keywords', 8000),
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Default: 10' },
    },
    required: ['query'],
  },
  call: async (input, { agent, signal }) => {
    const query = textOf(input, 'query', { maxLength: 8000 });
    if (query === undefined) throw new AppError('invalidParameter', 'query is required');
    const { embeddingRate, groupIds, dataIds, filter } = agent.settings.knowledge;
    const { chunks } = await withinTime(timeoutMs, signal, (limited) =>
      knowledge.match(agent, {
        query,
        scope: {
          groupIds: groupIds ?? undefined,
          dataIds: dataIds ?? undefined,
          filter: filter ?? undefined,
        },
        rate: embeddingRate,
        topK: integerOf(input, 'limit', { minimum: 1, maximum: 50 }) ?? 10,
        signal: limited,
      }),
    );
    const passages = chunks.map(({ content, dataId, documentName, score }) => ({
      content,
      document_id: dataId,
      document_name: documentName,
      score,
    }));
    return {
      text: passages.map((passage) => `${passage.document_name}\n${passage.content}`).join('\n\n---\n\n'),
      structured: { passages },
    };
  },
});

const describeTable = ({ name, description, fields }: Table): string =>
  `- ${name}: ${description}. Fields: ${fields.map((field) => `${field.name} (${field.type})`).join(', ')}`;

const queryTable = ({ tables }: McpDependencies, known: readonly Table[]): McpTool => ({
  name: 'query_table',
  title: 'Query a table',
  description: `Returns records of a table of the agent, by equal values of fields, by a keyword, or by both. Tables:\n${known.map(describeTable).join('\n')}`,
  inputSchema: {
    type: 'object',
    properties: {
      table: { type: 'string', enum: known.map(({ name }) => name) },
      filter: { type: 'object', description: 'Values by name of the field' },
      keyword: text('Part of any value', 1000),
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Default: 10' },
    },
    required: ['table'],
  },
  call: async (input) => {
    const name = textOf(input, 'table', { maxLength: 64 });
    const table = known.find((one) => one.name === name);
    if (!table) throw new AppError('tableNotFound');
    const keyword = textOf(input, 'keyword', { maxLength: 1000 });
    const filter = objectOf(input, 'filter') ?? {};
    const limit = integerOf(input, 'limit', { minimum: 1, maximum: 100 }) ?? 10;
    const { records, total } = await tables.page(table, { filter, keyword }, { offset: 0, limit });
    const found = { total, records: records.map(({ id, value }) => ({ id, value })) };
    return { text: JSON.stringify(found), structured: found };
  },
});

/** What the agent allows: without documents there is nothing to search, without tables nothing to query. */
export const createMcpTools = (deps: McpDependencies, { searchTimeoutMs = 60_000 } = {}) => {
  const toolsOf = async (agent: Agent): Promise<McpTool[]> => {
    const [hasKnowledge, attached] = await Promise.all([
      deps.knowledge.hasAny(agent.id, {}),
      agent.settings.tables.lookup ? deps.tables.attached(agent) : [],
    ]);
    // Records with an owner are only for their user, who is unknown here.
    const known = attached.filter(({ ownerField }) => ownerField === null).slice(0, maxTables);
    return [
      askAgent(deps, agent),
      ...(hasKnowledge ? [searchKnowledge(deps, searchTimeoutMs)] : []),
      ...(known.length > 0 ? [queryTable(deps, known)] : []),
    ];
  };

  return {
    list: async (agent: Agent): Promise<object> => ({
      tools: (await toolsOf(agent)).map(({ call: _call, ...tool }) => tool),
    }),
    /** Errors of a tool are results that a model reads. Only an unknown tool is an error of the protocol. */
    call: async (name: unknown, input: Record<string, unknown>, context: ToolContext): Promise<object> => {
      const tool = (await toolsOf(context.agent)).find((one) => one.name === name);
      if (!tool) throw new RpcError(rpcCodes.invalidParams, 'params.name: the agent has no such tool');
      try {
        const { text: answer, structured } = await tool.call(input, context);
        return { content: [{ type: 'text', text: answer }], structuredContent: structured, isError: false };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { content: [{ type: 'text', text: error.message }], isError: true };
      }
    },
  };
};
