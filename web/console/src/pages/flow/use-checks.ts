import { useEffect, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { FlowGraph } from '../../api/generated.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { type Problem, readProblem } from './graph/problems.ts';

const debounceMs = 350;

interface Checked {
  graph: FlowGraph;
  problems: Problem[];
}

/** Validates the graph on the server, shortly after the last change. */
export const useChecks = (graph: FlowGraph) => {
  const { api: path } = useAgentScope();
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    const controller = new AbortController();
    const check = async (): Promise<void> => {
      try {
        const { problems } = await api.post(
          at(path, '/flow/check'),
          { graph },
          { signal: controller.signal },
        );
        setChecked({ graph, problems: problems.map(readProblem) });
      } catch {
        // Ignored: if the service fails, saving shows the error.
      }
    };
    const timer = setTimeout(() => void check(), debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, graph]);
  return { problems: checked?.problems ?? [], isChecked: checked?.graph === graph };
};
