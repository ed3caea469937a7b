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

const noProblems: Problem[] = [];

/** Validates the graph on the server, shortly after the last change. */
export const useChecks = (graph: FlowGraph) => {
  const { api: path } = useAgentScope();
  const [checked, setChecked] = useState<Checked>();
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` checks the same graph again
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
  }, [path, graph, count]);
  return {
    problems: checked?.problems ?? noProblems,
    isChecked: checked?.graph === graph,
    /** For a change outside of the flow, such as a deleted table. */
    checkAgain: () => setCount((before) => before + 1),
  };
};
