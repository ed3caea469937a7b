import { useEffect, useState } from 'preact/hooks';
import type { PageAnswer, SearchFilterValues } from '../../../src/http/embed/page-schemas.ts';
import type { Service } from './service.ts';

/** Typing pauses of this length start a search. Shorter ones would search for words that nobody sees. */
const pauseMs = 60;

export type Found = PageAnswer<'search'> & { query: string };

/** Results of the query. Those of the previous one stay until new ones arrive; late ones are dropped. */
export const useResults = (service: Service, query: string, filter: SearchFilterValues) => {
  const [found, setFound] = useState<Found>();
  const [hasFailed, setFailed] = useState(false);
  const text = query.trimStart();
  useEffect(() => {
    if (text.trim() === '') {
      setFound(undefined);
      return;
    }
    const end = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const answer = await service.search(text, filter, end.signal);
        if (end.signal.aborted) return;
        setFound({ ...answer, query: text });
        setFailed(false);
      } catch {
        if (end.signal.aborted) return;
        setFound(undefined);
        setFailed(true);
      }
    };
    const timer = setTimeout(() => void run(), pauseMs);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [service, text, filter]);
  return { found, hasFailed };
};
