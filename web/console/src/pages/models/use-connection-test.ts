import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { accessOf, type ConnectionDraft, type ModelDraft } from './connection-draft.ts';
import type { ModelTestState } from './model-rows.tsx';

/** Sends a test message to a model of a connection as entered in the form. */
export const useConnectionTest = (draft: ConnectionDraft, connectionId?: string): ModelTestState => {
  const workspace = useWorkspace();
  const [rowId, setRowId] = useState<number>();
  const { mutate, isPending, data, error } = useChange(
    (model: ModelDraft) =>
      api.post(at(workspace.api, '/model-connections/test'), {
        ...accessOf(draft),
        connectionId,
        model: model.name.trim(),
      }),
    { quiet: true },
  );
  return {
    rowId,
    isPending,
    result: data,
    error,
    start: (model) => {
      setRowId(model.id);
      mutate(model);
    },
  };
};
