import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import type { TestSet } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { formatShare } from './format-share.ts';

/** The service keeps this many runs of a set. */
const keptRuns = 20;

const RequiredSet = ({ set, version }: { set: TestSet; version: number }) => {
  const agent = useAgentScope();
  const runs = useResource(at(agent.api, '/test-sets/{setId}/runs', { setId: set.id }), {
    query: { page: 1, pageSize: keptRuns },
    // A run that has just ended decides.
    staleMs: 0,
  });
  const run = runs.data?.items.find((one) => one.version === version && one.status === 'completed');
  const required = set.requiredPassRate ?? 0;
  const rate = run?.passRate?.rate ?? 0;
  return (
    <Group gap="xs" component="li" style={{ listStyle: 'none' }}>
      <Anchor component={Link} href={`${agent.href}/test-sets/${set.id}`} size="sm">
        {set.name}
      </Anchor>
      {runs.data &&
        (run ? (
          <StatusBadge tone={rate >= required ? 'good' : 'bad'}>
            {t('evaluation.required.rate', { rate: formatShare(rate), required: formatShare(required) })}
          </StatusBadge>
        ) : (
          <StatusBadge tone="notice">{t('evaluation.required.notRun', { version })}</StatusBadge>
        ))}
    </Group>
  );
};

/** The test sets that must pass before this version can be published. Nothing if there are none. */
export const RequiredSets = ({ version }: { version: number }) => {
  const agent = useAgentScope();
  const sets = useResource(at(agent.api, '/test-sets'));
  const required = sets.data?.items.filter(({ requiredPassRate }) => requiredPassRate !== null) ?? [];
  if (required.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        {t('evaluation.required.title')}
      </Text>
      <Stack gap={4} component="ul" p={0} m={0}>
        {required.map((set) => (
          <RequiredSet key={set.id} set={set} version={version} />
        ))}
      </Stack>
    </Stack>
  );
};
