import { Button } from '@mantine/core';
import { IconAdjustments, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { TableSettings } from './table-settings.tsx';

export const TableActions = ({
  table,
  keyword,
  onImport,
  onAdd,
}: {
  table: AgentTable;
  keyword: string;
  onImport(): void;
  onAdd(): void;
}) => {
  const agent = useAgentScope();
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  const mayWrite = agent.can('table:write');
  return (
    <>
      <Button
        component="a"
        href={api.link(at(agent.api, '/tables/{tableId}/export', { tableId: table.id }), { keyword })}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {keyword === '' ? t('tables.export.all') : t('tables.export.found')}
      </Button>
      {mayWrite && (
        <>
          <Button variant="default" leftSection={<IconFileImport size={16} aria-hidden />} onClick={onImport}>
            {t('tables.importFile')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconAdjustments size={16} aria-hidden />}
            onClick={() => setIsSettingsOpen(true)}
          >
            {t('tables.settings.button')}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            {t('tables.addRecord')}
          </Button>
        </>
      )}
      {isSettingsOpen && <TableSettings table={table} onClose={() => setIsSettingsOpen(false)} />}
    </>
  );
};
