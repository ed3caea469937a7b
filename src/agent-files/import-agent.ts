import type { Agent, AgentSettings, Agents, SavedBy } from '../agents/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { FlowGraph, Flows } from '../flows/index.ts';
import type { Knowledge } from '../knowledge/index.ts';
import { knowledgeKindOfName } from '../lib/file-formats/index.ts';
import type { ModelConnections } from '../model-connections/index.ts';
import type { Tables } from '../tables/index.ts';
import type { AgentFile, FileBase, FileTable } from './agent-file.ts';
import { type CheckedFile, checkContent } from './check-content.ts';
import { mapGraph, mapSettings, type NewIds } from './map-references.ts';
import type { AgentFileSection } from './section.ts';
import { withKnownModels } from './with-known-models.ts';

export interface ImportDependencies {
  db: Database;
  agents: Agents;
  flows: Flows;
  tables: Tables;
  knowledge: Knowledge;
  modelConnections: ModelConnections;
  sections: readonly AgentFileSection[];
}

/** What the callers of an import provide. */
export interface ImportInput {
  workspaceId: string;
  file: AgentFile;
  /** Default: the name in the file. */
  name?: string | undefined;
  saved: SavedBy;
  creator: { id: string; email: string };
  /** The complete, valid settings. An error names the field. */
  readSettings(workspaceId: string, settings: object): Promise<AgentSettings>;
  /** Why the flow cannot be published for this agent. */
  findFlowProblems(agent: Agent, graph: FlowGraph): Promise<string[]>;
  /** In the transaction in which the agent becomes visible. */
  alsoIn(tx: Handle, agent: Agent): Promise<void>;
}

export interface ImportedAgent {
  agent: Agent;
  /** Fields whose secrets must be entered. */
  secrets: string[];
  warnings: string[];
}

const documentCutting = { chunkTokens: 600, splitter: '', headerRows: 1 };

export const createImportAgent = (deps: ImportDependencies) => {
  const { db, agents, flows, tables, knowledge } = deps;

  const addTables = async (agent: Agent, given: readonly FileTable[], ownerId: string) => {
    const ids = new Map<string, string>();
    for (const { id = '', ownerField, records = [], ...definition } of given) {
      const tableId = await tables.create({ agent, ownerId, definition, ownerField: ownerField ?? null });
      ids.set(id, tableId);
      const table = await tables.require(agent, tableId);
      for (const record of records) await tables.insert(table, record);
    }
    return ids;
  };

  const addBase = async (agent: Agent, { name, description = '' }: FileBase): Promise<string> => {
    const existing = (await knowledge.bases.list(agent, { offset: 0, limit: 1000 })).bases;
    const known = existing.find((base) => base.name === name);
    if (known) return known.id;
    return (await db.transaction((tx) => knowledge.bases.create(tx, { agent, name, description }))).id;
  };

  /** Documents are read in the background. One that is refused is a warning. */
  const addKnowledge = async (
    agent: Agent,
    given: readonly FileBase[],
    { creator, warnings }: { creator: ImportInput['creator']; warnings: string[] },
  ) => {
    const [bases, documents] = [new Map<string, string>(), new Map<string, string>()];
    for (const base of given) {
      const knowledgeBaseId = await addBase(agent, base);
      if (base.id) bases.set(base.id, knowledgeBaseId);
      for (const { id, name, sourceUrl = '', text, base64 = '' } of base.documents) {
        const bytes = text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text);
        const added = await knowledge.documents.add({
          agent,
          creator,
          knowledgeBaseId,
          kind: knowledgeKindOfName(name),
          files: [{ name, sourceUrl, source: { bytes } }],
          cutting: documentCutting,
          idempotencyKey: undefined,
        });
        const [document] = added.documents;
        if (document && id) documents.set(id, document.id);
        if (!document) warnings.push(`knowledge: ${name} was refused: ${added.reasons[0] ?? ''}`);
      }
    }
    return { bases, documents };
  };

  const addFlow = async (
    tx: Handle,
    agent: Agent,
    {
      flow,
      ids,
      input,
      warnings,
    }: { flow: CheckedFile['flow']; ids: NewIds; input: ImportInput; warnings: string[] },
  ): Promise<void> => {
    if (!flow) return;
    // Saved first, because publishing makes the draft a version.
    const graphs = flow.published ? [flow.published, flow.draft] : [flow.draft];
    for (const [revision, graph] of graphs.entries()) {
      const mapped = mapGraph(graph, ids, revision === 0 ? warnings : []);
      const saved = await flows.save(tx, { agentId: agent.id, revision, graph: mapped });
      if (revision === 0 && flow.published && flow.problems.length === 0)
        await flows.publish(tx, {
          agentId: agent.id,
          revision: saved.revision,
          note: input.saved.note ?? '',
          by: input.saved.by,
        });
    }
    if (flow.published && flow.problems.length > 0)
      warnings.push(`flow: it was not published: ${flow.problems.slice(0, 3).join('; ')}`);
  };

  /**
   * The agent is hidden until everything is stored. A failed or interrupted import leaves nothing that anybody can see:
   * its rows belong to an agent that does not exist.
   */
  return async (input: ImportInput): Promise<ImportedAgent> => {
    const { file, workspaceId, saved, creator } = input;
    const warnings: string[] = [];
    const known = await withKnownModels(deps.modelConnections, { workspaceId, file, warnings });
    const settings = await input.readSettings(workspaceId, known);
    const checked = checkContent(file, deps.sections);
    warnings.push(...checked.warnings);
    const { knowledge: wanted, tables: wantedTables } = settings;
    const hidden = await db.transaction((tx) =>
      agents.create(
        tx,
        {
          workspaceId,
          name: input.name ?? file.agent.name,
          kind: file.agent.kind,
          settings: {
            ...settings,
            knowledge: { ...wanted, groupIds: null, dataIds: null },
            tables: { ...wantedTables, tableIds: null },
          },
        },
        saved,
        { isHidden: true },
      ),
    );
    try {
      const tableIds = await addTables(hidden, file.tables ?? [], creator.id);
      const sources = await addKnowledge(hidden, file.knowledge ?? [], { creator, warnings });
      const names = (file.tables ?? []).flatMap(({ id, name }): [string, string][] =>
        id ? [[id, name]] : [],
      );
      const ids = { tables: tableIds, tableNames: new Map(names), ...sources };
      const mapped = mapSettings(settings, ids, warnings);
      for (const { section, content } of checked.sections)
        warnings.push(...(await section.import(hidden, content, creator.email)));
      const flow = checked.flow && {
        ...checked.flow,
        problems: checked.flow.published
          ? await input.findFlowProblems(hidden, mapGraph(checked.flow.published, ids, []))
          : [],
      };
      const agent = await db.transaction(async (tx) => {
        await addFlow(tx, hidden, { flow, ids, input, warnings });
        const revealed = await agents.reveal(tx, hidden);
        const isRestricted =
          mapped.knowledge.groupIds !== null ||
          mapped.knowledge.dataIds !== null ||
          mapped.tables.tableIds !== null;
        const changed = isRestricted
          ? await agents.update(tx, revealed, { settings: { ...revealed.settings, ...mapped } }, saved)
          : revealed;
        await input.alsoIn(tx, changed);
        return changed;
      });
      await db.durable();
      return { agent, secrets: file.secrets ?? [], warnings };
    } catch (error) {
      await db.transaction((tx) => agents.abandon(tx, hidden.id));
      throw error;
    }
  };
};
