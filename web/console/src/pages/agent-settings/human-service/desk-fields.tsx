import { TextInput } from '@mantine/core';
import { t } from '../../../messages/translate.ts';
import { ReceiverExamples } from '../receiver-examples.tsx';
import { ReceiverFields } from '../receiver-fields.tsx';
import { ReceiverTest } from '../receiver-test.tsx';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

const baseUrlExample = 'https://desk.example.com';
const supportEmailExample = 'support@example.com';

/** The human service at a URL of the developer. */
export const DeskFields = () => {
  const { value, merge } = useSetting('humanService');
  const { saved, unsaved } = useSettingsForm();
  return (
    <>
      <TextInput
        label={t('agentSettings.humanService.baseUrl')}
        type="url"
        placeholder={baseUrlExample}
        value={value.baseUrl ?? ''}
        onChange={(event) => merge({ baseUrl: event.currentTarget.value || null })}
      />
      <TextInput
        label={t('agentSettings.humanService.chatPath')}
        value={value.chatPath}
        onChange={(event) => merge({ chatPath: event.currentTarget.value })}
      />
      <ReceiverFields
        value={value}
        onChange={merge}
        hasWeakSecret={saved.weakSecrets.includes('humanService.signingSecrets')}
      />
      <TextInput
        label={t('agentSettings.humanService.supportEmail')}
        description={t('agentSettings.humanService.supportEmailHint')}
        type="email"
        placeholder={supportEmailExample}
        value={value.supportEmail}
        onChange={(event) => merge({ supportEmail: event.currentTarget.value })}
      />
      <ReceiverTest target="human_service" isReady={value.baseUrl !== null} unsaved={unsaved} />
      <ReceiverExamples target="human_service" isReady={value.baseUrl !== null} unsaved={unsaved} />
    </>
  );
};
