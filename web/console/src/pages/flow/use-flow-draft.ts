import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Flow, FlowGraph } from '../../api/generated.ts';
import { forget } from '../../api/use-change.ts';
import { isSame } from '../../lib/is-same.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { keptDrafts, type Positions } from './graph/kept-drafts.ts';
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
  const kept = keptDrafts.read(agentId);
  const isKept = kept !== undefined && !isSame(kept.graph, saved.graph);
  return {
    isKept,
    graph: isKept ? kept.graph : first,
    // A kept draft goes on from what it was made from, so that saving tells of what was saved in between.
    saved: isKept ? { ...saved, revision: kept.revision } : saved,
  };
};

/** The drawing, what of it is saved, and what to do when somebody else saved too. */
export const useFlowDraft = (flow: Flow, first: FlowGraph) => {
  const { id: agentId, api: path } = useAgentScope();
  const [start] = useState(() => begin(agentId, { graph: flow.draft, revision: flow.revision }, first));
  const [saved, setSaved] = useState<Saved>(start.saved);
  const [isRestored, setIsRestored] = useState(start.isKept);
  const [failure, setFailure] = useState<ApiError>();
  const [isSaving, setIsSaving] = useState(false);
  const history = useHistory<Drawing>(() => ({
    graph: start.graph,
    positions: keptDrafts.readPositions(agentId),
  }));
  const { graph, positions } = history.value;
  const isDirty = useMemo(() => !isSame(graph, saved.graph), [graph, saved.graph]);
  useKeeping(agentId, { graph, positions, revision: saved.revision, isDirty });

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

  /** The revision that is now the draft's, or undefined where it could not be saved. */
  const save = async (revision = saved.revision): Promise<number | undefined> => {
    if (!isDirty) return saved.revision;
    const now = await write(() => api.put(at(path, '/flow'), { revision, graph }), graph);
    if (now) notifications.show({ color: 'teal', message: 'Draft saved' });
    return now?.revision;
  };

  /** What the service has, in place of what is drawn here. */
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
    forgive: () => setFailure(undefined),
  };
};

interface Kept extends Drawing {
  revision: number;
  isDirty: boolean;
}

const useKeeping = (agentId: string, { graph, positions, revision, isDirty }: Kept): void => {
  useEffect(() => keptDrafts.writePositions(agentId, positions), [agentId, positions]);
  useEffect(
    () => keptDrafts.write(agentId, isDirty ? { graph, revision } : undefined),
    [agentId, graph, revision, isDirty],
  );
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useEffect(
    () => () => {
      if (latest.current)
        notifications.show({
          color: 'blue',
          message: 'The flow is not saved. What you drew is kept in this browser until you come back to it.',
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
