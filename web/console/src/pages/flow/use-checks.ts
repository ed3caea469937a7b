import { useEffect, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { FlowGraph } from '../../api/generated.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { type Problem, readProblem } from './graph/problems.ts';

const pauseMs = 350;

interface Checked {
  graph: FlowGraph;
  problems: Problem[];
}

/** What the service has to say about the graph, a moment after the last change. */
export const useChecks = (graph: FlowGraph) => {
  const { api: path } = useAgentScope();
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    const ending = new AbortController();
    const check = async (): Promise<void> => {
      try {
        const { problems } = await api.post(at(path, '/flow/check'), { graph }, { signal: ending.signal });
        setChecked({ graph, problems: problems.map(readProblem) });
      } catch {
        // Saving says what is wrong with the service; a check that did not come changes nothing.
      }
    };
    const timer = setTimeout(() => void check(), pauseMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [path, graph]);
  return { problems: checked?.problems ?? [], isChecked: checked?.graph === graph };
};
