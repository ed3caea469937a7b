import { Button, Checkbox, Group, NativeSelect, Paper, Select, SimpleGrid } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { activeLocale, t } from '../../../messages/translate.ts';
import { type AgentScope, useAgentScopeIfAny, useWorkspace } from '../../../session/use-workspace.ts';
import { ToolChoice } from './tool-choice.tsx';
import { type FilterName, type ListFilters, roundFilterNames } from './use-list-filters.ts';

interface Option {
  value: string;
  label: string;
}

const all = (): Option => ({ value: '', label: t('common.all') });

const qualityOptions = (): Option[] => [
  all(),
  { value: 'FULLY_RESOLVED', label: t('conversations.rating.good') },
  { value: 'PARTIALLY_RESOLVED', label: t('conversations.rating.partial') },
  { value: 'UNRESOLVED', label: t('conversations.rating.bad') },
  { value: 'NONE', label: t('conversations.rating.none') },
];

const feedbackOptions = (): Option[] => [
  all(),
  { value: 'GOOD', label: t('conversations.feedback.good') },
  { value: 'BAD', label: t('conversations.feedback.bad') },
  { value: 'NONE', label: t('conversations.feedback.none') },
];

/** Languages that the service tells apart. */
const languages =
  'ar bg cs da de el en es fa fi fr he hi hr hu hy id it ja ko ne nl no pl pt ro ru sr sv ta th tr uk ur vi zh'.split(
    ' ',
  );

const languageOptions = (): Option[] => {
  const names = new Intl.DisplayNames([activeLocale()], { type: 'language' });
  const options = languages.map((value) => ({ value, label: names.of(value) ?? value }));
  return [all(), ...options.toSorted((a, b) => a.label.localeCompare(b.label, activeLocale()))];
};

interface ChoiceProps {
  filters: ListFilters;
  name: FilterName;
  label: string;
  data: Option[];
}

const Choice = ({ filters, name, label, data }: ChoiceProps) => (
  <NativeSelect
    label={label}
    data={data}
    value={filters.read(name)}
    onChange={(event) => filters.setValue(name, event.currentTarget.value)}
  />
);

const Flag = ({ filters, name, label }: Omit<ChoiceProps, 'data'>) => (
  <Checkbox
    label={label}
    checked={filters.read(name) === 'yes'}
    onChange={(event) => filters.setValue(name, event.currentTarget.checked ? 'yes' : '')}
  />
);

const LabelChoice = ({ filters }: { filters: ListFilters }) => {
  const labels = useResource(at(useWorkspace().api, '/inbox/labels'));
  const options = (labels.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Choice
      filters={filters}
      name="label"
      label={t('conversations.filter.label')}
      data={[all(), ...options]}
    />
  );
};

const mostDocuments = 20;

/** Searches documents of an agent by name. A document that was deleted is shown by its ID. */
const DocumentOfAgent = ({ filters, agent }: { filters: ListFilters; agent: AgentScope }) => {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), 250);
  const value = filters.read('document');
  const found = useResource(at(agent.api, '/documents'), { query: { name, pageSize: mostDocuments } });
  const options = (found.data?.items ?? []).map((document) => ({ value: document.id, label: document.name }));
  const data =
    value === '' || options.some((option) => option.value === value)
      ? options
      : [...options, { value, label: value }];
  return (
    <Select
      label={t('conversations.filter.document')}
      placeholder={t('common.all')}
      searchable
      clearable
      data={data}
      value={value || null}
      onChange={(next) => filters.setValue('document', next ?? '')}
      onSearchChange={setTyped}
      nothingFoundMessage={t('shell.noMatches')}
    />
  );
};

/** Without an agent there is no list to choose from. A saved view may contain a document anyway: it can be removed. */
const DocumentChoice = ({ filters }: { filters: ListFilters }) => {
  const agent = useAgentScopeIfAny();
  const value = filters.read('document');
  if (agent) return <DocumentOfAgent filters={filters} agent={agent} />;
  if (value === '') return null;
  return (
    <Choice
      filters={filters}
      name="document"
      label={t('conversations.filter.document')}
      data={[all(), { value, label: value }]}
    />
  );
};

interface ToggleProps {
  filters: ListFilters;
  isOpen: boolean;
  onToggle(): void;
}

const panelId = 'round-filters';

/** Shows and hides the filters of rounds. */
export const RoundFiltersToggle = ({ filters, isOpen, onToggle }: ToggleProps) => {
  const count = roundFilterNames.filter((name) => filters.read(name) !== '').length;
  return (
    <Button
      variant={count > 0 ? 'light' : 'default'}
      leftSection={<IconFilter size={15} aria-hidden />}
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={onToggle}
    >
      {count > 0 ? t('conversations.filter.moreCount', { count }) : t('conversations.filter.more')}
    </Button>
  );
};

/** Below the other filters, because there are too many for a line. */
export const RoundFilters = ({ filters }: { filters: ListFilters }) => (
  <Paper withBorder p="md" mb="md" id={panelId} role="group" aria-label={t('conversations.filter.more')}>
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      <Choice
        filters={filters}
        name="quality"
        label={t('conversations.filter.quality')}
        data={qualityOptions()}
      />
      <Choice
        filters={filters}
        name="feedback"
        label={t('conversations.filter.feedback')}
        data={feedbackOptions()}
      />
      <Choice
        filters={filters}
        name="language"
        label={t('conversations.filter.language')}
        data={languageOptions()}
      />
      <DocumentChoice filters={filters} />
      <ToolChoice filters={filters} />
      <LabelChoice filters={filters} />
    </SimpleGrid>
    <Group mt="md" gap="lg">
      <Flag filters={filters} name="failed" label={t('conversations.filter.failed')} />
      <Flag filters={filters} name="handedOver" label={t('conversations.filter.handedOver')} />
      <Flag filters={filters} name="missed" label={t('conversations.filter.missed')} />
    </Group>
  </Paper>
);
