import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { channelOptions } from './channels.ts';
import { FilterText } from './filter-text.tsx';
import type { ListFilters } from './use-list-filters.ts';

const feedbackOptions = [
  { value: '', label: 'Any' },
  { value: 'GOOD', label: 'Good' },
  { value: 'BAD', label: 'Bad' },
  { value: 'NONE', label: 'None given' },
];

const Days = ({ from, setFrom, until, setUntil }: ListFilters) => (
  <>
    <TextInput
      type="date"
      label="From"
      value={from}
      max={until || undefined}
      onChange={(event) => setFrom(event.currentTarget.value)}
    />
    <TextInput
      type="date"
      label="Until"
      value={until}
      min={from || undefined}
      onChange={(event) => setUntil(event.currentTarget.value)}
    />
  </>
);

/** What the list of conversations can be narrowed by, or that of questions and answers. */
export const FilterBar = ({ filters, isQa }: { filters: ListFilters; isQa: boolean }) => {
  const { words, setWords, channel, setChannel, userId, setUserId, feedback, setFeedback } = filters;
  return (
    <Group mb="md" align="flex-end" gap="sm">
      {isQa ? (
        <NativeSelect
          label="Feedback of the user"
          data={feedbackOptions}
          value={feedback}
          onChange={(event) => setFeedback(event.currentTarget.value)}
        />
      ) : (
        <>
          <FilterText
            label="Search"
            placeholder="First question or user"
            leftSection={<IconSearch size={15} aria-hidden />}
            value={words}
            onFilter={setWords}
            maxLength={200}
            w={{ base: '100%', xs: 280 }}
          />
          <NativeSelect
            label="Channel"
            data={channelOptions}
            value={channel}
            onChange={(event) => setChannel(event.currentTarget.value)}
            w={150}
          />
          <FilterText
            label="User"
            placeholder="user_id in full"
            value={userId}
            onFilter={setUserId}
            maxLength={100}
            w={150}
          />
        </>
      )}
      <Days {...filters} />
      {filters.isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={filters.clear}
        >
          Clear
        </Button>
      )}
    </Group>
  );
};
