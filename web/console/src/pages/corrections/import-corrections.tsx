import { Alert, Button, Modal, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { CorrectionImport } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

const summaryOf = ({ added, replaced, unchanged }: CorrectionImport): string =>
  t('corrections.import.done', { added, replaced, unchanged });

/** The rows that were not stored. */
const ImportReport = ({ report, onClose }: { report: CorrectionImport; onClose(): void }) => (
  <Modal opened onClose={onClose} title={t('corrections.import.report')} size="lg">
    <Stack>
      <Text size="sm">{summaryOf(report)}</Text>
      <Alert color="yellow">
        <Text size="sm" fw={600} mb="xs">
          {t('corrections.import.problems', { count: report.problemCount })}
        </Text>
        <Table aria-label={t('corrections.import.report')} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('corrections.import.row')}</Table.Th>
              <Table.Th>{t('corrections.import.column')}</Table.Th>
              <Table.Th>{t('corrections.import.problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.problems.map(({ row, column, message }) => (
              <Table.Tr key={row}>
                <Table.Td>{row}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Alert>
    </Stack>
  </Modal>
);

/** Imports a CSV file and shows the rows that were not stored. */
export const ImportCorrections = () => {
  const agent = useAgentScope();
  const [report, setReport] = useState<CorrectionImport>();
  const load = useChange(
    async (file: File) => api.post(at(agent.api, '/corrections/import'), { csv: await file.text() }),
    {
      changes: [at(agent.api, '/corrections')],
      onDone: (imported) => {
        if (imported.problemCount > 0) setReport(imported);
        else notifications.show({ color: 'teal', message: summaryOf(imported) });
      },
    },
  );
  return (
    <>
      <ChooseFiles
        label={t('corrections.import.file')}
        accept=".csv,text/csv"
        onFiles={([file]) => file && load.mutate(file)}
      >
        {(open) => (
          <Button
            variant="default"
            leftSection={<IconTable size={16} aria-hidden />}
            loading={load.isPending}
            {...open}
          >
            {t('corrections.import')}
          </Button>
        )}
      </ChooseFiles>
      {report && <ImportReport report={report} onClose={() => setReport(undefined)} />}
    </>
  );
};
