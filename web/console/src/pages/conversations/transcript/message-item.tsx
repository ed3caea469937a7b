import { Group, Text } from '@mantine/core';
import type { Message } from '../../../api/generated.ts';
import { Markdown } from '../../../components/markdown.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { t } from '../../../messages/translate.ts';
import { AttachedFiles } from './attached-files.tsx';
import classes from './transcript.module.css';

const Byline = ({ name, time }: { name: string; time: string }) => (
  <Group gap={8} className={classes.byline}>
    <Text size="xs" fw={600}>
      {name}
    </Text>
    <TimeText time={time} size="xs" c="dimmed" />
  </Group>
);

/** A notice of the service, for example that a person joined or left. */
const Notice = ({ text, createdAt }: Message) => (
  <div className={classes.notice}>
    <Text size="xs" c="dimmed">
      {text} · <TimeText time={createdAt} size="xs" />
    </Text>
  </div>
);

const UserMessage = ({
  message: { text, files, round, createdAt },
  name,
}: {
  message: Message;
  name: string;
}) => (
  <article
    className={classes.message}
    data-role="user"
    aria-label={t('conversations.message.from', { name })}
  >
    <Byline name={name} time={createdAt} />
    <div className={classes.bubble}>
      {text !== '' && <div className={classes.words}>{text}</div>}
      {files.length > 0 && <AttachedFiles files={files} />}
    </div>
    {round?.withPerson && <StatusBadge tone="busy">{t('conversations.message.toHuman')}</StatusBadge>}
    {round?.replacedBy && <StatusBadge tone="quiet">{t('conversations.message.replaced')}</StatusBadge>}
  </article>
);

const HumanMessage = ({ text, author, files, createdAt }: Message) => {
  const name = author ?? t('conversations.message.human');
  return (
    <article
      className={classes.message}
      data-role="human"
      aria-label={t('conversations.message.from', { name })}
    >
      <Byline name={name} time={createdAt} />
      <div className={classes.bubble}>
        <Markdown text={text} />
        {files.length > 0 && <AttachedFiles files={files} />}
      </div>
    </article>
  );
};

/** A message of the user, of a person of the human service, or a notice. */
export const MessageItem = ({ message, userName }: { message: Message; userName: string }) => {
  if (message.role === 'service') return <Notice {...message} />;
  if (message.role === 'human') return <HumanMessage {...message} />;
  return <UserMessage message={message} name={userName} />;
};
