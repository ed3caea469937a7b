import { Group, NativeSelect, TextInput } from '@mantine/core';
import { channelName } from '../../lib/channel-labels.ts';
import { t } from '../../messages/translate.ts';
import { useAgents } from '../../session/use-agent.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import type { useReportQuery } from './use-report-query.ts';

const periods = [7, 30, 90, 365];

type Filters = Omit<ReturnType<typeof useReportQuery>, 'query'> & {
  channels: readonly string[];
};

export const ReportFilters = ({ values, set, channels }: Filters) => {
  const agents = useAgents(useWorkspace()).data?.items ?? [];
  return (
    <Group mb="lg" align="flex-end">
      <NativeSelect
        label={t('common.agent')}
        value={values.agentId}
        onChange={(event) => set.agentId(event.currentTarget.value)}
        data={[
          { value: '', label: t('handoffReport.allAgents') },
          ...agents.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        label={t('common.channel')}
        value={values.channel}
        onChange={(event) => set.channel(event.currentTarget.value)}
        data={[
          { value: '', label: t('analytics.allChannels') },
          ...[...new Set([...channels, ...(values.channel ? [values.channel] : [])])].map((channel) => ({
            value: channel,
            label: channelName(channel),
          })),
        ]}
      />
      <NativeSelect
        label={t('usage.period')}
        value={values.days}
        onChange={(event) => set.days(event.currentTarget.value)}
        data={[
          ...periods.map((days) => ({ value: String(days), label: t('usage.lastDays', { days }) })),
          { value: 'custom', label: t('analytics.customPeriod') },
        ]}
      />
      {values.days === 'custom' && (
        <>
          <TextInput
            type="date"
            label={t('analytics.from')}
            value={values.from}
            onChange={(event) => set.from(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('analytics.to')}
            value={values.to}
            onChange={(event) => set.to(event.currentTarget.value)}
          />
        </>
      )}
    </Group>
  );
};
