import { ActionIcon, Button, Group, NativeSelect, Paper, Stack, Textarea, Title } from '@mantine/core';
import { IconCopyCheck, IconX } from '@tabler/icons-react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Agent } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { connectionChoices } from '../../lib/model-choices.ts';
import { t } from '../../messages/translate.ts';
import { useModelConnections } from '../../session/use-model-connections.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { FlowSelect } from './flow-select.tsx';
import type { TimedTrial } from './timed-trial.ts';
import { letterOf, settingsOf, type Variant } from './variant.ts';
import { VariantResults } from './variant-results.tsx';

interface VariantColumnProps {
  agent: Agent;
  index: number;
  variant: Variant;
  trials: readonly TimedTrial[];
  onChange(variant: Variant): void;
  /** Undefined: a comparison needs this column. */
  onRemove: (() => void) | undefined;
}

/** The settings of the chosen version. Undefined while they are loading. */
const useShownSettings = (agent: Agent, version: number | null): Agent['settings'] | undefined => {
  const scope = useAgentScope();
  const chosen = useResource(at(scope.api, '/versions/{version}', { version: String(version ?? 0) }), {
    enabled: version !== null,
  });
  return version === null ? agent.settings : chosen.data?.settings;
};

const UseVariant = ({
  agent,
  variant,
  settings,
  letter,
}: {
  agent: Agent;
  variant: Variant;
  settings: Agent['settings'] | undefined;
  letter: string;
}) => {
  const scope = useAgentScope();
  const save = useChange(
    () => api.patch(scope.api, { version: agent.version, settings: settingsOf(variant, settings) }),
    { changes: [at(scope.workspace.api, '/agents')], done: t('sideBySide.saved', { letter }) },
  );
  if (!scope.can('agent:write')) return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconCopyCheck size={14} aria-hidden />}
      loading={save.isPending}
      disabled={settings === undefined}
      onClick={() => save.mutate(undefined)}
    >
      {t('sideBySide.use', { letter })}
    </Button>
  );
};

/** One column: what it tries, and its replies. */
export const VariantColumn = ({ agent, index, variant, trials, onChange, onRemove }: VariantColumnProps) => {
  const scope = useAgentScope();
  const letter = letterOf(index);
  const { connections } = useModelConnections();
  const versions = useResource(at(scope.api, '/versions'), { query: { page: 1, pageSize: 50 } });
  const settings = useShownSettings(agent, variant.version);
  return (
    <Paper p="md" component="section" aria-label={t('sideBySide.column', { letter })}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2}>{t('sideBySide.column', { letter })}</Title>
          {onRemove && (
            <ActionIcon aria-label={t('sideBySide.remove', { letter })} onClick={onRemove}>
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
        <NativeSelect
          label={t(agent.kind === 'flow' ? 'sideBySide.settings' : 'sideBySide.version')}
          value={variant.version ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onChange({ ...variant, version: chosen === '' ? null : Number(chosen), prompt: null });
          }}
          data={[
            { value: '', label: t('sideBySide.current') },
            ...(versions.data?.items ?? []).map(({ version, note }) => ({
              value: String(version),
              label: t('sideBySide.versionNamed', {
                version,
                note: note === '' ? '' : ` · ${note.slice(0, 60)}`,
              }),
            })),
          ]}
        />
        {agent.kind === 'flow' && (
          <FlowSelect value={variant.flow} onChange={(flow) => onChange({ ...variant, flow })} />
        )}
        <NativeSelect
          label={t(agent.kind === 'flow' ? 'sideBySide.flowModel' : 'sideBySide.model')}
          value={variant.model}
          onChange={(event) => onChange({ ...variant, model: event.currentTarget.value })}
          data={[
            { value: '', label: t('sideBySide.ownModel') },
            { value: 'embedded', label: t('tryIt.model.embedded') },
            ...connectionChoices(connections),
          ]}
        />
        {agent.kind === 'simple' && (
          <Textarea
            label={t('tryIt.prompt')}
            value={variant.prompt ?? settings?.prompt ?? ''}
            onChange={(event) => onChange({ ...variant, prompt: event.currentTarget.value })}
            placeholder={t('tryIt.promptPlaceholder')}
            disabled={settings === undefined}
            autosize
            minRows={4}
            maxRows={12}
          />
        )}
        {agent.kind === 'simple' && (
          <UseVariant agent={agent} variant={variant} settings={settings} letter={letter} />
        )}
        <VariantResults letter={letter} trials={trials} />
      </Stack>
    </Paper>
  );
};
