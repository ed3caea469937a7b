import type { RefObject, VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import type { Entry } from '../state/entries.ts';
import { IconButton } from './icon-button.tsx';
import { loadHandoff } from './load-handoff.ts';
import { LogEntry } from './log-entry.tsx';
import { useChatState, usePage } from './page-context.ts';
import { useExtra } from './use-extra.ts';
import { Welcome } from './welcome.tsx';

/** Closer than this to the end counts as being at the end, so that the log keeps following new text. */
const nearPixels = 60;

type Box = RefObject<HTMLDivElement | null>;

/** Keeps the end in view while the log grows, unless the user has scrolled up. */
const useFollowing = (box: Box, lastKey: string | undefined) => {
  const isFollowing = useRef(true);
  const [isAway, setAway] = useState(false);
  const toEnd = useCallback((): void => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [box]);
  // A new message scrolls to the end. A greeting is read from its start.
  useLayoutEffect(() => {
    isFollowing.current = lastKey !== undefined;
    if (lastKey !== undefined) toEnd();
  }, [lastKey, toEnd]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) toEnd();
    });
    observer.observe(box.current!);
    observer.observe(box.current!.firstElementChild!);
    return () => observer.disconnect();
  }, [box, toEnd]);
  // Only scrolling up is the user's action: growing text also moves the end away before the log scrolls to it.
  const lastTop = useRef(0);
  const onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    const isNear = scrollHeight - scrollTop - clientHeight < nearPixels;
    if (isNear) isFollowing.current = true;
    else if (scrollTop < lastTop.current) isFollowing.current = false;
    lastTop.current = scrollTop;
    setAway(!isFollowing.current);
  };
  return { isAway, onScroll, toEnd };
};

/**
 * Keeps the scroll position when older messages are inserted above. Browsers do this themselves, except at the very
 * top, where the "older messages" button is, and except in Safari.
 */
const usePlaceKept = (box: Box, firstKey: string | undefined) => {
  const first = useRef<{ element: Element; top: number } | undefined>(undefined);
  const note = (): void => {
    const element = box.current!.querySelector('.entry');
    first.current = element ? { element, top: element.getBoundingClientRect().top } : undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an entry is inserted above
  useLayoutEffect(() => {
    const { element, top } = first.current ?? {};
    if (element?.isConnected) box.current!.scrollTop += element.getBoundingClientRect().top - top!;
    note();
  }, [firstKey]);
  return note;
};

/**
 * Row of an entry. A changed entry is a new object, so an unchanged object is not rendered again. Otherwise each
 * word of a reply would cost as much as rendering the whole conversation.
 */
const useRows = (agentName: string) =>
  useMemo(() => {
    const rows = new WeakMap<Entry, VNode>();
    return (entry: Entry, index: number, entries: Entry[]): VNode => {
      const known = rows.get(entry);
      if (known) return known;
      const { key, role, versions, messageId } = entry;
      // All versions of a message have one row, so that its arrows keep the focus.
      const row = (
        <LogEntry
          key={versions.length > 0 ? `${versions[0]}:${role}` : key}
          entry={entry}
          agentName={agentName}
          isAlone={entries[index + 1]?.messageId !== messageId}
        />
      );
      rows.set(entry, row);
      return row;
    };
  }, [agentName]);

export const Log = () => {
  const { chat } = usePage();
  const { conversation, session } = useChatState();
  const { viewing, hasOlder, isLoading, status } = conversation;
  const entries = viewing ?? conversation.entries;
  // Also after the end, because the user may read the last replies later.
  const activity = useExtra(status !== 'agent' || entries.some(({ role }) => role === 'human'), loadHandoff);
  const box = useRef<HTMLDivElement>(null);
  const notePlace = usePlaceKept(box, entries[0]?.key);
  const following = useFollowing(box, viewing ? undefined : entries.at(-1)?.key);
  const onScroll = (): void => {
    following.onScroll();
    notePlace();
  };
  const loadOlder = async (): Promise<void> => {
    await chat.loadOlder();
    // The button disappears with the last page, so the keyboard focus moves here.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  };
  const rowOf = useRows(session?.agent.name ?? '');
  const isRunning = entries.some(({ status }) => status === 'running');
  return (
    <div class="log-frame">
      {/* Finished replies are announced by the announcer. Announcing the growing text would read it word by word. */}
      <div
        class="log-box"
        ref={box}
        onScroll={onScroll}
        role="log"
        aria-live="off"
        aria-busy={isRunning}
        aria-label={t('conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
      >
        <div class="log-column">
          {session && !hasOlder && !isLoading && <Welcome isFirst={entries.length === 0} />}
          {hasOlder && (
            <button type="button" class="text-button older" onClick={() => void loadOlder()}>
              {t('olderMessages')}
            </button>
          )}
          {isLoading && <p class="aside">{t('loading')}</p>}
          <ol class="entries">{entries.map(rowOf)}</ol>
          {activity && <activity.PersonActivity key={conversation.conversationId} />}
        </div>
      </div>
      {following.isAway && entries.length > 0 && (
        <IconButton class="to-newest" icon="down" label={t('jumpToNewest')} onClick={following.toEnd} />
      )}
    </div>
  );
};
