import { Group, Kbd, Pagination, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ResourceView } from '../../../components/resource-view.tsx';
import { useFilter } from '../../../lib/use-filter.ts';
import { usePage } from '../../../lib/use-page.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { AnswerItem } from './answer-item.tsx';
import { MessageItem } from './message-item.tsx';
import { ratings } from './ratings.ts';
import { shownMessages } from './shown-messages.ts';
import classes from './transcript.module.css';
import { useAnswerKeys } from './use-answer-keys.ts';
import { useRating } from './use-rating.ts';

const pageSize = 100;
/** People may be talking right now. */
const refreshMs = 5000;

const Hints = ({ mayRate }: { mayRate: boolean }) => {
  const hints: [string, string][] = [
    ['j', 'next answer'],
    ['k', 'the one before'],
    ...(mayRate ? ratings.map(({ key, label }): [string, string] => [key, label.toLowerCase()]) : []),
    ['t', 'trace'],
  ];
  return (
    <Group gap="sm" visibleFrom="sm" className={classes.hints} role="note" aria-label="Keys">
      {hints.map(([key, label]) => (
        <Text key={key} size="xs" c="dimmed" span>
          <Kbd size="xs">{key}</Kbd> {label}
        </Text>
      ))}
    </Group>
  );
};

/** The answer that a link names gets the focus once it is there. */
const useLinkedAnswer = (roundId: string, isThere: boolean): void => {
  useEffect(() => {
    if (isThere && roundId !== '')
      document.querySelector<HTMLElement>(`[data-answer="${CSS.escape(roundId)}"]`)?.focus();
  }, [roundId, isThere]);
};

interface MessageListProps {
  conversationId: string;
  userName: string;
}

/** Everything that was said, oldest first. */
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
  const keysOf = useAnswerKeys({ onRate: mayRate ? rate : undefined, onTrace: toggleTrace });
  useLinkedAnswer(linked, messages.data !== undefined);
  const pages = Math.ceil((messages.data?.total ?? 0) / pageSize);
  return (
    <Stack gap="md">
      <Hints mayRate={mayRate} />
      <ResourceView resource={messages} bars={5}>
        {({ items }) => (
          <section className={classes.messages} aria-label="Transcript">
            {shownMessages(items).map((shown) =>
              shown.kind === 'answer' ? (
                <AnswerItem
                  key={`answer ${shown.answer.roundId}`}
                  answer={shown.answer}
                  isTraceOpen={openTraces.has(shown.answer.roundId)}
                  mayRate={mayRate}
                  onTrace={() => toggleTrace(shown.answer.roundId)}
                  onRate={(quality) => rate(shown.answer.roundId, quality)}
                  onKeyDown={keysOf(shown.answer.roundId)}
                />
              ) : (
                <MessageItem key={shown.message.id} message={shown.message} userName={userName} />
              ),
            )}
          </section>
        )}
      </ResourceView>
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Stack>
  );
};
