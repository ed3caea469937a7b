import { useSearchParams } from 'wouter';

/** The page of a table, stored in the address so that the back button restores it. */
export const usePage = (): [number, (page: number) => void] => {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1);
  const setPage = (next: number): void =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (next === 1) after.delete('page');
      else after.set('page', String(next));
      return after;
    });
  return [page, setPage];
};
