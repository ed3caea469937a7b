import { useEffect, useState } from 'preact/hooks';
import { usePage } from './page-context.ts';

/** A part of the page that is rarely used, and so loaded only when it is needed. Undefined until then. */
export const useExtra = <Part>(isNeeded: boolean, load: () => Promise<Part>): Part | undefined => {
  const { chat } = usePage();
  const [part, setPart] = useState<Part>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part stays the same
  useEffect(() => {
    if (isNeeded && !part) void chat.attempt(async () => setPart(await load()));
  }, [isNeeded]);
  return isNeeded ? part : undefined;
};
