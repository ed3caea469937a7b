import { Code, Group, Stack, Text } from '@mantine/core';
import { at } from '../../api/address.ts';
import type { AgentDifference } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { Labels } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { TextDifference } from './text-difference.tsx';

const fieldLabels: Labels = {
  name: 'common.name',
  apiEnabled: 'agents.api',
  'settings.prompt': 'agents.new.prompt',
};

const secretLabels = {
  set: 'versions.secret.set',
  changed: 'versions.secret.changed',
  removed: 'versions.secret.removed',
} as const;

const showValue = (value: unknown): string => {
  if (value === null || value === '') return t('versions.nothing');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
};

const Difference = ({ difference }: { difference: AgentDifference }) => {
  if (difference.kind === 'secret')
    return <StatusBadge tone="notice">{t(secretLabels[difference.change])}</StatusBadge>;
  if (difference.kind === 'text')
    return <TextDifference before={difference.before} after={difference.after} />;
  return <TextDifference before={showValue(difference.before)} after={showValue(difference.after)} />;
};

/** The fields that change from one version to another. */
export const Differences = ({ from, to }: { from: number; to: number }) => {
  const { api } = useAgentScope();
  const path = at(api, '/versions/{version}/differences', { version: String(to) });
  const differences = useResource(path, { query: { from } });
  return (
    <ResourceView resource={differences}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('versions.same')}
          </Text>
        ) : (
          <Stack gap="md">
            {items.map((difference) => (
              <section key={difference.field} aria-label={difference.field}>
                <Group gap="xs" mb={4}>
                  {Object.hasOwn(fieldLabels, difference.field) ? (
                    <Text size="sm" fw={600}>
                      {t(fieldLabels[difference.field]!)}
                    </Text>
                  ) : (
                    <Code>{difference.field}</Code>
                  )}
                </Group>
                <Difference difference={difference} />
              </section>
            ))}
          </Stack>
        )
      }
    </ResourceView>
  );
};
