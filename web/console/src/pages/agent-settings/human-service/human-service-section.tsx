import { Group, NumberInput, Radio, Stack, TagsInput } from '@mantine/core';
import type { AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';
import { AssignmentFields } from './assignment-fields.tsx';
import { DeskFields } from './desk-fields.tsx';
import { OpeningHoursFields } from './opening-hours/opening-hours-fields.tsx';

type Type = AgentSettings['humanService']['type'];

const maxText = 1000;

/** The service does the same if a change names only the type; here the person sees it before saving. */
const defaultFirstReplySeconds: Record<Type, number> = { webhook: 60, inbox: 600 };

const typeChange = ({ type: before, firstReplySeconds }: AgentSettings['humanService'], type: Type) => ({
  type,
  ...(firstReplySeconds === defaultFirstReplySeconds[before] && {
    firstReplySeconds: defaultFirstReplySeconds[type],
  }),
});

const InboxFields = () => (
  <>
    <AssignmentFields />
    <OpeningHoursFields />
  </>
);

/** Where people answer, and what users are told about it. */
export const HumanServiceSection = () => {
  const { value, merge } = useSetting('humanService');
  const text = (field: 'connectingText' | 'emailText' | 'unreachableText') => ({
    limit: maxText,
    value: value[field],
    onChange: (event: { currentTarget: { value: string } }) => merge({ [field]: event.currentTarget.value }),
  });
  return (
    <FormSection
      title={t('agentSettings.humanService.title')}
      description={t('agentSettings.humanService.description')}
    >
      <Radio.Group
        label={t('agentSettings.humanService.type')}
        value={value.type}
        onChange={(type) => merge(typeChange(value, type as Type))}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="inbox"
            label={t('agentSettings.humanService.typeInbox')}
            description={t('agentSettings.humanService.typeInboxHint')}
          />
          <Radio
            value="webhook"
            label={t('agentSettings.humanService.typeWebhook')}
            description={t('agentSettings.humanService.typeWebhookHint')}
          />
        </Stack>
      </Radio.Group>
      {value.type === 'webhook' ? <DeskFields /> : <InboxFields />}
      <TagsInput
        label={t('agentSettings.humanService.phrases')}
        description={t('agentSettings.humanService.phrasesHint')}
        value={value.phrases}
        onChange={(phrases) => merge({ phrases })}
        splitChars={[]}
        placeholder={
          value.phrases.length === 0 ? t('agentSettings.humanService.phrasesPlaceholder') : undefined
        }
      />
      <Group grow preventGrowOverflow={false} align="flex-start">
        <NumberInput
          label={t('agentSettings.humanService.firstReply')}
          suffix=" s"
          min={1}
          max={86_400}
          value={value.firstReplySeconds}
          onChange={(seconds) => merge({ firstReplySeconds: numberOrNull(seconds) ?? 1 })}
        />
        <NumberInput
          label={t('agentSettings.humanService.idle')}
          suffix=" s"
          min={1}
          max={604_800}
          value={value.idleSeconds}
          onChange={(seconds) => merge({ idleSeconds: numberOrNull(seconds) ?? 1 })}
        />
      </Group>
      <LimitedInput
        label={t('agentSettings.humanService.connectingText')}
        description={t('agentSettings.humanService.connectingTextHint')}
        {...text('connectingText')}
      />
      <LimitedInput
        label={t('agentSettings.humanService.emailText')}
        description={t('agentSettings.humanService.emailTextHint')}
        {...text('emailText')}
      />
      {value.type === 'webhook' && (
        <LimitedInput
          label={t('translations.unreachable')}
          description={t('translations.unreachableHint')}
          {...text('unreachableText')}
        />
      )}
    </FormSection>
  );
};
