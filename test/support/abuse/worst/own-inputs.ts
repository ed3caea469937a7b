import type { KnownIds } from '../make-attack.ts';
import type { Operation } from '../operations.ts';
import {
  doublingSchema,
  endlessOpenApi,
  expensiveCsv,
  expensiveMarkdown,
  expensiveOpenApi,
  wideSchema,
  wideWorkbook,
} from './expensive-documents.ts';
import { expensiveFlows } from './expensive-flows.ts';
import { expensiveImages } from './expensive-images.ts';
import type { WorstCall } from './measured-service.ts';

export interface OwnInputContext {
  operation: Operation;
  ids: KnownIds;
  /** The current state of something, for calls that name its version. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of the management API
  read(path: string): Promise<any>;
}

type OwnInputs = (context: OwnInputContext) => Promise<WorstCall[]>;

const pathOf = ({ operation, ids }: OwnInputContext): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'f'.repeat(24));

const calls = (context: OwnInputContext, bodies: unknown[]): WorstCall[] =>
  bodies.map((body) => ({
    method: context.operation.method,
    path: pathOf(context),
    body: JSON.stringify(body),
  }));

const long = (inputs: WorstCall[]): WorstCall[] => inputs.map((input) => ({ ...input, isLong: true }));

const tool = (index: number, parameters: object) => ({
  name: `tool_${index}`,
  description: 'x'.repeat(500),
  method: 'POST',
  url: `https://api.example/${'{id}/'.repeat(300)}`,
  headers: { Authorization: 'x' },
  parameters,
});

const toolsOf = (count: number, parameters: object) => ({
  tools: { http: Array.from({ length: count }, (_, index) => tool(index, parameters)) },
});

/** Settings of an agent, each about as large as a body may be. */
const expensiveSettings = (): object[] => [
  toolsOf(64, wideSchema(120)),
  toolsOf(10, wideSchema(900)),
  toolsOf(64, doublingSchema(40)),
  toolsOf(64, doublingSchema(6)),
  toolsOf(64, { enum: Array.from({ length: 4500 }, () => 1) }),
  {
    tools: {
      http: [
        {
          ...tool(0, {}),
          headers: Object.fromEntries(Array.from({ length: 45_000 }, (_, at) => [`h${at}`, 'x'])),
        },
      ],
    },
  },
  { knowledge: { groupIds: Array.from({ length: 60_000 }, (_, at) => `g${at}`) } },
  {
    allowedOrigins: Array.from({ length: 100 }, (_, at) => `https://${'a.'.repeat(110)}shop-${at}.example`),
    prompt: '{{'.repeat(50_000),
  },
  { channels: { imageHosts: Array.from({ length: 50 }, () => 'a-'.repeat(120)) } },
];

/** The longest URL with the most patterns, and a cron expression without any date. */
const expensiveSource = () => ({
  kind: 'site',
  url: `http://127.0.0.1:1/${'a/'.repeat(1000)}`,
  rules: {
    include: Array.from({ length: 50 }, () => '**a*'.repeat(50)),
    exclude: Array.from({ length: 50 }, () => '*?'.repeat(100)),
  },
  schedule: '* * 31 2 *',
});

const largeText = (bytes: number): string => 'lorem ipsum '.repeat(bytes / 12);

const fileCalls =
  (query: (index: number) => string): OwnInputs =>
  async (context) =>
    expensiveMarkdown().map((text, index) => ({
      method: context.operation.method,
      path: `${pathOf(context)}?${query(index)}`,
      body: Buffer.from(text),
      contentType: 'application/octet-stream',
    }));

const base = '/console/api/workspaces/{workspaceId}';
const agent = `${base}/agents/{agentId}`;

const imageCalls = async (path: string): Promise<WorstCall[]> =>
  (await expensiveImages()).map((body) => ({
    method: 'PUT',
    path,
    body,
    contentType: 'application/octet-stream',
  }));

const flowBodies =
  (wrap: (graph: unknown, revision: number) => object, count?: number): OwnInputs =>
  async (context) => {
    const { workspaceId, flowAgentId } = context.ids;
    const path = pathOf({ ...context, ids: { ...context.ids, agentId: flowAgentId! } });
    return expensiveFlows()
      .slice(0, count)
      .map((graph) => ({
        method: context.operation.method,
        path,
        body: async () => {
          const { revision } = await context.read(`/workspaces/${workspaceId}/agents/${flowAgentId}/flow`);
          return JSON.stringify(wrap(graph, revision));
        },
      }));
  };

/** Test cases with long scripts, schemas and patterns. */
const expensiveCases = (): unknown[] => [
  {
    turns: Array.from({ length: 20 }, () => ({ text: 'word '.repeat(3900) })),
    expectations: [
      ...Array.from({ length: 9 }, () => ({ type: 'pattern', pattern: '[a-z]{1,9}x?'.repeat(80) })),
      { type: 'json-schema', schema: wideSchema(900) },
      { type: 'json-schema', schema: doublingSchema(40) },
    ],
  },
  {
    turns: ['Hello'],
    expectations: Array.from({ length: 20 }, () => ({
      type: 'calls-tool',
      tool: 'find',
      arguments: { list: Array.from({ length: 2000 }, (_, at) => at) },
    })),
  },
];

/** Agent files of 8 MB: many small values, many tables, and settings that are large. */
const agentFiles: OwnInputs = async (context) => {
  const file = (parts: object) => ({
    format: 'frontdesk-agent',
    formatVersion: 1,
    agent: { name: 'A', kind: 'simple', settings: {} },
    ...parts,
  });
  const table = (index: number) => ({
    name: `table_${index}`,
    description: 'x',
    fields: Array.from({ length: 64 }, (_, at) => ({ name: `field_${at}`, type: 'TEXT' })),
  });
  return [
    file({ sections: { later: Array.from({ length: 3_500_000 }, () => 1) } }),
    file({ tables: Array.from({ length: 100 }, (_, index) => table(index)) }),
    file({ agent: { name: 'A', kind: 'simple', settings: toolsOf(64, wideSchema(120)) } }),
  ].map((body) => ({
    method: context.operation.method,
    path: pathOf(context),
    body: Buffer.from(JSON.stringify(body)),
    contentType: 'application/octet-stream',
  }));
};

/**
 * The most expensive valid inputs of operations whose schema does not show what is expensive: bodies with free
 * JSON, documents, patterns, templates or files. An operation of this kind that is not listed fails the test.
 */
export const ownInputs: Record<string, OwnInputs> = {
  [`POST ${base}/agent-files`]: agentFiles,
  [`POST ${base}/agent-files/preview`]: agentFiles,
  [`POST ${agent}/sources`]: async (context) => calls(context, [expensiveSource()]),
  [`POST ${agent}/sources/preview`]: async (context) => calls(context, [expensiveSource()]),
  [`PATCH ${agent}/sources/{sourceId}`]: async (context) => {
    const { rules, schedule } = expensiveSource();
    return calls(context, [{ rules }, { schedule }]);
  },
  [`POST ${agent}/test-sets/{setId}/cases`]: async (context) => calls(context, expensiveCases()),
  [`PUT ${agent}/test-sets/{setId}/cases/{caseId}`]: async (context) => calls(context, expensiveCases()),
  [`POST ${agent}/test-sets/{setId}/import`]: async (context) =>
    long(
      calls(context, [
        { format: 'csv', content: `question,pattern\n${'hello,(a|b)+x\n'.repeat(10_000)}`, replace: true },
        { format: 'csv', content: `question\n${'"'.repeat(9_000_000)}`, replace: true },
        {
          format: 'jsonl',
          content: `${JSON.stringify(expensiveCases()[0])}\n`.repeat(100),
          replace: true,
        },
      ]),
    ),
  [`POST ${base}/agents`]: async (context) =>
    calls(
      context,
      expensiveSettings().map((settings) => ({ name: 'Worst', settings })),
    ),
  [`PATCH ${agent}`]: async (context) => {
    const { workspaceId, agentId } = context.ids;
    return expensiveSettings()
      .slice(0, 5)
      .map((settings) => ({
        method: 'PATCH',
        path: pathOf(context),
        body: async () => {
          const { version } = await context.read(`/workspaces/${workspaceId}/agents/${agentId}`);
          return JSON.stringify({ version, settings });
        },
      }));
  },
  [`PUT ${agent}/images/{purpose}`]: (context) =>
    imageCalls(pathOf({ ...context, ids: { ...context.ids, purpose: 'logo' } })),
  'PUT /console/api/account/profile/picture': (context) => imageCalls(pathOf(context)),
  [`POST ${agent}/tools/test`]: async (context) =>
    calls(
      context,
      [wideSchema(900), doublingSchema(40), { enum: Array.from({ length: 4500 }, () => 1) }].map(
        (parameters) => ({
          tool: { ...tool(0, parameters), url: `http://127.0.0.1:1/${'{id}/'.repeat(300)}` },
          arguments: { id: 'x'.repeat(100_000), more: Array.from({ length: 20_000 }, (_, at) => at) },
        }),
      ),
    ),
  [`POST ${base}/tools/import`]: async (context) => [
    ...calls(context, [
      ...expensiveOpenApi().map((document) => ({ document })),
      { document: JSON.parse(expensiveOpenApi().find((text) => text.startsWith('{'))!) },
    ]),
    ...long(calls(context, [{ document: endlessOpenApi() }])),
  ],
  [`PUT ${agent}/flow`]: flowBodies((graph, revision) => ({ revision, graph })),
  [`POST ${agent}/flow/check`]: flowBodies((graph) => ({ graph })),
  [`POST ${agent}/flow/import`]: flowBodies(
    (graph, revision) => ({ revision, file: { format: 'frontdesk-flow', formatVersion: 1, graph } }),
    3,
  ),
  [`POST ${agent}/try`]: async (context) =>
    calls(context, [
      ...expensiveSettings()
        .slice(0, 3)
        .map((settings) => ({ text: 'Hello', settings })),
      { text: largeText(4 * 1024 * 1024) },
      { text: 'a'.repeat(15 * 1024 * 1024) },
      { text: ' '.repeat(15 * 1024 * 1024) },
      { text: '好'.repeat(4 * 1024 * 1024) },
    ]),
  [`POST ${agent}/webhook/examples/send`]: async (context) =>
    calls(
      context,
      expensiveSettings()
        .slice(0, 3)
        .map((settings) => ({ name: 'reply.agent', settings })),
    ),
  [`POST ${agent}/webhook/check`]: async (context) =>
    calls(
      context,
      expensiveSettings()
        .slice(0, 3)
        .map((settings) => ({ target: 'message', settings })),
    ),
  [`POST ${base}/models/test`]: async (context) =>
    calls(context, [
      { model: { provider: 'openai', name: 'x'.repeat(200), baseUrl: `https://${'a.'.repeat(900)}` } },
      { model: { provider: 'openai', name: 'x', baseUrl: `http://127.0.0.1/${'%'.repeat(1900)}` } },
    ]),
  [`PUT ${agent}/documents/{documentId}/file`]: fileCalls(() => 'chunkTokens=1&splitter=a'),
  [`POST ${agent}/documents/upload`]: fileCalls(
    (index) => `kind=text&name=worst-${index}.md&chunkTokens=600&splitter=a`,
  ),
  [`POST ${agent}/documents/preview`]: fileCalls(
    (index) => `kind=text&name=worst-${index}.md&chunkTokens=1&splitter=a`,
  ),
  [`PATCH ${agent}/documents/{documentId}`]: async (context) =>
    calls(context, [
      {
        tags: Array.from({ length: 20 }, (_, at) => `${at}${'x'.repeat(48)}`),
        attributes: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a${at}`, 'x'.repeat(200)])),
      },
    ]),
  [`POST ${agent}/corrections/import`]: async (context) => {
    const header = 'question,answer\n';
    const rows = Array.from(
      { length: 10_000 },
      (_, at) => `Where is shelf ${at} of hall ${at % 7}?,${'x'.repeat(300)}`,
    );
    const [small, ...large] = calls(
      context,
      [rows.join('\n'), ...expensiveCsv()].map((csv) => ({ csv: header + csv })),
    );
    return [...large, ...long([small!])];
  },
  [`POST ${agent}/corrections/match`]: async (context) =>
    calls(context, [
      { question: '(('.repeat(500) },
      { question: 'x 1'.repeat(333) },
      { question: '好'.repeat(1000), groupIds: Array.from({ length: 1000 }, (_, at) => `g${at}`) },
    ]),
  [`POST ${agent}/tables/{tableId}/records`]: async (context) =>
    calls(context, [
      {
        values: Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`f${at}`, largeText(94 * 1024)])),
      },
      { values: Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`f${at}`, 'x'.repeat(10_000)])) },
      { values: Object.fromEntries(Array.from({ length: 45_000 }, (_, at) => [`f${at}`, 'x'])) },
    ]),
  [`PATCH ${agent}/tables/{tableId}/records/{recordId}`]: async (context) =>
    calls(context, [
      {
        values: Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`f${at}`, largeText(94 * 1024)])),
      },
    ]),
  [`POST ${agent}/tables/{tableId}/records/search`]: async (context) =>
    calls(context, [
      { page: 1, pageSize: 100, keyword: '%_'.repeat(400) },
      {
        page: 1,
        pageSize: 100,
        filter: Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`f${at}`, 'x'])),
      },
      { page: 1, pageSize: 100, filter: { f0: 'x'.repeat(8 * 1024 * 1024) } },
      { page: 1, pageSize: 100 },
    ]),
  [`POST ${agent}/tables/import/preview`]: async (context) => {
    const [small = '', ...large] = expensiveCsv();
    const asFile = (text: string) => ({
      file: { name: 'worst.csv', content: Buffer.from(text).toString('base64') },
    });
    return [
      ...calls(context, [...expensiveCsv().map((csv) => ({ csv })), asFile(small)]),
      ...long(
        calls(context, [...large.map(asFile), { file: { name: 'worst.xlsx', content: wideWorkbook() } }]),
      ),
    ];
  },
  // Read by the same code as the preview of a new table.
  [`POST ${agent}/tables/{tableId}/import/preview`]: async (context) => {
    const [small, ...large] = calls(
      context,
      expensiveCsv().map((csv) => ({ csv })),
    );
    return [small!, ...long(large)];
  },
  // Read by the same code as a preview; few cells, because the rows are stored in the background.
  [`POST ${agent}/tables/{tableId}/import`]: async (context) =>
    calls(context, [{ csv: `f0\n${`${'x'.repeat(1000)}\n`.repeat(2000)}` }]),
};
