import { t } from '../messages/translate.ts';
import { useFromChat } from './page-context.ts';

/** Refers to the disclosure from the text box, so that screen readers read it there. */
export const disclosureId = 'ai-disclosure';

/** Says that an AI answers. Not while a person was asked for or answers. */
export const Disclosure = () => {
  const text = useFromChat(({ session, conversation: { status } }) =>
    status === 'agent' || status === 'email' ? session?.agent.ai_disclosure : null,
  );
  if (text === null || text === undefined) return null;
  return (
    <p class="disclosure" id={disclosureId} dir={text === '' ? undefined : 'auto'}>
      {text || t('disclosure')}
    </p>
  );
};
