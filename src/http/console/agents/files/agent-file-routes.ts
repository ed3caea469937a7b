import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorName } from '../../../../accounts/index.ts';
import { AgentFile, type AgentFiles, longestFileBytes } from '../../../../agent-files/index.ts';
import { defaultSettings } from '../../../../agents/index.ts';
import { describeProblem, type Flows } from '../../../../flows/index.ts';
import type { Knowledge } from '../../../../knowledge/index.ts';
import type { FreeDisk } from '../../../../lib/free-disk.ts';
import type { Tables } from '../../../../tables/index.ts';
import { type RecordChange, type Route, route } from '../../../route.ts';
import { describedBy } from '../../../schema.ts';
import { findEditedAgentOf } from '../../access/find-agent.ts';
import { operatorOf, workspaceOf } from '../../access/operator-guard.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { createReferenceCheck } from '../../flows/check-flow-references.ts';
import { fileBody, withFileBody } from '../../wire/raw-body.ts';
import { AgentParams, Name, WorkspaceParams } from '../../wire/wire-schemas.ts';
import { AgentKind, AgentView, presentAgent } from '../agent-view.ts';
import { createChangedSettings } from '../settings/changed-settings.ts';
import { Version } from '../versions/version-view.ts';

const tags = ['Agent files'];
const path = '/workspaces/:workspaceId/agent-files';

const AgentFileSummary = Type.Object(
  {
    name: Type.String(),
    kind: AgentKind,
    tables: Type.Array(Type.String()),
    documents: Type.Integer(),
    sections: Type.Array(Type.Object({ name: Type.String(), items: Type.Integer() })),
    secrets: Type.Array(Type.String(), { description: 'Fields whose secrets must be entered' }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'AgentFileSummary' },
);

export const ImportedAgent = Type.Object(
  {
    agent: AgentView,
    secrets: Type.Array(Type.String(), { description: 'Fields whose secrets must be entered' }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'ImportedAgent' },
);

interface AgentFileDependencies {
  agentFiles: AgentFiles;
  flows: Flows;
  tables: Tables;
  knowledge: Knowledge;
  uploadFolder: string;
  freeDisk: FreeDisk;
}

/** Creates an agent of a file for the operator of a request. */
export const createImportFor = (deps: RouteDependencies & AgentFileDependencies) => {
  const readSettings = createChangedSettings(deps);
  const findProblems = createReferenceCheck(deps);
  return async (
    request: FastifyRequest,
    record: RecordChange<'agent.import'>,
    { file, name }: { file: AgentFile; name?: string | undefined },
  ) => {
    const operator = operatorOf(request);
    const imported = await deps.agentFiles.import({
      workspaceId: workspaceOf(request).id,
      file,
      name,
      saved: { by: actorName(operator) },
      creator: { id: operator.id, email: operator.kind === 'person' ? operator.email : '' },
      readSettings: (workspaceId, settings) => readSettings(workspaceId, defaultSettings(), settings),
      findFlowProblems: async (agent, graph) => (await findProblems(agent, graph)).map(describeProblem),
      alsoIn: (tx, agent) =>
        record(tx, { action: 'agent.import', targetId: agent.id, changes: { name: [null, agent.name] } }),
    });
    return { ...imported, agent: presentAgent(imported.agent) };
  };
};

/** Export and import of agents as files. */
export const createAgentFileRoutes = (deps: RouteDependencies & AgentFileDependencies): Route[] => {
  const { agentFiles, agents, uploadFolder, freeDisk } = deps;
  const limits = { folder: uploadFolder, maxBytes: longestFileBytes, freeDisk };
  const importFor = createImportFor(deps);

  const readBody = (request: FastifyRequest): Promise<AgentFile> =>
    withFileBody(request, limits, async (source) => agentFiles.read(await readFile(source.path)));

  return [
    route({
      method: 'GET',
      url: '/workspaces/:workspaceId/agents/:agentId/export',
      permission: 'agent:write',
      schema: {
        tags,
        summary: 'Export an agent',
        description:
          'Returns a file with the settings of the agent or its draft, its flow, the definitions of its tables and its test sets. It contains no secrets, API keys, records or conversations.',
        operationId: 'exportAgent',
        params: AgentParams,
        querystring: Type.Object({
          knowledge: Type.Boolean({
            default: false,
            description: 'With the files of all documents, at most 5 MB in total',
          }),
          version: Type.Optional(Version),
        }),
        response: { 200: describedBy<AgentFile>(AgentFile) },
      },
      handler: async (request, reply) => {
        const edited = await findEditedAgentOf(agents, request);
        const { version = edited.version, knowledge: hasKnowledge } = request.query;
        const agent = await agents.readVersion(edited.id, version);
        reply.header('Content-Disposition', 'attachment; filename="agent.json"');
        return agentFiles.export(agent, { hasKnowledge });
      },
    }),

    route({
      method: 'POST',
      url: `${path}/preview`,
      permission: 'agent:write',
      takesFile: true,
      audit: 'none',
      schema: {
        tags,
        summary: 'Preview an agent file',
        description:
          'The request body is the file, as application/octet-stream: JSON, possibly packed with gzip. Nothing is stored.',
        operationId: 'previewAgentFile',
        params: WorkspaceParams,
        requestBody: fileBody,
        response: { 200: AgentFileSummary },
      },
      handler: async (request) => agentFiles.describe(await readBody(request)),
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'agent:write',
      takesFile: true,
      audit: 'agent.import',
      schema: {
        tags,
        summary: 'Import an agent file',
        description:
          'The request body is the file, as application/octet-stream: JSON, possibly packed with gzip. Creates a new agent, completely or not at all; documents are indexed in the background. A file of a newer format version is rejected.',
        operationId: 'importAgentFile',
        params: WorkspaceParams,
        querystring: Type.Object({ name: Type.Optional(Name) }),
        requestBody: fileBody,
        response: { 201: ImportedAgent },
      },
      handler: async (request, reply, record) => {
        const imported = await importFor(request, record, {
          file: await readBody(request),
          name: request.query.name,
        });
        reply.status(201);
        return imported;
      },
    }),
  ];
};
