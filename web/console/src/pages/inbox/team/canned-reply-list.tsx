import { Alert, Paper, Text, UnstyledButton } from '@mantine/core';
import type { CannedReply } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import classes from './canned-reply-list.module.css';

interface CannedReplyListProps {
  replies: readonly CannedReply[];
  index: number;
  choose(reply: CannedReply): void;
  /** Variables without a value that are still in the text. */
  missing: readonly string[];
  failure: string | undefined;
}

/** Canned replies above the reply box, and what to do about variables without a value. */
export const CannedReplyList = ({ replies, index, choose, missing, failure }: CannedReplyListProps) => (
  <>
    {failure && (
      <Alert color="red" role="alert" mb="xs" p="xs">
        {failure}
      </Alert>
    )}
    {missing.length > 0 && (
      <Alert color="yellow" role="status" mb="xs" p="xs">
        {t('inboxTeam.canned.missing', { names: missing.join(', ') })}
      </Alert>
    )}
    {replies.length > 0 && (
      <Paper withBorder mb="xs" role="listbox" aria-label={t('inboxTeam.canned.title')}>
        {replies.map((reply, at) => (
          <UnstyledButton
            key={reply.id}
            className={classes.option}
            role="option"
            aria-selected={at === index}
            tabIndex={-1}
            // The focus stays in the reply box.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(reply)}
          >
            <Text size="sm" fw={550} span>
              {`/${reply.shortcut}`}
            </Text>
            <Text size="xs" c="dimmed" lineClamp={1}>
              {reply.text}
            </Text>
          </UnstyledButton>
        ))}
      </Paper>
    )}
  </>
);
