import { useSearchParams } from 'wouter';
import type { Channel, Feedback, Quality } from '../../../api/derived-types.ts';
import { useFilter } from '../../../lib/use-filter.ts';

/** The filters of a round, which only the search applies. */
export const roundFilterNames = [
  'quality',
  'feedback',
  'failed',
  'handedOver',
  'missed',
  'tool',
  'document',
  'language',
  'label',
] as const;

/** Parameters of the address that are filters. */
export const filterNames = ['words', 'channel', 'user', 'from', 'until', ...roundFilterNames] as const;

export type FilterName = (typeof filterNames)[number];

/** The filters of both lists, read from the address. */
export const useListFilters = () => {
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useFilter('words');
  const [channel, setChannel] = useFilter<Channel>('channel');
  const [userId, setUserId] = useFilter('user');
  const [from, setFrom] = useFilter('from');
  const [until, setUntil] = useFilter('until');
  const [feedback, setFeedback] = useFilter<Feedback>('feedback');
  const read = (name: FilterName): string => search.get(name) ?? '';
  const replaceAll = (values: Readonly<Partial<Record<FilterName, string>>>): void =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      for (const name of [...filterNames, 'page']) after.delete(name);
      for (const [name, value] of Object.entries(values)) after.set(name, value);
      return after;
    });
  return {
    words,
    setWords,
    channel,
    setChannel,
    userId,
    setUserId,
    from,
    setFrom,
    until,
    setUntil,
    feedback,
    setFeedback,
    read,
    setValue: (name: FilterName, value: string): void =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        after.delete('page');
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      }),
    /** All filters that are set, for a saved view. */
    values: Object.fromEntries(
      filterNames.flatMap((name) => (search.has(name) ? [[name, read(name)]] : [])),
    ) as Partial<Record<FilterName, string>>,
    replaceAll,
    isFiltered: filterNames.some((name) => search.has(name)),
    /** Whether the search of the API is needed: the list knows only channel, user and days. */
    isSearch: words !== '' || roundFilterNames.some((name) => search.has(name)),
    /** Whether the search of all agents has something to search for: days alone are not enough. */
    hasSearchTerm: filterNames.some((name) => name !== 'from' && name !== 'until' && search.has(name)),
    /** Changes with every filter. */
    key: filterNames.map(read).join('\n'),
    clear: (): void => replaceAll({}),
  };
};

export type ListFilters = ReturnType<typeof useListFilters>;

/** The parameters of the search for these filters. */
export const searchQueryOf = ({ words, channel, userId, feedback, read }: ListFilters) => {
  const flag = (name: FilterName): true | undefined => (read(name) === 'yes' ? true : undefined);
  const text = (name: FilterName): string | undefined => read(name) || undefined;
  return {
    words,
    channel,
    userId: userId || undefined,
    feedback,
    quality: read('quality') as Quality | '',
    failed: flag('failed'),
    handedOver: flag('handedOver'),
    missed: flag('missed'),
    tool: text('tool'),
    documentId: text('document'),
    language: text('language'),
    labelId: text('label'),
  };
};
