import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { channelLabels } from '../../../lib/channel-labels.ts';
import { optionsOf } from '../../../lib/label-of.ts';
import { t } from '../../../messages/translate.ts';
import { FilterText } from './filter-text.tsx';
import { RoundFilters, RoundFiltersToggle } from './round-filters.tsx';
import type { ListFilters } from './use-list-filters.ts';

const channelOptions = () => [{ value: '', label: t('common.all') }, ...optionsOf(channelLabels)];

const feedbackOptions = () => [
  { value: '', label: t('common.all') },
  { value: 'GOOD', label: t('conversations.feedback.good') },
  { value: 'BAD', label: t('conversations.feedback.bad') },
  { value: 'NONE', label: t('conversations.feedback.none') },
];

const Days = ({ from, setFrom, until, setUntil }: ListFilters) => (
  <>
    <TextInput
      type="date"
      label={t('conversations.filter.from')}
      value={from}
      max={until || undefined}
      onChange={(event) => setFrom(event.currentTarget.value)}
    />
    <TextInput
      type="date"
      label={t('conversations.filter.to')}
      value={until}
      min={from || undefined}
      onChange={(event) => setUntil(event.currentTarget.value)}
    />
  </>
);

interface FilterBarProps {
  filters: ListFilters;
  isRounds: boolean;
  /** Before the other filters. */
  first?: ReactNode;
}

/** Filters of the list of conversations, or of the list of messages and replies. */
export const FilterBar = ({ filters, isRounds, first }: FilterBarProps) => {
  const { words, setWords, channel, setChannel, userId, setUserId, feedback, setFeedback } = filters;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Group mb="md" align="flex-end" gap="sm">
        {first}
        {isRounds ? (
          <NativeSelect
            label={t('conversations.filter.feedback')}
            data={feedbackOptions()}
            value={feedback}
            onChange={(event) => setFeedback(event.currentTarget.value)}
          />
        ) : (
          <>
            <FilterText
              label={t('conversations.filter.search')}
              placeholder={t('conversations.filter.searchHint')}
              leftSection={<IconSearch size={15} aria-hidden />}
              value={words}
              onFilter={setWords}
              maxLength={200}
              w={{ base: '100%', xs: 260 }}
            />
            <NativeSelect
              label={t('common.channel')}
              data={channelOptions()}
              value={channel}
              onChange={(event) => setChannel(event.currentTarget.value)}
              w={190}
            />
            <FilterText
              label={t('common.user')}
              placeholder={t('conversations.filter.userHint')}
              value={userId}
              onFilter={setUserId}
              maxLength={100}
              w={150}
            />
          </>
        )}
        <Days {...filters} />
        {!isRounds && (
          <RoundFiltersToggle filters={filters} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        )}
        {filters.isFiltered && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={filters.clear}
          >
            {t('conversations.filter.clear')}
          </Button>
        )}
      </Group>
      {!isRounds && isOpen && <RoundFilters filters={filters} />}
    </>
  );
};
