import { Alert, Anchor, Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable, RecordImport, SheetPreview } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ChooseSheetFile } from './choose-sheet-file.tsx';
import { DateOrderSelect } from './date-order-select.tsx';
import { ImportProgress } from './import-progress.tsx';
import { PreviewSummary } from './preview-summary.tsx';
import { PreviewTable } from './preview-table.tsx';
import { RowProblems } from './row-problems.tsx';
import type { SheetFile } from './sheet-file.ts';
import { SheetOptions } from './sheet-options.tsx';
import { usePreview } from './use-preview.ts';
import { useSheetChoice } from './use-sheet-choice.ts';

interface ImportFileProps {
  table: AgentTable;
  onClose(): void;
}

type Mapping = SheetPreview['mapping'];

/** Each field has at most one column: mapping it to another column removes it from the first. */
const remapped = (mapping: Mapping, column: number, field: string | null): Mapping =>
  mapping.map((one, index) => (index === column ? field : one === field ? null : one));

const TemplateLink = ({ table }: { table: AgentTable }) => {
  const template = useMemo(() => {
    const header = `${table.fields.map(({ name }) => name).join(',')}\n`;
    return URL.createObjectURL(new Blob([header], { type: 'text/csv' }));
  }, [table]);
  return (
    <Anchor href={template} download={`${table.name}.csv`} size="sm">
      {t('tables.import.template')}
    </Anchor>
  );
};

interface ReviewProps {
  table: AgentTable;
  path: TableAddress;
  file: SheetFile;
  onStarted(started: RecordImport): void;
  onBack(): void;
}

/** The result of the import in advance, to confirm or to go back. */
const Review = ({ table, path, file, onStarted, onBack }: ReviewProps) => {
  const [mapping, setMapping] = useState<Mapping>();
  const choices = useSheetChoice(() => setMapping(undefined));
  const options = { ...choices.choice, ...(mapping ? { mapping } : {}) };
  const preview = usePreview<SheetPreview>({
    key: [path, options],
    file,
    load: (body, signal) => api.post(at(path, '/import/preview'), { ...body, ...options }, { signal }),
  });
  const start = useChange(
    (columns: Mapping) =>
      api.post(at(path, '/import'), {
        file: { name: file.name, content: file.content },
        ...choices.choice,
        mapping: columns,
      }),
    { onDone: onStarted, quiet: true },
  );
  const typeOf = (field: string | null | undefined) => table.fields.find(({ name }) => name === field)?.type;
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
          {(start.error ?? preview.error) && (
            <Alert color="red" role="alert">
              {(start.error ?? preview.error)!.message}
            </Alert>
          )}
          <SheetOptions preview={data} choices={choices} />
          <PreviewSummary file={file.name} preview={data} />
          <PreviewTable
            preview={data}
            names={table.fields.map(({ name }) => name)}
            renderColumn={({ index, header }) => (
              <Stack gap={4}>
                <NativeSelect
                  size="xs"
                  aria-label={t('tables.preview.fieldFor', { column: header })}
                  data={[
                    { value: '', label: t('tables.preview.skip') },
                    ...table.fields.map(({ name }) => name),
                  ]}
                  value={data.mapping[index] ?? ''}
                  onChange={(event) =>
                    setMapping(remapped(data.mapping, index, event.currentTarget.value || null))
                  }
                />
                {data.columns[index]?.needsDateOrder && typeOf(data.mapping[index]) === 'DATETIME' && (
                  <DateOrderSelect
                    column={header}
                    value={data.formats[index]?.dateOrder ?? null}
                    onChange={(order) => choices.setDateOrder(index, order)}
                  />
                )}
              </Stack>
            )}
          />
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

/** Imports an Excel or CSV file after a preview. */
export const ImportFile = ({ table, onClose }: ImportFileProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
  const [file, setFile] = useState<SheetFile>();
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
        <ChooseSheetFile onFile={setFile}>
          <TemplateLink table={table} />
        </ChooseSheetFile>
      )}
    </Modal>
  );
};
