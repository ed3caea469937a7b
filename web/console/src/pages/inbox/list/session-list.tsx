import { Badge, Button, Loader, NativeSelect } from '@mantine/core';
import { useSearch } from 'wouter';
import type { InboxCounts } from '../../../api/generated.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { useFilter } from '../../../lib/use-filter.ts';
import { t } from '../../../messages/translate.ts';
import { useInboxCounts } from '../../../session/inbox-news.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import classes from '../inbox.module.css';
import { isQueue, type Queue, queueLabels } from '../queues.ts';
import { EmptyQueue } from './empty-queue.tsx';
import { ListFilters } from './list-filters.tsx';
import { SessionEntry } from './session-entry.tsx';
import { useInboxList, useNow } from './use-inbox-list.ts';

const queues = Object.keys(queueLabels) as Queue[];

/** Closed sessions are not counted. */
const countsByQueue = (counts: InboxCounts | undefined): Partial<Record<Queue, number>> =>
  counts ? { ...counts, left_message: counts.leftMessage } : {};

const QueueTabs = ({ queue, onQueue }: { queue: Queue; onQueue(queue: string): void }) => {
  const counts = countsByQueue(useInboxCounts(useWorkspace().id));
  return (
    <>
      <nav className={classes.queues} aria-label={t('inbox.queues')}>
        {queues.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.queue}
            aria-current={one === queue ? 'true' : undefined}
            onClick={() => onQueue(one)}
          >
            {t(queueLabels[one])}
            {(counts[one] ?? 0) > 0 && (
              <Badge size="sm" variant="light" color="gray">
                {counts[one]}
              </Badge>
            )}
          </button>
        ))}
      </nav>
      <NativeSelect
        className={classes.queueSelect}
        aria-label={t('inbox.queues')}
        value={queue}
        onChange={(event) => onQueue(event.currentTarget.value)}
        data={queues.map((one) => ({
          value: one,
          label: counts[one] ? `${t(queueLabels[one])} (${counts[one]})` : t(queueLabels[one]),
        }))}
      />
    </>
  );
};

/** The queues and the sessions of the chosen one. */
export const SessionList = ({ currentId }: { currentId: string | undefined }) => {
  const workspace = useWorkspace();
  const search = useSearch();
  const [chosen, setQueue] = useFilter('queue');
  const [agentId] = useFilter('agent');
  const [labelId] = useFilter('label');
  const queue = isQueue(chosen) ? chosen : 'waiting';
  const [missed] = useFilter('missed');
  // Other queues do not have this filter, although the address keeps it.
  const isMissed = queue === 'closed' && missed === 'true';
  const list = useInboxList({ queue, agentId, labelId, isMissed });
  const nowMs = useNow();
  const sessions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <div className={classes.listHead}>
        <QueueTabs queue={queue} onQueue={(next) => setQueue(next === 'waiting' ? '' : next)} />
        <ListFilters queue={queue} />
      </div>
      {list.error && !list.data && <ErrorState error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Loader m="md" aria-label={t('common.loading')} />}
      {list.data && sessions.length === 0 && <EmptyQueue queue={queue} isMissed={isMissed} />}
      <ul className={classes.entries} aria-label={t(queueLabels[queue])}>
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionEntry
              session={session}
              href={`${workspace.href}/inbox/${session.id}${search && `?${search}`}`}
              isCurrent={session.id === currentId}
              nowMs={nowMs}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('inbox.more')}
        </Button>
      )}
    </>
  );
};
