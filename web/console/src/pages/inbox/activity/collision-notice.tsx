import { Alert } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { InboxSession, Message } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { useTypists } from './use-typists.ts';

interface CollisionNoticeProps {
  session: InboxSession;
  /** The reply of a colleague that was sent after I started my draft. */
  replied: Message | undefined;
}

/** Warns that a colleague answers the same user. */
export const CollisionNotice = ({ session, replied }: CollisionNoticeProps) => {
  const { colleagues } = useTypists(session);
  const nameOf = (name: string | null): string => name ?? t('channels.formerOperator');
  const names = colleagues.map(({ name }) => nameOf(name)).join(', ');
  return (
    <div role="status">
      {names !== '' && (
        <Alert color="yellow" mb="xs" p="xs" icon={<IconUsers size={18} aria-hidden />}>
          {t('inboxActivity.colleagueTyping', { name: names })}
        </Alert>
      )}
      {replied && (
        <Alert color="yellow" mb="xs" p="xs" icon={<IconUsers size={18} aria-hidden />}>
          {t('inboxActivity.colleagueReplied', { name: nameOf(replied.author) })}
        </Alert>
      )}
    </div>
  );
};
