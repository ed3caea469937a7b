import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentRetention } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { rich } from '../../../messages/rich.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useSettingsForm } from '../settings-form.tsx';

const mostDays = 3650;

type Days = Pick<AgentRetention, 'conversationDays' | 'traceDays' | 'fileDays'>;
type Fields = Record<keyof Days, string | number>;

const fields: { name: keyof Days; label: LabelKey; hint: LabelKey }[] = [
  {
    name: 'conversationDays',
    label: 'agentSettings.retention.conversations',
    hint: 'agentSettings.retention.conversationsHint',
  },
  {
    name: 'traceDays',
    label: 'agentSettings.retention.traces',
    hint: 'agentSettings.retention.tracesHint',
  },
  { name: 'fileDays', label: 'agentSettings.retention.files', hint: 'agentSettings.retention.filesHint' },
];

const isValid = (value: string | number): boolean =>
  value === '' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostDays);

const toDays = (value: string | number): number | null => (value === '' ? null : Number(value));

/** Whether more is deleted with the new value. */
const isShorter = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before);

const LastRun = ({ run }: { run: AgentRetention['lastRun'] }) => {
  if (run === null)
    return (
      <Text size="sm" c="dimmed">
        {t('agentSettings.retention.noRun')}
      </Text>
    );
  const { startedAt, endedAt, rounds: _rounds, ...deleted } = run;
  const time = <TimeText time={endedAt ?? startedAt} c="dimmed" />;
  return (
    <Text size="sm" c="dimmed">
      {endedAt === null
        ? rich('agentSettings.retention.running', { time, conversations: run.conversations })
        : rich('agentSettings.retention.lastRun', { time, ...deleted })}
    </Text>
  );
};

/** What the next run deletes. */
const Consequences = ({ saved, days }: { saved: Days; days: Days }) => {
  const { api: path } = useAgentScope();
  const { conversationDays, traceDays, fileDays } = days;
  const isCounted = isShorter(saved.conversationDays, conversationDays);
  const preview = useResource(at(path, '/retention/preview'), {
    query: { conversationDays: conversationDays ?? mostDays },
    enabled: isCounted,
  });
  return (
    <Stack gap="xs">
      {isCounted && (
        <ResourceView resource={preview} bars={1}>
          {({ conversations: count }) => (
            <Text size="sm">
              {t('agentSettings.retention.confirmConversations', { count, days: conversationDays! })}
            </Text>
          )}
        </ResourceView>
      )}
      {isShorter(saved.traceDays, traceDays) && (
        <Text size="sm">{t('agentSettings.retention.confirmTraces', { days: traceDays! })}</Text>
      )}
      {isShorter(saved.fileDays, fileDays) && (
        <Text size="sm">{t('agentSettings.retention.confirmFiles', { days: fileDays! })}</Text>
      )}
      <Text size="sm">{t('agentSettings.retention.confirmEnd')}</Text>
    </Stack>
  );
};

const RetentionForm = ({ retention }: { retention: AgentRetention }) => {
  const scope = useAgentScope();
  const { isReadOnly } = useSettingsForm();
  const [values, setValues] = useState<Fields>(() => ({
    conversationDays: retention.conversationDays ?? '',
    traceDays: retention.traceDays ?? '',
    fileDays: retention.fileDays ?? '',
  }));
  const [isAsking, setIsAsking] = useState(false);
  const days: Days = {
    conversationDays: toDays(values.conversationDays),
    traceDays: toDays(values.traceDays),
    fileDays: toDays(values.fileDays),
  };
  const save = useChange(() => api.patch(at(scope.api, '/retention'), days), {
    changes: [at(scope.api, '/retention')],
    done: t('agentSettings.retention.saved'),
  });
  const areValid = Object.values(values).every(isValid);
  const isChanged = fields.some(({ name }) => days[name] !== retention[name]);
  const deletesMore = fields.some(({ name }) => isShorter(retention[name], days[name]));
  return (
    <>
      {fields.map(({ name, label, hint }) => (
        <NumberInput
          key={name}
          label={t(label)}
          description={t(hint)}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          error={isValid(values[name]) ? undefined : t('agentSettings.retention.range', { most: mostDays })}
          value={values[name]}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <LastRun run={retention.lastRun} />
      <div>
        <Button
          variant="default"
          loading={save.isPending}
          disabled={isReadOnly || !isChanged || !areValid}
          onClick={() => (deletesMore ? setIsAsking(true) : save.mutate(undefined))}
        >
          {t('agentSettings.retention.save')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('agentSettings.retention.confirm')}
        action={t('agentSettings.retention.save')}
        onConfirm={() => save.mutateAsync(undefined)}
      >
        <Consequences saved={retention} days={days} />
      </ConfirmDialog>
    </>
  );
};

/** How long data of users is kept. Saved on its own, because it is not part of the versions of the agent. */
export const RetentionSection = () => {
  const { api: path } = useAgentScope();
  const retention = useResource(at(path, '/retention'));
  return (
    <FormSection
      id="retention"
      title={t('agentSettings.retention.title')}
      description={t('agentSettings.retention.description')}
    >
      <ResourceView resource={retention} bars={4}>
        {(data) => <RetentionForm retention={data} />}
      </ResourceView>
    </FormSection>
  );
};
