import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconMessage2Check, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Correction } from '../../api/generated.ts';
import { forget } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { type AgentScope, useAgentScope } from '../../session/use-workspace.ts';
import { CorrectAnswerDialog } from './correct-answer-dialog.tsx';
import { CorrectionSettings } from './correction-settings.tsx';
import { CorrectionTable } from './correction-table.tsx';
import { ImportCorrections } from './import-corrections.tsx';
import { MatchTest } from './match-test.tsx';

const pageSize = 50;
const searchDelayMs = 250;
const orders = [
  { value: 'newest', label: 'corrections.order.newest' },
  { value: 'hits', label: 'corrections.order.hits' },
  { value: 'lastHit', label: 'corrections.order.lastHit' },
] as const satisfies readonly { value: string; label: LabelKey }[];

const SettingsOfAgent = ({ agent }: { agent: AgentScope }) => {
  const settings = useResource(agent.api);
  return (
    <ResourceView resource={settings}>
      {(data) => <CorrectionSettings key={data.version} agent={data} />}
    </ResourceView>
  );
};

const NoCorrections = ({ isFiltered, onNew }: { isFiltered: boolean; onNew: (() => void) | undefined }) => (
  <EmptyState
    icon={IconMessage2Check}
    title={t(isFiltered ? 'corrections.noMatch' : 'corrections.empty')}
    action={!isFiltered && onNew && <Button onClick={onNew}>{t('corrections.new')}</Button>}
  >
    {t(isFiltered ? 'corrections.noMatchHint' : 'corrections.emptyHint')}
  </EmptyState>
);

/** The corrected answers of an agent. */
const CorrectionsPage = () => {
  const agent = useAgentScope();
  const isAllowed = agent.can('knowledge:write');
  const [page, setPage] = usePage();
  const [search, setSearch] = useFilter('search');
  const [order, setOrder] = useFilter<(typeof orders)[number]['value']>('order');
  const [wanted] = useDebouncedValue(search, searchDelayMs);
  const [edited, setEdited] = useState<Correction | 'new'>();
  const [removed, setRemoved] = useState<Correction>();
  const path = at(agent.api, '/corrections');
  const corrections = useResource(path, {
    query: { search: wanted, order, offset: (page - 1) * pageSize, limit: pageSize },
  });
  return (
    <>
      <PageHeader title={t('corrections.title')} description={t('corrections.description')}>
        <Button
          component="a"
          variant="default"
          href={api.link(at(agent.api, '/corrections/export'))}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('corrections.export')}
        </Button>
        {isAllowed && <ImportCorrections />}
        {isAllowed && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            {t('corrections.new')}
          </Button>
        )}
      </PageHeader>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          {agent.can('agent:read') && <SettingsOfAgent agent={agent} />}
          <MatchTest />
        </SimpleGrid>
        <Group gap="sm" align="flex-end">
          <TextInput
            type="search"
            label={t('corrections.search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            maxLength={200}
            style={{ flex: '1 1 220px' }}
          />
          <NativeSelect
            label={t('corrections.order')}
            value={order || 'newest'}
            onChange={(event) =>
              setOrder(event.currentTarget.value === 'newest' ? '' : event.currentTarget.value)
            }
            data={orders.map(({ value, label }) => ({ value, label: t(label) }))}
          />
        </Group>
        <ResourceView resource={corrections}>
          {({ items, total }) => (
            <CorrectionTable
              corrections={items}
              paging={{ page, pageSize, total, onPage: setPage }}
              isRefreshing={corrections.isFetching}
              empty={
                <NoCorrections
                  isFiltered={wanted !== ''}
                  onNew={isAllowed ? () => setEdited('new') : undefined}
                />
              }
              onEdit={setEdited}
              onDelete={setRemoved}
            />
          )}
        </ResourceView>
      </Stack>
      {edited && (
        <CorrectAnswerDialog
          agentId={agent.id}
          question=""
          {...(edited === 'new' ? {} : { correction: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={t('corrections.delete')}
        onConfirm={async () => {
          await api.remove(at(agent.api, '/corrections/{correctionId}', { correctionId: removed!.id }));
          await forget(path);
        }}
      >
        {t('corrections.deleteHint', { question: removed?.question ?? '' })}
      </ConfirmDialog>
    </>
  );
};

export default CorrectionsPage;
