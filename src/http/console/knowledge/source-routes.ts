import { Type } from 'typebox';
import type { Knowledge } from '../../../knowledge/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import { creatorOf } from './document-upload-fields.ts';
import { Credentials, connectionFields, readConnection, requireCredentials } from './source-connection.ts';
import {
  PreviewView,
  sourcesPath as path,
  presentPreview,
  presentSource,
  RulesInput,
  readRules,
  SourceKind,
  SourceParams,
  SourceView,
  settingFields,
} from './source-view.ts';

const tags = ['Knowledge'];
const defaultChunkTokens = 600;
const defaultGraceDays = 7;

const defaultName = (url: string): string => url.replace(/^(?:https?|file):\/\//, '').slice(0, 100);

/** Web content and files that are read into knowledge bases and kept up to date. */
export const createSourceRoutes = ({
  knowledge: { sources },
  agents,
  write,
}: RouteDependencies & { knowledge: Knowledge }): Route[] => [
  route({
    method: 'GET',
    url: path,
    permission: 'knowledge:read',
    schema: {
      tags,
      summary: 'List sources',
      description: 'Newest first, each with its newest sync.',
      operationId: 'listSources',
      params: AgentParams,
      querystring: Type.Object(PageQuery),
      response: { 200: Paged(SourceView) },
    },
    handler: async (request) => {
      const found = await sources.list(await findAgentOf(agents, request), rangeOf(request.query));
      return paged(found.sources.map(presentSource), found.total, request.query);
    },
  }),

  route({
    method: 'POST',
    url: path,
    permission: 'knowledge:write',
    audit: 'source.create',
    schema: {
      tags,
      summary: 'Create a source',
      description: 'The first sync starts immediately, unless `syncNow` is false.',
      operationId: 'createSource',
      params: AgentParams,
      body: Type.Object({
        kind: SourceKind,
        url: settingFields.url,
        ...connectionFields,
        credentials: Type.Optional(Credentials),
        name: Type.Optional(settingFields.name),
        knowledgeBaseId: Type.Optional(
          Type.String({ description: 'Default: the knowledge base named Default' }),
        ),
        rules: Type.Optional(settingFields.rules),
        chunkTokens: Type.Optional(settingFields.chunkTokens),
        removal: Type.Optional(settingFields.removal),
        graceDays: Type.Optional(settingFields.graceDays),
        edits: Type.Optional(settingFields.edits),
        schedule: Type.Optional(settingFields.schedule),
        syncNow: Type.Optional(Type.Boolean({ default: true })),
      }),
      response: { 201: SourceView },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request);
      const { body } = request;
      const url = sources.requireUrl(body.kind, body.url);
      const connection = readConnection(body.kind, body);
      requireCredentials(body.kind, body.credentials);
      const source = await write(async (tx) => {
        const made = await sources.create(tx, agent, {
          kind: body.kind,
          url,
          connection,
          credentials: body.credentials,
          name: body.name?.trim() ?? defaultName(url),
          knowledgeBaseId: body.knowledgeBaseId || undefined,
          creator: creatorOf(request),
          rules: readRules(body.rules ?? {}),
          chunkTokens: body.chunkTokens ?? defaultChunkTokens,
          removal: body.removal ?? 'after-grace',
          graceDays: body.graceDays ?? defaultGraceDays,
          keepsEdits: body.edits !== 'replace',
          schedule: body.schedule ?? 'off',
        });
        if (body.syncNow !== false) await sources.sync(tx, made);
        await record(tx, {
          targetId: made.id,
          changes: { name: [null, made.name], url: [null, made.url], schedule: [null, made.schedule] },
        });
        return made;
      });
      reply.status(201);
      return presentSource(await sources.figures(source));
    },
  }),

  route({
    method: 'POST',
    url: `${path}/preview`,
    permission: 'knowledge:write',
    audit: 'none',
    schema: {
      tags,
      summary: 'Preview a source',
      description:
        'Lists the files that a source would read, or the pages, as far as sitemaps, the feed or the links of the first page show them. Stores nothing.',
      operationId: 'previewSource',
      params: AgentParams,
      body: Type.Object({
        kind: SourceKind,
        url: settingFields.url,
        ...connectionFields,
        credentials: Type.Optional(Credentials),
        sourceId: Type.Optional(
          Type.String({
            description:
              'A source whose credentials are used if `credentials` is absent and `url` has its host',
          }),
        ),
        rules: Type.Optional(RulesInput),
      }),
      response: { 200: PreviewView },
    },
    handler: async (request) => {
      const agent = await findAgentOf(agents, request);
      const { kind, rules, sourceId } = request.body;
      const url = sources.requireUrl(kind, request.body.url);
      requireCredentials(kind, request.body.credentials);
      const stored = sourceId === undefined ? undefined : await sources.require(agent, sourceId);
      const credentials = request.body.credentials ?? (stored && (await sources.credentialsFor(stored, url)));
      return presentPreview(
        await sources.preview({
          workspaceId: agent.workspaceId,
          kind,
          url,
          connection: readConnection(kind, request.body),
          credentials,
          rules: readRules(rules ?? {}),
        }),
      );
    },
  }),

  route({
    method: 'GET',
    url: '/workspaces/:workspaceId/agents/:agentId/source-folders',
    permission: 'knowledge:read',
    schema: {
      tags,
      summary: 'List server folders',
      description:
        'Folders of the server that sources of the kind `folder` may read. Empty: the kind is not available.',
      operationId: 'listSourceFolders',
      params: AgentParams,
      response: { 200: Type.Object({ folders: Type.Array(Type.String()) }) },
    },
    handler: async (request) => {
      await findAgentOf(agents, request);
      return { folders: [...sources.folders] };
    },
  }),

  route({
    method: 'GET',
    url: `${path}/:sourceId`,
    permission: 'knowledge:read',
    schema: {
      tags,
      summary: 'Get a source',
      description: 'Returns the settings and the newest sync.',
      operationId: 'getSource',
      params: SourceParams,
      response: { 200: SourceView },
    },
    handler: async (request) => {
      const agent = await findAgentOf(agents, request);
      return presentSource(await sources.figures(await sources.require(agent, request.params.sourceId)));
    },
  }),

  route({
    method: 'PATCH',
    url: `${path}/:sourceId`,
    permission: 'knowledge:write',
    audit: 'source.update',
    schema: {
      tags,
      summary: 'Update a source',
      description:
        'Absent fields and absent rules stay as they are. Changes take effect with the next sync; `chunkTokens` for pages that change.',
      operationId: 'updateSource',
      params: SourceParams,
      body: Type.Object({
        ...Type.Partial(Type.Object(settingFields)).properties,
        ...connectionFields,
        credentials: Type.Optional(
          Type.Union([Credentials, Type.Null()], { description: 'Null removes the stored credentials' }),
        ),
      }),
      response: { 200: SourceView },
    },
    handler: async (request, _reply, record) => {
      const agent = await findAgentOf(agents, request);
      const source = await sources.require(agent, request.params.sourceId);
      const { rules, url, name, edits, s3, git, credentials, ...rest } = request.body;
      requireCredentials(source.kind, credentials);
      const settings = {
        ...source,
        ...rest,
        name: name?.trim() ?? source.name,
        connection: readConnection(source.kind, { s3, git }, source.connection),
        keepsEdits: edits === undefined ? source.keepsEdits : edits === 'keep',
        url: url === undefined ? source.url : sources.requireUrl(source.kind, url),
        rules: readRules(rules ?? {}, source.rules),
      };
      const changed = await write(async (tx) => {
        const now = await sources.change(tx, source, settings, credentials);
        await record(tx, {
          targetId: source.id,
          changes: {
            name: [source.name, now.name],
            url: [source.url, now.url],
            schedule: [source.schedule, now.schedule],
            // The values are secret.
            ...(credentials === undefined ? {} : { credentials: ['', credentials ? 'replaced' : 'removed'] }),
          },
        });
        return now;
      });
      return presentSource(await sources.figures(changed));
    },
  }),

  route({
    method: 'DELETE',
    url: `${path}/:sourceId`,
    permission: 'knowledge:write',
    audit: 'source.delete',
    schema: {
      tags,
      summary: 'Delete a source',
      description:
        'A running sync stops. With `documents=delete` its documents are deleted too. If that takes more than 10 seconds, it continues after the answer.',
      operationId: 'deleteSource',
      params: SourceParams,
      querystring: Type.Object({ documents: Type.Optional(oneOf(['keep', 'delete'], 'Default: keep')) }),
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request);
      const source = await sources.require(agent, request.params.sourceId);
      const { documents = 'keep' } = request.query;
      await write(async (tx) => {
        await sources.startDeletion(tx, source, documents);
        await record(tx, {
          targetId: source.id,
          changes: { name: [source.name, null], documents: [null, documents] },
        });
      });
      await sources.untilDeleted(source);
      return reply.status(204).send(null);
    },
  }),
];
