import type { InboxSession } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { Composer } from '../composer/composer.tsx';
import classes from '../inbox.module.css';
import { useSeeMentions } from '../team/use-notes.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { Timeline } from './timeline.tsx';
import { useMarkRead, useMayReply } from './use-inbox-session.ts';

interface ConversationViewProps {
  session: InboxSession;
  onBack(): void;
  onPanel(): void;
}

/** The conversation of a session: who it is, the messages, and the reply box. */
export const ConversationView = ({ session, onBack, onPanel }: ConversationViewProps) => {
  useMarkRead(session);
  useSeeMentions(session);
  const mayReply = useMayReply();
  return (
    <section className={classes.conversation} aria-label={t('common.conversation')}>
      <ConversationHeader session={session} onBack={onBack} onPanel={onPanel} />
      <Timeline session={session} />
      {mayReply && <Composer key={session.id} session={session} />}
    </section>
  );
};
