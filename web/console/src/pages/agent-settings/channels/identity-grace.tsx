import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { formatDateTime } from '../../../lib/format-date-time.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useSetting } from '../settings-form.tsx';

const gracePeriods: { hours: number; label: LabelKey }[] = [
  { hours: 24, label: 'agentSettings.identity.graceDay' },
  { hours: 168, label: 'agentSettings.identity.graceWeek' },
  { hours: 1, label: 'agentSettings.identity.graceHour' },
  { hours: 0, label: 'agentSettings.identity.graceNone' },
];

/** How long a replaced identity secret stays valid, and the replaced secret that is still valid. */
export const IdentityGrace = () => {
  const { value, merge } = useSetting('channels');
  const { identityGraceHours: hours, previousIdentitySecret: previous } = value;
  if (!value.identitySecret) return null;
  const isListed = gracePeriods.some((period) => period.hours === hours);
  return (
    <>
      <NativeSelect
        label={t('agentSettings.identity.grace')}
        description={t('agentSettings.identity.graceHint')}
        data={[
          ...gracePeriods.map((period) => ({ value: String(period.hours), label: t(period.label) })),
          ...(isListed
            ? []
            : [{ value: String(hours), label: t('agentSettings.identity.graceHours', { hours }) }]),
        ]}
        value={String(hours)}
        onChange={(event) => merge({ identityGraceHours: Number(event.currentTarget.value) })}
      />
      {previous && Date.parse(previous.expiresAt) > Date.now() && (
        <Alert color="blue">
          <Group justify="space-between">
            <Text size="sm">
              {t('agentSettings.identity.previous', { time: formatDateTime(new Date(previous.expiresAt)) })}
            </Text>
            <Button variant="default" size="xs" onClick={() => merge({ previousIdentitySecret: null })}>
              {t('agentSettings.identity.endPrevious')}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
};
