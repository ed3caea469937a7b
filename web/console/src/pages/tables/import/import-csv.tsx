import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable, RecordImport } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { rich } from '../../../messages/rich.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { decodeText } from './decode-text.ts';
import { ImportProgress } from './import-progress.tsx';
import { PreviewTable } from './preview-table.tsx';
import { RowProblems } from './row-problems.tsx';
import { type CsvFile, useCsvPreview } from './use-csv-preview.ts';

interface ImportCsvProps {
  table: AgentTable;
  onClose(): void;
}

const ChooseFile = ({ table, onFile }: { table: AgentTable; onFile(file: CsvFile): void }) => {
  const template = useMemo(() => {
    const header = `${table.fields.map(({ name }) => name).join(',')}\n`;
    return URL.createObjectURL(new Blob([header], { type: 'text/csv' }));
  }, [table]);
  const read = async (file: File): Promise<void> => {
    const text = decodeText(new Uint8Array(await file.arrayBuffer()));
    onFile({ name: file.name, text, chosenAtMs: Date.now() });
  };
  return (
    <Stack align="flex-start">
      <Text size="sm">{t('tables.import.hint')}</Text>
      <Group>
        <ChooseFiles
          label={t('tables.import.file')}
          accept=".csv,.tsv,.txt,text/csv"
          onFiles={([file]) => file && void read(file)}
        >
          {(open) => (
            <Button leftSection={<IconUpload size={16} aria-hidden />} {...open} data-autofocus>
              {t('tables.import.choose')}
            </Button>
          )}
        </ChooseFiles>
        <Anchor href={template} download={`${table.name}.csv`} size="sm">
          {t('tables.import.template')}
        </Anchor>
      </Group>
    </Stack>
  );
};

interface ReviewProps {
  table: AgentTable;
  path: TableAddress;
  file: CsvFile;
  onStarted(started: RecordImport): void;
  onBack(): void;
}

/** The result of the import in advance, to confirm or to go back. */
const Review = ({ table, path, file, onStarted, onBack }: ReviewProps) => {
  const [mapping, setMapping] = useState<(string | null)[]>();
  const preview = useCsvPreview(path, file, mapping);
  const start = useChange(
    (columns: (string | null)[]) => api.post(at(path, '/import'), { csv: file.text, mapping: columns }),
    { onDone: onStarted, quiet: true },
  );
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('tables.import.another')}
    </Button>
  );
  if (preview.error && !preview.data)
    return (
      <Stack align="flex-start">
        <ErrorState error={preview.error} />
        {back}
      </Stack>
    );
  return (
    <ResourceView resource={preview} bars={4}>
      {(data) => (
        <Stack aria-busy={preview.isFetching}>
          {start.error && (
            <Alert color="red" role="alert">
              {start.error.message}
            </Alert>
          )}
          <Text size="sm" role="status">
            {rich('tables.import.valid', {
              b: (text) => <b>{text}</b>,
              file: file.name,
              valid: data.goodRows,
              total: data.totalRows,
            })}
          </Text>
          {data.rows.length < data.totalRows && (
            <Text size="xs" c="dimmed">
              {t('tables.import.firstShown', { count: data.rows.length })}
            </Text>
          )}
          <PreviewTable table={table} preview={data} onMapping={setMapping} />
          <RowProblems
            title={t('tables.import.invalidRows')}
            problems={data.problems}
            total={data.totalRows - data.goodRows}
          />
          <Group justify="flex-end">
            {back}
            <Button
              loading={start.isPending}
              disabled={data.goodRows === 0 || preview.isFetching}
              onClick={() => start.mutate(data.mapping)}
            >
              {t('tables.import.start', { count: data.goodRows })}
            </Button>
          </Group>
        </Stack>
      )}
    </ResourceView>
  );
};

/** Imports a CSV file after a preview. */
export const ImportCsv = ({ table, onClose }: ImportCsvProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
  const [file, setFile] = useState<CsvFile>();
  const [started, setStarted] = useState<RecordImport>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tables.import.title', { table: table.name })}
      size={file ? '70rem' : 'lg'}
    >
      {started ? (
        <ImportProgress path={path} importId={started.id} onClose={onClose} />
      ) : file ? (
        <Review
          key={file.chosenAtMs}
          table={table}
          path={path}
          file={file}
          onStarted={setStarted}
          onBack={() => setFile(undefined)}
        />
      ) : (
        <ChooseFile table={table} onFile={setFile} />
      )}
    </Modal>
  );
};
