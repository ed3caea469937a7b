import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconListCheck, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { TestCase, TestSet } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { labelOf } from '../../lib/label-of.ts';
import { usePage } from '../../lib/use-page.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { CaseDialog } from './case-dialog.tsx';
import { expectationLabels } from './evaluation-labels.ts';

const pageSize = 25;
const exports = [
  ['csv', 'evaluation.case.exportCsv'],
  ['jsonl', 'evaluation.case.exportJsonl'],
] as const;

/** The cases of a set, with import and export. */
export const CaseList = ({ set }: { set: TestSet }) => {
  const agent = useAgentScope();
  const mayWrite = agent.can('agent:write');
  const [page, setPage] = usePage();
  const [edited, setEdited] = useState<TestCase | 'new'>();
  const [deleted, setDeleted] = useState<TestCase>();
  const sets = at(agent.api, '/test-sets');
  const own = at(sets, '/{setId}', { setId: set.id });
  const path = at(own, '/cases');
  const cases = useResource(path, { query: { page, pageSize } });
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('evaluation.case.new')}
    </Button>
  );
  const importFile = useChange(
    async (file: File) =>
      api.post(at(own, '/import'), {
        format: /\.jsonl?$/i.test(file.name) ? 'jsonl' : 'csv',
        content: await file.text(),
      }),
    { changes: [sets], done: ({ imported }) => t('evaluation.case.imported', { count: imported }) },
  );
  const columns: Column<TestCase>[] = [
    {
      key: 'case',
      header: t('evaluation.case.case'),
      width: '55%',
      render: (one) => (
        <Stack gap={0} align="flex-start">
          {mayWrite ? (
            <Anchor
              component="button"
              size="sm"
              fw={550}
              c="inherit"
              ta="left"
              onClick={() => setEdited(one)}
            >
              <Text span inherit lineClamp={2}>
                {one.label}
              </Text>
            </Anchor>
          ) : (
            <Text size="sm" fw={550} lineClamp={2}>
              {one.label}
            </Text>
          )}
          {one.turns.some(({ files }) => files.length > 0) && (
            <Text size="xs" c="dimmed">
              {t('evaluation.case.files', { count: one.turns.flatMap(({ files }) => files).length })}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'expectations',
      header: t('evaluation.case.expectations'),
      render: ({ expectations }) => (
        <Text size="sm" c={expectations.length === 0 ? 'dimmed' : undefined}>
          {expectations.map(({ type }) => labelOf(expectationLabels, type)).join(', ') ||
            t('evaluation.case.none')}
        </Text>
      ),
    },
    ...(mayWrite
      ? [
          {
            key: 'delete',
            header: t('evaluation.case.delete'),
            isHeaderHidden: true,
            align: 'right' as const,
            render: (one: TestCase) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${t('evaluation.case.delete')}: ${one.label}`}
                onClick={() => setDeleted(one)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Group mb="md" justify="flex-end">
        {exports.map(([format, label]) => (
          <Button
            key={format}
            component="a"
            variant="default"
            href={api.link(at(own, '/export'), { format })}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t(label)}
          </Button>
        ))}
        {mayWrite && (
          <ChooseFiles
            label={t('evaluation.case.importFile')}
            accept=".csv,.jsonl"
            onFiles={([file]) => file && importFile.mutate(file)}
          >
            {(open) => (
              <Button
                {...open}
                variant="default"
                loading={importFile.isPending}
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                {t('evaluation.case.import')}
              </Button>
            )}
          </ChooseFiles>
        )}
        {add}
      </Group>
      <ResourceView resource={cases}>
        {({ items, total }) => (
          <DataTable
            label={t('evaluation.tab.cases')}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconListCheck} title={t('evaluation.case.empty')} action={add}>
                {t('evaluation.case.emptyText')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {edited && (
        <CaseDialog
          setId={set.id}
          testCase={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={t('evaluation.case.delete')}
        onConfirm={async () => {
          await api.remove(at(path, '/{caseId}', { caseId: deleted!.id }));
          await forget(sets);
        }}
      >
        {t('evaluation.case.deleteText')}
      </ConfirmDialog>
    </>
  );
};
