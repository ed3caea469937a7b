import { NativeSelect } from '@mantine/core';
import type { ModelReference } from '../../api/derived-types.ts';
import { connectionChoices, hasModel, parseReference, referenceValue } from '../../lib/model-choices.ts';
import { t } from '../../messages/translate.ts';
import { useModelConnections } from '../../session/use-model-connections.ts';

interface JudgeModelSelectProps {
  /** Null: the model of the agent. */
  model: ModelReference | null;
  onChange(model: ModelReference | null): void;
}

/** The model that decides expectations of the type "judged by a model". */
export const JudgeModelSelect = ({ model, onChange }: JudgeModelSelectProps) => {
  const { connections, isLoaded } = useModelConnections();
  const isGone = model !== null && isLoaded && !hasModel(connections, model);
  return (
    <NativeSelect
      label={t('evaluation.set.judge')}
      description={t('evaluation.set.judgeHint')}
      error={isGone && t('evaluation.set.judgeGone')}
      value={model === null ? '' : referenceValue(model)}
      onChange={(event) => onChange(parseReference(event.currentTarget.value) ?? null)}
      data={[
        { value: '', label: t('evaluation.set.judgeOwn') },
        ...(isGone ? [{ value: referenceValue(model), label: model.name }] : []),
        ...connectionChoices(connections),
      ]}
    />
  );
};
