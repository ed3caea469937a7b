import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from './icon-button.tsx';
import { LogEntry } from './log-entry.tsx';
import { useChatState, usePage } from './page-context.ts';
import { Welcome } from './welcome.tsx';

/** So near to the end counts as being there: whoever reads the newest words wants to go on reading. */
const nearPixels = 60;

/** Keeps the end in view while it grows, unless the user has scrolled up to read. */
const useFollowing = (lastKey: string | undefined) => {
  const box = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const [isAway, setAway] = useState(false);
  const toEnd = useCallback((): void => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever sends or hears something new wants to see it
  useLayoutEffect(() => {
    isFollowing.current = true;
    toEnd();
  }, [lastKey, toEnd]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) toEnd();
    });
    observer.observe(box.current!);
    observer.observe(box.current!.firstElementChild!);
    return () => observer.disconnect();
  }, [toEnd]);
  // Only a way up is the user's own: growing text also moves the end away, before it is scrolled to.
  const lastTop = useRef(0);
  const onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    const isNear = scrollHeight - scrollTop - clientHeight < nearPixels;
    if (isNear) isFollowing.current = true;
    else if (scrollTop < lastTop.current) isFollowing.current = false;
    lastTop.current = scrollTop;
    setAway(!isFollowing.current);
  };
  return { box, isAway, onScroll, toEnd };
};

export const Log = () => {
  const { chat, texts } = usePage();
  const { conversation, session } = useChatState();
  const { entries, hasOlder, isLoading } = conversation;
  const { box, isAway, onScroll, toEnd } = useFollowing(entries.at(-1)?.key);
  const isRunning = entries.some(({ status }) => status === 'running');
  return (
    <div class="log-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div class="log-box" ref={box} onScroll={onScroll} tabIndex={0}>
        <div class="log-column">
          {session && !hasOlder && !isLoading && <Welcome isFirst={entries.length === 0} />}
          {hasOlder && (
            <button type="button" class="text-button older" onClick={() => void chat.loadOlder()}>
              {texts.olderMessages}
            </button>
          )}
          {isLoading && <p class="aside">{texts.loading}</p>}
          {/* Finished answers are read out by the announcer; the growing text itself would be read word by word. */}
          <div role="log" aria-live="off" aria-busy={isRunning} aria-label={texts.conversation}>
            <ol class="entries">
              {entries.map((entry) => (
                <LogEntry key={entry.key} entry={entry} agentName={session?.agent.name ?? ''} />
              ))}
            </ol>
          </div>
        </div>
      </div>
      {isAway && <IconButton class="to-newest" icon="down" label={texts.jumpToNewest} onClick={toEnd} />}
    </div>
  );
};
