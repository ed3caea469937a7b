import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

interface ItemPlace {
  workspaceId: string;
  agentId: string;
  channel: string;
  day: number;
}

export interface DocumentChange extends ItemPlace {
  documentId: string;
  citations: number;
}

export interface ToolChange extends ItemPlace {
  tool: string;
  calls: number;
  failures: number;
}

const rowsAtOnce = 500;

const placeOf = ({ workspaceId, agentId, channel, day }: ItemPlace) => ({
  workspace_id: workspaceId,
  agent_id: agentId,
  channel,
  day,
});

/** Days of a row of analytics_document_blocks. */
export const blockDays = 16;

const addToBlocks = async (tx: Handle, changes: readonly DocumentChange[]): Promise<void> => {
  const sums = new Map<string, DocumentChange>();
  for (const change of changes) {
    const block = Math.floor(change.day / blockDays);
    const key = [change.workspaceId, change.agentId, block, change.documentId, change.channel].join('\n');
    const citations = (sums.get(key)?.citations ?? 0) + change.citations;
    sums.set(key, { ...change, day: block, citations });
  }
  const rows = [...sums.values()].map((sum) => ({
    workspace_id: sum.workspaceId,
    agent_id: sum.agentId,
    block: sum.day,
    document_id: sum.documentId,
    channel: sum.channel,
    citations: sum.citations,
  }));
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('analytics_document_blocks')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'agent_id', 'block', 'document_id', 'channel'])
          .doUpdateSet({ citations: sql`analytics_document_blocks.citations + excluded.citations` }),
      )
      .execute();
};

export const addToDocuments = async (tx: Handle, changes: readonly DocumentChange[]): Promise<void> => {
  await addToBlocks(tx, changes);
  const rows = changes.map((change) => ({
    ...placeOf(change),
    document_id: change.documentId,
    citations: change.citations,
  }));
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('analytics_documents')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'agent_id', 'document_id', 'day', 'channel'])
          .doUpdateSet({ citations: sql`analytics_documents.citations + excluded.citations` }),
      )
      .execute();
};

export const addToTools = async (tx: Handle, changes: readonly ToolChange[]): Promise<void> => {
  const rows = changes.map((change) => ({
    ...placeOf(change),
    tool: change.tool,
    calls: change.calls,
    failures: change.failures,
  }));
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('analytics_tools')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'agent_id', 'tool', 'day', 'channel']).doUpdateSet({
          calls: sql`analytics_tools.calls + excluded.calls`,
          failures: sql`analytics_tools.failures + excluded.failures`,
        }),
      )
      .execute();
};
