import { Anchor, Button, Group } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { sampleCsv, sampleTable, sampleTableName } from './sample-table.ts';

/** Explains tables and offers a sample. */
export const NoTables = ({ onNew, onImport }: { onNew(): void; onImport(): void }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const csv = useMemo(() => URL.createObjectURL(new Blob([sampleCsv()], { type: 'text/csv' })), []);
  const create = useChange(
    async () => {
      const table = await api.post(at(agent.api, '/tables'), sampleTable());
      await api.post(at(agent.api, '/tables/{tableId}/import', { tableId: table.id }), { csv: sampleCsv() });
      return table;
    },
    {
      changes: [at(agent.api, '/tables')],
      onDone: ({ id }) => navigate(`${agent.href}/tables/${id}`),
    },
  );
  if (!agent.can('table:write'))
    return (
      <EmptyState icon={IconTable} title={t('tables.empty.title')}>
        {t('tables.empty.viewer')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconTable}
      title={t('tables.empty.title')}
      action={
        <Group gap="sm" justify="center">
          <Button onClick={onNew}>{t('tables.new')}</Button>
          <Button variant="default" onClick={onImport}>
            {t('tables.newFile')}
          </Button>
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate(undefined)}>
            {t('tables.empty.createSample')}
          </Button>
          <Anchor href={csv} download={`${sampleTableName}.csv`} size="sm">
            {t('tables.empty.sampleCsv')}
          </Anchor>
        </Group>
      }
    >
      {t('tables.empty.text')}
    </EmptyState>
  );
};
