import { useSearchParams } from 'wouter';

/**
 * One filter of a list, stored in the address so that it can be shared. A new value goes back to page 1. The service
 * rejects unknown values.
 */
export const useFilter = <Value extends string = string>(
  name: string,
): [Value | '', (value: string) => void] => {
  const [search, setSearch] = useSearchParams();
  const set = (value: string): void =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      after.delete('page');
      if (value === '') after.delete(name);
      else after.set(name, value);
      return after;
    });
  return [(search.get(name) ?? '') as Value | '', set];
};
