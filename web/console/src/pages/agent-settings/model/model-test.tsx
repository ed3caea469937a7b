import { IconPlugConnected } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ModelConfig, ModelReference } from '../../../api/derived-types.ts';
import type { ModelTrial } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { formatDuration } from '../../../lib/format-duration.ts';
import { t } from '../../../messages/translate.ts';
import { usePlace, useWorkspace } from '../../../session/use-workspace.ts';
import { ConnectionTest } from '../connection-test.tsx';

const describeResult = ({ ok, latencyMs, firstTokenMs, reason }: ModelTrial): string => {
  if (!ok) return reason ?? t('agentSettings.model.test.failed');
  const total = formatDuration(Math.round(latencyMs));
  if (firstTokenMs === null) return t('agentSettings.model.test.answered', { total });
  const first = formatDuration(Math.round(firstTokenMs));
  return t('agentSettings.model.test.answeredWithFirst', { total, first });
};

/** Sends a test message to the model as entered in the form. */
export const ModelTest = ({ model }: { model: ModelConfig | ModelReference }) => {
  const workspace = useWorkspace();
  const { agent } = usePlace();
  const test = useChange(
    (config: ModelConfig | ModelReference) =>
      api.post(at(workspace.api, '/models/test'), { model: config, agentId: agent?.id }),
    { quiet: true },
  );
  return (
    <ConnectionTest
      label={t('agentSettings.testConnection')}
      icon={<IconPlugConnected size={15} aria-hidden />}
      size="xs"
      test={test}
      onStart={() => test.mutate(model)}
    >
      {describeResult}
    </ConnectionTest>
  );
};
