import { Alert } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';
import type { InboxSession } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';

const noticeOf = ({ email, isMailed }: NonNullable<InboxSession['leftMessage']>): string => {
  if (email === null) return t('inbox.left.chatOnlyNoAddress');
  return isMailed ? t('inbox.left.mailed', { email }) : t('inbox.left.chatOnlyNoMail', { email });
};

/** How the user gets the reply to a left message. */
export const LeftMessageNotice = ({ session }: { session: InboxSession }) => {
  const { status, leftMessage } = session;
  if (status !== 'left_message' || leftMessage === null) return null;
  const { isMailed } = leftMessage;
  return (
    <Alert
      role="note"
      color={isMailed ? 'blue' : 'orange'}
      icon={isMailed ? <IconMail aria-hidden /> : <IconMessage aria-hidden />}
      mb="xs"
      p="xs"
      style={{ overflowWrap: 'anywhere' }}
    >
      {noticeOf(leftMessage)}
    </Alert>
  );
};
