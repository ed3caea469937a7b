import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyField } from '../../../components/copy-field.tsx';
import { t } from '../../../messages/translate.ts';
import { useSettingsForm } from '../settings-form.tsx';
import { userHashSamples } from './user-hash-samples.ts';

/** Code for the operator's server that creates a user_hash. */
export const HashSamples = () => {
  const { saved } = useSettingsForm();
  const [language, setLanguage] = useState(userHashSamples[0]!.language);
  const sample = userHashSamples.find((one) => one.language === language)!;
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={500}>
          {t('channelPage.samples.title')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('channelPage.samples.hint')}
        </Text>
      </div>
      <SegmentedControl
        size="xs"
        transitionDuration={0}
        aria-label={t('channelPage.samples.language')}
        readOnly={false}
        data={userHashSamples.map((one) => one.language)}
        value={language}
        onChange={setLanguage}
      />
      <CopyField
        label={t('channelPage.samples.code', { language })}
        value={sample.code(saved.id)}
        multiline
      />
    </Stack>
  );
};
