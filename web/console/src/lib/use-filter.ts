import { useSearchParams } from 'wouter';

/**
 * One filter of a list, kept in the address so that it can be sent to somebody; a new one begins at page 1. The service refuses
 * a value that it does not know.
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
