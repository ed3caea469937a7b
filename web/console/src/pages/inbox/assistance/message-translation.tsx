import { Alert, Button } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import classes from './assistance.module.css';
import { isSameLanguage, longestTranslatedText, operatorLanguage, useAbilities } from './use-assistance.ts';
import { useWriting } from './use-writing.ts';

/** Translates a message of the user on demand, if the user writes in another language than the operator reads. */
const MessageTranslation = ({ session, text }: { session: InboxSession; text: string }) => {
  const workspace = useWorkspace();
  const abilities = useAbilities(session);
  const { state, start, cancel, clear, ...writing } = useWriting();
  const language = operatorLanguage();
  const userLanguage = abilities?.userLanguage;
  const isReadable = userLanguage != null && isSameLanguage(userLanguage, language);
  if (!abilities?.canTranslate || isReadable || text.length > longestTranslatedText) return null;
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/translation', { sessionId: session.id });
  const translate = (): void =>
    void start((onEvent, signal) => api.postForEvents(path, { text, language }, onEvent, { signal }));
  return (
    <div className={classes.translation}>
      {writing.failure && (
        <Alert color="red" role="alert" p="xs">
          {writing.failure}
        </Alert>
      )}
      <div role="status" className={classes.translated}>
        {/* Announced when it is complete, not word by word. */}
        <span aria-busy={state === 'running'}>{writing.text}</span>
      </div>
      {state === 'running' ? (
        <Button size="compact-xs" variant="subtle" onClick={cancel}>
          {t('common.cancel')}
        </Button>
      ) : state === 'done' ? (
        <Button size="compact-xs" variant="subtle" onClick={clear}>
          {t('inboxAssist.message.hide')}
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconLanguage size={13} aria-hidden />}
          onClick={translate}
        >
          {t('inboxAssist.message.translate')}
        </Button>
      )}
    </div>
  );
};

export default MessageTranslation;
