import { useMemo } from 'react';
import { at } from '../../../api/address.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useEditor } from '../editor-context.ts';
import { type KnownVariable, knownVariables } from '../graph/variables.ts';

export const useTables = (): AgentTable[] => {
  const { api } = useAgentScope();
  return useResource(at(api, '/tables'), { query: { pageSize: 100 } }).data?.items ?? [];
};

/** The variables that a template of the flow can use. */
export const useKnownVariables = (): KnownVariable[] => {
  const { graph } = useEditor();
  const tables = useTables();
  return useMemo(
    () =>
      knownVariables(
        graph,
        (name) =>
          tables
            .find((table) => table.name === name || table.id === name)
            ?.fields.map((field) => field.name) ?? [],
      ),
    [graph, tables],
  );
};
