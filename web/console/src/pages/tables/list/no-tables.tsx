import { Anchor, Button, Group } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { sampleCsv, sampleTable } from './sample-table.ts';

/** Nothing here yet: what a table is for, and one to begin with. */
export const NoTables = ({ onNew }: { onNew(): void }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const csv = useMemo(() => URL.createObjectURL(new Blob([sampleCsv], { type: 'text/csv' })), []);
  const make = useChange(
    async () => {
      const table = await api.post(at(agent.api, '/tables'), sampleTable);
      await api.post(at(agent.api, '/tables/{tableId}/import', { tableId: table.id }), { csv: sampleCsv });
      return table;
    },
    {
      changes: [at(agent.api, '/tables')],
      onDone: ({ id }) => navigate(`${agent.href}/tables/${id}`),
    },
  );
  if (!agent.can('table:write'))
    return (
      <EmptyState icon={IconTable} title="No tables yet">
        An editor of the workspace can add tables here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconTable}
      title="No tables yet"
      action={
        <Group gap="sm" justify="center">
          <Button onClick={onNew}>New table</Button>
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate(undefined)}>
            Try with a sample
          </Button>
          <Anchor href={csv} download="orders.csv" size="sm">
            Sample CSV
          </Anchor>
        </Group>
      }
    >
      Tables hold what changes: orders, bookings, stock. During a conversation the agent looks records up, and
      may add or change them if its settings allow. Make the fields first, then type rows in or import a CSV.
    </EmptyState>
  );
};
