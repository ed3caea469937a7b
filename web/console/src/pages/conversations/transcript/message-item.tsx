import { Group, Text } from '@mantine/core';
import type { Message } from '../../../api/generated.ts';
import { Markdown } from '../../../components/markdown.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
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

/** A notice about people: they came, they left. */
const Notice = ({ text, createdAt }: Message) => (
  <div className={classes.notice}>
    <Text size="xs" c="dimmed">
      {text} · <TimeText time={createdAt} size="xs" />
    </Text>
  </div>
);

const Question = ({
  message: { text, files, round, createdAt },
  name,
}: {
  message: Message;
  name: string;
}) => (
  <article className={classes.message} data-role="user" aria-label={`Message of ${name}`}>
    <Byline name={name} time={createdAt} />
    <div className={classes.bubble}>
      {text !== '' && <div className={classes.words}>{text}</div>}
      {files.length > 0 && <AttachedFiles files={files} />}
    </div>
    {round?.withPerson && <StatusBadge tone="busy">given to a person</StatusBadge>}
  </article>
);

const Person = ({ text, createdAt }: Message) => (
  <article className={classes.message} data-role="human" aria-label="Message of a person">
    <Byline name="Person" time={createdAt} />
    <div className={classes.bubble}>
      <Markdown text={text} />
    </div>
  </article>
);

/** A message that is not the agent's. */
export const MessageItem = ({ message, userName }: { message: Message; userName: string }) => {
  if (message.role === 'service') return <Notice {...message} />;
  if (message.role === 'human') return <Person {...message} />;
  return <Question message={message} name={userName} />;
};
