import { Group, Kbd, Pagination, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ResourceView } from '../../../components/resource-view.tsx';
import { useFilter } from '../../../lib/use-filter.ts';
import { usePage } from '../../../lib/use-page.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { HandoffOutcomes } from './handoff-outcomes.tsx';
import { MessageItem } from './message-item.tsx';
import { ratings } from './ratings.ts';
import { ReplyItem } from './reply-item.tsx';
import { shownMessages } from './shown-messages.ts';
import classes from './transcript.module.css';
import { useRating } from './use-rating.ts';
import { useRatingByKey } from './use-rating-by-key.tsx';
import { replyAttribute, undoKey, useReplyKeys } from './use-reply-keys.ts';

const pageSize = 100;
/** The conversation may still be going on. */
const refreshMs = 5000;

const KeyHints = ({ mayRate }: { mayRate: boolean }) => {
  const hints: [string, string][] = [
    ['j', t('conversations.keys.next')],
    ['k', t('conversations.keys.previous')],
    ...(mayRate ? ratings.map(({ key, label }): [string, string] => [key, t(label)]) : []),
    ...(mayRate ? [[undoKey, t('conversations.rating.undo')] as [string, string]] : []),
    ['t', t('conversations.trace.title')],
  ];
  return (
    <Group gap="sm" visibleFrom="sm" className={classes.hints} role="note" aria-label={t('shell.shortcuts')}>
      {hints.map(([key, label]) => (
        <Text key={key} size="xs" c="dimmed" span>
          <Kbd size="xs">{key}</Kbd> {label}
        </Text>
      ))}
    </Group>
  );
};

/** Focuses the reply that the address names once it is loaded. */
const useLinkedReply = (roundId: string, isLoaded: boolean): void => {
  useEffect(() => {
    if (isLoaded && roundId !== '')
      document.querySelector<HTMLElement>(`[${replyAttribute}="${CSS.escape(roundId)}"]`)?.focus();
  }, [roundId, isLoaded]);
};

interface MessageListProps {
  conversationId: string;
  userName: string;
}

/** The messages of a conversation, oldest first. */
export const MessageList = ({ conversationId, userName }: MessageListProps) => {
  const agent = useAgentScope();
  const [page, setPage] = usePage();
  const [linked] = useFilter('round');
  const [openTraces, setOpenTraces] = useState<ReadonlySet<string>>(new Set());
  const path = at(agent.api, '/conversations/{conversationId}/messages', { conversationId });
  const messages = useResource(path, { query: { page, pageSize }, refreshMs });
  const rate = useRating(path);
  const mayRate = agent.can('conversation:write');
  const toggleTrace = (roundId: string): void =>
    setOpenTraces((before) => {
      const after = new Set(before);
      if (!after.delete(roundId)) after.add(roundId);
      return after;
    });
  const { rateByKey, undo } = useRatingByKey(rate);
  const keysOf = useReplyKeys({
    onRate: mayRate ? rateByKey : undefined,
    onUndo: undo,
    onTrace: toggleTrace,
  });
  useLinkedReply(linked, messages.data !== undefined);
  const pages = Math.ceil((messages.data?.total ?? 0) / pageSize);
  return (
    <Stack gap="md">
      <KeyHints mayRate={mayRate} />
      <ResourceView resource={messages} bars={5}>
        {({ items }) => (
          <section className={classes.messages} aria-label={t('conversations.transcript')}>
            {shownMessages(items).map((shown) =>
              shown.kind === 'reply' ? (
                <ReplyItem
                  key={`reply ${shown.reply.roundId}`}
                  reply={shown.reply}
                  isTraceOpen={openTraces.has(shown.reply.roundId)}
                  onTrace={() => toggleTrace(shown.reply.roundId)}
                  rating={{
                    isAllowed: mayRate,
                    onRate: (quality) => rate(shown.reply.roundId, quality),
                  }}
                  onKeyDown={keysOf(shown.reply)}
                />
              ) : (
                <MessageItem key={shown.message.id} message={shown.message} userName={userName} />
              ),
            )}
          </section>
        )}
      </ResourceView>
      {page >= pages && <HandoffOutcomes conversationId={conversationId} />}
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': t('common.pageControl', { control }) })}
          getItemProps={(item) => ({ 'aria-label': t('common.pageNumber', { page: item }) })}
        />
      )}
    </Stack>
  );
};
