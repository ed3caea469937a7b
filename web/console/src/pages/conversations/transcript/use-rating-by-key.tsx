import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useRef } from 'react';
import type { Quality } from '../../../api/derived-types.ts';
import { t } from '../../../messages/translate.ts';
import { ratings } from './ratings.ts';
import type { Reply } from './reply-item.tsx';

/** One notification for all ratings: the next one replaces the text of the last. */
const notificationId = 'rating';
/** Longer than usual, because a key may have been pressed by mistake. */
const shownMs = 10_000;

const labelOf = (quality: Quality): string =>
  t(ratings.find((rating) => rating.quality === quality)?.label ?? 'conversations.rating.none');

/** Rates a reply by key, confirms it in a notification and can take it back. */
export const useRatingByKey = (rate: (roundId: string, quality: Quality) => void) => {
  const last = useRef<{ reply: Reply; before: Quality }>(undefined);

  const show = (message: ReactNode): void => {
    notifications.hide(notificationId);
    notifications.show({ id: notificationId, color: 'teal', autoClose: shownMs, message });
  };
  const undo = (): void => {
    if (!last.current) return;
    const { reply, before } = last.current;
    last.current = undefined;
    rate(reply.roundId, before);
    show(t('conversations.rating.undone', { number: reply.number }));
  };
  const rateByKey = (reply: Reply, quality: Quality): void => {
    if (quality === reply.round.quality) return;
    last.current = { reply, before: reply.round.quality };
    rate(reply.roundId, quality);
    show(
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" span>
          {t('conversations.rating.done', { number: reply.number, rating: labelOf(quality) })}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={undo}>
          {t('conversations.rating.undo')}
        </Button>
      </Group>,
    );
  };
  return { rateByKey, undo };
};
