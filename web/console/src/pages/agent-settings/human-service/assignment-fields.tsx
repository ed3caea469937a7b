import { NumberInput, Select, Switch } from '@mantine/core';
import type { AgentSettings } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

type Assignment = AgentSettings['humanService']['inbox']['assignment'];

/** How new sessions of the inbox get an operator, and whether users rate them. */
export const AssignmentFields = () => {
  const { value, merge } = useSetting('humanService');
  const change = (part: Partial<typeof value.inbox>) => merge({ inbox: { ...value.inbox, ...part } });
  return (
    <>
      <Select
        label={t('agentSettings.humanService.assignment')}
        description={t('agentSettings.humanService.assignmentHint')}
        allowDeselect={false}
        data={[
          { value: 'manual', label: t('agentSettings.humanService.assignmentManual') },
          { value: 'round_robin', label: t('agentSettings.humanService.assignmentRoundRobin') },
        ]}
        value={value.inbox.assignment}
        onChange={(assignment) => change({ assignment: assignment as Assignment })}
      />
      {value.inbox.assignment === 'round_robin' && (
        <NumberInput
          label={t('agentSettings.humanService.maxOpen')}
          description={t('agentSettings.humanService.maxOpenHint')}
          min={1}
          max={1000}
          value={value.inbox.maxOpenPerPerson}
          onChange={(count) => change({ maxOpenPerPerson: numberOrNull(count) ?? 1 })}
        />
      )}
      <Switch
        label={t('agentSettings.humanService.survey')}
        description={t('agentSettings.humanService.surveyHint')}
        checked={value.inbox.survey}
        onChange={({ currentTarget }) => change({ survey: currentTarget.checked })}
      />
    </>
  );
};
