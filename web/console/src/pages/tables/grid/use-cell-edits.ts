import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { messageOf } from '../../../api/api-error.ts';
import type { AgentTable, TableField, TableRecord } from '../../../api/generated.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import type { FoundRecords } from '../table/use-records.ts';
import { readCell, showCell } from './cell-value.ts';
import { problemsByField } from './problems-by-field.ts';

/** An edit that is being saved or was rejected. */
export interface CellEdit {
  text: string;
  isSaving: boolean;
  problem?: string;
}

const keyOf = (recordId: string, field: TableField): string => `${recordId} ${field.name}`;

/** Saves single cells. A rejected value stays in its cell with the reason until it is corrected or cancelled. */
export const useCellEdits = (table: AgentTable) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/tables/{tableId}/records', { tableId: table.id });
  const [edits, setEdits] = useState<Record<string, CellEdit | undefined>>({});
  const put = (key: string, edit: CellEdit | undefined): void =>
    setEdits((before) => ({ ...before, [key]: edit }));

  const commit = async (record: TableRecord, field: TableField, text: string): Promise<void> => {
    const key = keyOf(record.id, field);
    if (text === showCell(record.values[field.name])) return put(key, undefined);
    put(key, { text, isSaving: true });
    try {
      const values = { [field.name]: readCell(field.type, text) };
      const saved = await api.patch(at(path, '/{recordId}', { recordId: record.id }), { values });
      // Updates the record in place. Reloading could move its row away while the operator types.
      queryClient.setQueriesData<FoundRecords>(
        { queryKey: [path] },
        (list) => list && { ...list, items: list.items.map((one) => (one.id === saved.id ? saved : one)) },
      );
      put(key, undefined);
    } catch (error) {
      const message = messageOf(error);
      const { byField } = problemsByField(message, [field.name]);
      put(key, { text, isSaving: false, problem: byField[field.name] ?? message });
    }
  };

  return {
    of: (recordId: string, field: TableField): CellEdit | undefined => edits[keyOf(recordId, field)],
    drop: (recordId: string, field: TableField): void => put(keyOf(recordId, field), undefined),
    commit,
  };
};
