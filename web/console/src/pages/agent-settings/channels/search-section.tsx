import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconExternalLink, IconPlus, IconTrash } from '@tabler/icons-react';
import { CopyField } from '../../../components/copy-field.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgent } from '../../../session/use-agent.ts';
import { useKnowledgeBases } from '../../../session/use-knowledge-bases.ts';
import { useSetting, useSettingsForm } from '../settings-form.tsx';
import { useAgentDefaults } from '../use-agent-defaults.ts';
import { searchAddress, searchSnippet } from './embed-snippets.ts';

/** Limits of the service. */
const maxPlaceholder = 100;
const maxFilters = 5;
const maxName = 60;

const useSearch = () => {
  const { value, merge } = useSetting('channels');
  return {
    search: value.search,
    change: (part: Partial<typeof value.search>) => merge({ search: { ...value.search, ...part } }),
  };
};

const SearchedBases = () => {
  const { search, change } = useSearch();
  const { data: agent } = useAgent();
  const bases = useKnowledgeBases();
  return (
    <Stack gap="xs">
      <Switch
        label={t('agentSettings.search.all')}
        description={t(
          agent?.kind === 'flow' ? 'agentSettings.search.flowHint' : 'agentSettings.search.allHint',
        )}
        checked={search.groupIds === null}
        onChange={(event) => change({ groupIds: event.currentTarget.checked ? null : [] })}
      />
      {search.groupIds !== null && (
        <Checkbox.Group
          label={t('agentSettings.search.only')}
          description={t('agentSettings.search.onlyHint')}
          value={search.groupIds}
          onChange={(groupIds) => change({ groupIds })}
        >
          <Stack gap={6} mt={6}>
            {bases.map(({ id, name, documents }) => (
              <Checkbox
                key={id}
                value={id}
                label={t('agentSettings.knowledge.base', { name, count: documents })}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
};

const SearchFilters = () => {
  const { search, change } = useSearch();
  const { isReadOnly } = useSettingsForm();
  const { filters } = search;
  const replace = (index: number, part: Partial<(typeof filters)[number]>) =>
    change({ filters: filters.map((filter, at) => (at === index ? { ...filter, ...part } : filter)) });
  return (
    <Stack gap="xs" role="group" aria-label={t('agentSettings.search.filters')}>
      <div>
        <Text size="sm" fw={500}>
          {t('agentSettings.search.filters')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('agentSettings.search.filtersHint')}
        </Text>
      </div>
      {filters.map(({ attribute, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no identity besides their place
        <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('agentSettings.search.attribute')}
            value={attribute}
            maxLength={maxName}
            error={attribute.trim() === '' && t('agentSettings.search.attributeMissing')}
            onChange={(event) => replace(index, { attribute: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            label={t('agentSettings.search.label')}
            value={label}
            maxLength={maxName}
            placeholder={attribute}
            onChange={(event) => replace(index, { label: event.currentTarget.value })}
          />
          <ActionIcon
            size="lg"
            variant="subtle"
            color="red"
            aria-label={t('agentSettings.search.removeFilter')}
            onClick={() => change({ filters: filters.filter((_, at) => at !== index) })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {filters.length < maxFilters && !isReadOnly && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => change({ filters: [...filters, { attribute: '', label: '' }] })}
          >
            {t('agentSettings.search.addFilter')}
          </Button>
        </Group>
      )}
    </Stack>
  );
};

const SearchCode = () => {
  const { value } = useSetting('channels');
  const { saved } = useSettingsForm();
  const { origin = location.origin } = useAgentDefaults() ?? {};
  const place = { origin, agentId: saved.id };
  if (!saved.settings.channels.enabled.search)
    return (
      <Alert color="gray">
        {t(value.enabled.search ? 'agentSettings.search.unsaved' : 'agentSettings.search.off')}
      </Alert>
    );
  return (
    <Stack gap="xs">
      <CopyField label={t('agentSettings.search.code')} value={searchSnippet(place)} multiline />
      <CopyField label={t('agentSettings.search.address')} value={searchAddress(place)} />
      <Group>
        <Button
          component={Anchor<'a'>}
          href={searchAddress(place)}
          target="_blank"
          rel="noopener"
          underline="never"
          size="xs"
          variant="default"
          disabled={false}
          leftSection={<IconExternalLink size={14} aria-hidden />}
        >
          {t('agentSettings.search.open')}
        </Button>
      </Group>
    </Stack>
  );
};

/** The search box and the search page: what they show, and the code for a site. */
export const SearchSection = () => {
  const { search, change } = useSearch();
  return (
    <FormSection title={t('agentSettings.search.title')} description={t('agentSettings.search.description')}>
      <SearchCode />
      <LimitedInput
        label={t('agentSettings.search.placeholder')}
        description={t('agentSettings.search.placeholderHint')}
        value={search.placeholder}
        onChange={(event) => change({ placeholder: event.currentTarget.value })}
        limit={maxPlaceholder}
      />
      <SearchedBases />
      <SearchFilters />
    </FormSection>
  );
};
