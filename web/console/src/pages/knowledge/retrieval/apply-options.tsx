import { Button, Text } from '@mantine/core';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { isSame } from '../../../lib/is-same.ts';
import { t } from '../../../messages/translate.ts';
import { useAgent } from '../../../session/use-agent.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { optionsOfAgent, type RetrievalOptions } from './retrieval-options.ts';

/** Saves the tested options in the settings of the agent. Not shown to viewers. */
export const ApplyOptions = ({ options, label }: { options: RetrievalOptions; label: string }) => {
  const scope = useAgentScope();
  const agent = useAgent();
  const apply = useChange(
    (version: number) => api.patch(scope.api, { version, settings: { knowledge: { ...options } } }),
    { changes: [at(scope.workspace.api, '/agents')], done: t('knowledge.retrieval.applied') },
  );
  if (!scope.can('agent:write') || !agent.data) return null;
  const { version, settings } = agent.data;
  if (isSame(optionsOfAgent(settings), options))
    return (
      <Text size="xs" c="dimmed">
        {t('knowledge.retrieval.inUse')}
      </Text>
    );
  return (
    <Button variant="default" size="xs" loading={apply.isPending} onClick={() => apply.mutate(version)}>
      {label}
    </Button>
  );
};
