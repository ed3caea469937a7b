import { Text } from '@mantine/core';
import type { InboxSession } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import classes from '../inbox.module.css';
import { useTypists } from './use-typists.ts';

/** Below the messages, with a fixed height, so that nothing moves when it appears. */
export const TypingLine = ({ session }: { session: InboxSession }) => {
  const { isUserTyping } = useTypists(session);
  return (
    <Text size="xs" c="dimmed" className={classes.typing}>
      {isUserTyping && t('inboxActivity.userTyping')}
    </Text>
  );
};
