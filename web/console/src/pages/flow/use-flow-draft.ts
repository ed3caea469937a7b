import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Flow, FlowGraph } from '../../api/generated.ts';
import { forget } from '../../api/use-change.ts';
import { isSame } from '../../lib/is-same.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { type Positions, storedDrafts } from './graph/stored-drafts.ts';
import { useHistory } from './use-history.ts';

export interface Drawing {
  graph: FlowGraph;
  positions: Positions;
}

interface Saved {
  graph: FlowGraph | null;
  revision: number;
}

const begin = (agentId: string, saved: Saved, first: FlowGraph) => {
  const stored = storedDrafts.read(agentId);
  const isRestored = stored !== undefined && !isSame(stored.graph, saved.graph);
  return {
    isRestored,
    graph: isRestored ? stored.graph : first,
    // With the revision that the stored draft is based on, saving detects changes that were saved in between.
    saved: isRestored ? { ...saved, revision: stored.revision } : saved,
  };
};

/** The draft with undo and redo, saving it, and conflicts with changes by other operators. */
export const useFlowDraft = (flow: Flow, first: FlowGraph) => {
  const { id: agentId, api: path } = useAgentScope();
  const [start] = useState(() => begin(agentId, { graph: flow.draft, revision: flow.revision }, first));
  const [saved, setSaved] = useState<Saved>(start.saved);
  const [isRestored, setIsRestored] = useState(start.isRestored);
  const [failure, setFailure] = useState<ApiError>();
  const [isSaving, setIsSaving] = useState(false);
  const history = useHistory<Drawing>(() => ({
    graph: start.graph,
    positions: storedDrafts.readPositions(agentId),
  }));
  const { graph, positions } = history.value;
  const isDirty = useMemo(() => !isSame(graph, saved.graph), [graph, saved.graph]);
  useUnsavedDraft(agentId, { graph, positions, revision: saved.revision, isDirty });

  const write = useCallback(
    async (call: () => Promise<Flow>, what: FlowGraph | undefined): Promise<Flow | undefined> => {
      setIsSaving(true);
      setFailure(undefined);
      try {
        const now = await call();
        setSaved({ graph: what ?? now.draft, revision: now.revision });
        setIsRestored(false);
        await forget(at(path, '/flow'));
        return now;
      } catch (error) {
        setFailure(error instanceof ApiError ? error : new ApiError(0, String(error)));
        return undefined;
      } finally {
        setIsSaving(false);
      }
    },
    [path],
  );

  /** Returns the revision of the saved draft, or undefined if it could not be saved. */
  const save = async (revision = saved.revision): Promise<number | undefined> => {
    if (!isDirty) return saved.revision;
    const now = await write(() => api.put(at(path, '/flow'), { revision, graph }), graph);
    if (now) notifications.show({ color: 'teal', message: t('flow.saved') });
    return now?.revision;
  };

  /** Replaces the draft in the editor with the saved one. */
  const load = useCallback(
    ({ draft, revision }: Flow): void => {
      setSaved({ graph: draft, revision });
      setFailure(undefined);
      setIsRestored(false);
      history.change((before) => ({ ...before, graph: draft ?? first }));
    },
    [history.change, first],
  );

  const reload = async (): Promise<void> => load(await api.get(at(path, '/flow')));
  const overwrite = async (): Promise<void> => {
    const { revision } = await api.get(at(path, '/flow'));
    await save(revision);
  };
  return {
    history,
    graph,
    positions,
    isDirty,
    isSaving,
    isRestored,
    failure,
    saved,
    save,
    load,
    reload,
    overwrite,
    write,
    clearFailure: () => setFailure(undefined),
  };
};

interface UnsavedDraft extends Drawing {
  revision: number;
  isDirty: boolean;
}

/** Stores unsaved changes in the browser, and warns before they are left. */
const useUnsavedDraft = (agentId: string, { graph, positions, revision, isDirty }: UnsavedDraft): void => {
  useEffect(() => storedDrafts.writePositions(agentId, positions), [agentId, positions]);
  useEffect(
    () => storedDrafts.write(agentId, isDirty ? { graph, revision } : undefined),
    [agentId, graph, revision, isDirty],
  );
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useEffect(
    () => () => {
      if (latest.current)
        notifications.show({
          color: 'blue',
          message: t('flow.keptOnLeave'),
        });
    },
    [],
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
};
