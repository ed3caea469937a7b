import { Button, Group, NativeSelect, Paper, Stack, Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { DefaultModel } from '../../api/derived-types.ts';
import type { ConfiguredModel, ModelConnection } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { connectionChoices, parseReference, referenceValue } from '../../lib/model-choices.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { ModelTestResult } from './model-test-result.tsx';

interface DefaultModelSectionProps {
  connections: ModelConnection[];
  value: DefaultModel | null;
  /** The default model of the service, once it is known. */
  service: ConfiguredModel | undefined;
}

const choiceOf = (model: DefaultModel | null): string =>
  model === null ? '' : model.provider === 'connection' ? referenceValue(model) : model.provider;

const modelOf = (value: string): DefaultModel | null =>
  value === '' ? null : (parseReference(value) ?? { provider: 'embedded' });

/** The model of agents without their own. */
export const DefaultModelSection = ({ connections, value, service }: DefaultModelSectionProps) => {
  const workspace = useWorkspace();
  const canWrite = workspace.can('agent:write');
  const choose = useChange(
    (model: DefaultModel | null) => api.put(at(workspace.api, '/default-model'), { model }),
    { changes: [at(workspace.api, '/model-connections')], done: t('models.default.saved') },
  );
  const test = useChange(() => api.post(at(workspace.api, '/models/test')), { quiet: true });
  const serviceName = service && !service.isEmbedded ? (service.name ?? '') : t('models.embedded');
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <Title order={2}>{t('models.default')}</Title>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={t('models.default.label')}
            description={t('models.default.hint')}
            data={[
              { value: '', label: t('models.default.service', { name: serviceName }) },
              { value: 'embedded', label: t('models.embedded') },
              ...connectionChoices(connections),
            ]}
            value={choiceOf(value)}
            disabled={!canWrite || choose.isPending}
            onChange={(event) => {
              test.reset();
              choose.mutate(modelOf(event.currentTarget.value));
            }}
            style={{ flex: '1 1 280px' }}
          />
          {canWrite && (
            <Button
              variant="default"
              leftSection={<IconPlugConnected size={16} aria-hidden />}
              loading={test.isPending}
              onClick={() => test.mutate(undefined)}
            >
              {t('models.testDefault')}
            </Button>
          )}
        </Group>
        <ModelTestResult result={test.data} error={test.error} />
      </Stack>
    </Paper>
  );
};
