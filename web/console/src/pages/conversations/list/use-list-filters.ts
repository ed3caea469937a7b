import { useSearchParams } from 'wouter';
import type { Channel, Feedback } from '../../../api/derived-types.ts';
import { useFilter } from '../../../lib/use-filter.ts';

const names = ['words', 'channel', 'user', 'from', 'until', 'feedback'];

/** The filters of both lists, read from the address. */
export const useListFilters = () => {
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useFilter('words');
  const [channel, setChannel] = useFilter<Channel>('channel');
  const [userId, setUserId] = useFilter('user');
  const [from, setFrom] = useFilter('from');
  const [until, setUntil] = useFilter('until');
  const [feedback, setFeedback] = useFilter<Feedback>('feedback');
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
    isFiltered: names.some((name) => search.has(name)),
    clear: (): void =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        for (const name of [...names, 'page']) after.delete(name);
        return after;
      }),
  };
};

export type ListFilters = ReturnType<typeof useListFilters>;
