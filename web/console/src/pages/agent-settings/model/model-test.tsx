import { IconPlugConnected } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ModelConfig } from '../../../api/derived-types.ts';
import type { ModelTrial } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { usePlace, useWorkspace } from '../../../session/use-workspace.ts';
import { ConnectionTest } from '../connection-test.tsx';

const verdictOf = ({ ok, latencyMs, firstTokenMs, reason }: ModelTrial): string => {
  if (!ok) return reason ?? 'The model did not answer.';
  const firstWord = firstTokenMs == null ? '' : `, its first word after ${firstTokenMs} ms`;
  return `The model answered in ${latencyMs} ms${firstWord}.`;
};

/** Asks the model for a word, with what stands in the form now. */
export const ModelTest = ({ model }: { model: ModelConfig }) => {
  const workspace = useWorkspace();
  const { agent } = usePlace();
  const test = useChange(
    (config: ModelConfig) =>
      api.post(at(workspace.api, '/models/test'), { model: config, agentId: agent?.id }),
    { quiet: true },
  );
  return (
    <ConnectionTest
      label="Test the connection"
      icon={<IconPlugConnected size={15} aria-hidden />}
      size="xs"
      test={test}
      onStart={() => test.mutate(model)}
    >
      {verdictOf}
    </ConnectionTest>
  );
};
