import { isUtf8 } from 'node:buffer';
import { type Agent, emptySecrets, secretHolders } from '../agents/index.ts';
import type { Files } from '../files/index.ts';
import type { Flows } from '../flows/index.ts';
import type { Knowledge } from '../knowledge/index.ts';
import { AppError } from '../lib/errors.ts';
import type { ModelConnections } from '../model-connections/index.ts';
import { isReference } from '../models/index.ts';
import type { Tables } from '../tables/index.ts';
import { type AgentFile, type FileBase, formatVersion, longestFileBytes } from './agent-file.ts';
import { createFileBudget, type FileBudget } from './file-budget.ts';
import type { AgentFileSection } from './section.ts';

export interface ExportDependencies {
  flows: Flows;
  tables: Tables;
  knowledge: Knowledge;
  files: Pick<Files, 'open' | 'read'>;
  modelConnections: ModelConnections;
  sections: readonly AgentFileSection[];
}

const everything = { offset: 0, limit: 1000 };
/** Base64 needs four characters for three bytes. */
const mostDocumentBytes = Math.floor((longestFileBytes * 0.9 * 3) / 4);

const tooLarge = (): AppError =>
  new AppError(
    'invalidParameter',
    `knowledge: an agent file contains documents of at most ${Math.floor(mostDocumentBytes / 2 ** 20)} MB in total; export the agent without its knowledge`,
  );

const contentOf = (bytes: Uint8Array) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
};

export const createExportAgent = (deps: ExportDependencies) => {
  const { flows, tables, knowledge, files, modelConnections, sections } = deps;

  const exportKnowledge = async (agent: Agent, budget: FileBudget): Promise<FileBase[]> => {
    let bytesLeft = mostDocumentBytes;
    const { bases } = await knowledge.bases.list(agent, everything);
    const exported: FileBase[] = [];
    for (const base of bases) {
      const { documents } = await knowledge.inspect.list(agent, { knowledgeBaseId: base.id }, everything);
      const contents: FileBase['documents'] = [];
      for (const document of documents) {
        const fileId = await knowledge.inspect.fileOf(document);
        const size = (await files.open(fileId))?.sizeBytes ?? 0;
        bytesLeft -= size;
        if (bytesLeft < 0) throw tooLarge();
        const { id, name, sourceUrl } = document;
        const exported = {
          id,
          name,
          ...(sourceUrl ? { sourceUrl } : {}),
          ...contentOf(await files.read(fileId)),
        };
        budget.take(exported);
        contents.push(exported);
      }
      exported.push({ id: base.id, name: base.name, description: base.description, documents: contents });
    }
    return exported;
  };

  const exportTables = async (agent: Agent): Promise<AgentFile['tables']> =>
    (await tables.list(agent.id, everything)).tables.map(({ id, name, description, ownerField, fields }) => ({
      id,
      name,
      description,
      ownerField,
      fields: fields.map(({ fieldNo: _fieldNo, ...field }) => field),
    }));

  const exportFlow = async (agent: Agent): Promise<AgentFile['flow']> => {
    const flow = agent.kind === 'flow' ? await flows.find(agent.id) : undefined;
    if (!flow) return undefined;
    const published = await flows.published(agent.id);
    return { draft: flow.draft, ...(published ? { published: published.graph } : {}) };
  };

  /** IDs of connections mean nothing elsewhere, so that their names are part of the file. */
  const namesOfConnections = async ({ workspaceId, settings }: Agent): Promise<Record<string, string>> => {
    const used = [settings.model, settings.fallbackModel].flatMap((model) =>
      model !== null && isReference(model) ? [model.connectionId] : [],
    );
    const connections = await modelConnections.list(workspaceId);
    return Object.fromEntries(
      connections.filter(({ id }) => used.includes(id)).map(({ id, name }) => [id, name]),
    );
  };

  /** The agent with its flow, tables and sections; no secrets, no API keys, no data of users. */
  return async (agent: Agent, { hasKnowledge }: { hasKnowledge: boolean }): Promise<AgentFile> => {
    const secrets = secretHolders(structuredClone(agent.settings)).flatMap((holder) =>
      holder.secrets.map(({ path }) => path),
    );
    const budget = createFileBudget();
    const flow = await exportFlow(agent);
    const definitions = (await exportTables(agent)) ?? [];
    budget.take([agent.settings, flow, definitions]);
    const parts: Record<string, unknown> = {};
    for (const section of sections) {
      const value = await section.export(agent, budget);
      if (value !== undefined) parts[section.name] = value;
    }
    return {
      format: 'frontdesk-agent',
      formatVersion,
      agent: {
        name: agent.name,
        kind: agent.kind,
        settings: emptySecrets(agent.settings) as unknown as Record<string, unknown>,
      },
      secrets: [...new Set(secrets)],
      connections: await namesOfConnections(agent),
      ...(flow ? { flow } : {}),
      tables: definitions,
      ...(hasKnowledge ? { knowledge: await exportKnowledge(agent, budget) } : {}),
      sections: parts,
    };
  };
};
