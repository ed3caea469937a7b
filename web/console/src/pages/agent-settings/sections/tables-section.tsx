import { Checkbox, Stack, Switch } from '@mantine/core';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useSetting } from '../settings-form.tsx';

export const TablesSection = () => {
  const agent = useAgentScope();
  const { value, merge } = useSetting('tables');
  const { data } = useResource(at(agent.api, '/tables'), { query: { pageSize: 100 } });
  const tables = data?.items ?? [];
  return (
    <FormSection title={t('shell.page.tables')} description={t('agentSettings.tables.description')}>
      <Switch
        label={t('agentSettings.tables.lookup')}
        checked={value.lookup}
        onChange={(event) => merge({ lookup: event.currentTarget.checked })}
      />
      <Switch
        label={t('agentSettings.tables.add')}
        checked={value.add}
        onChange={(event) => merge({ add: event.currentTarget.checked })}
      />
      <Switch
        label={t('agentSettings.tables.update')}
        checked={value.update}
        onChange={(event) => merge({ update: event.currentTarget.checked })}
      />
      <Switch
        label={t('agentSettings.tables.visitors')}
        description={t('agentSettings.tables.visitorsHint')}
        checked={value.visitors}
        onChange={(event) => merge({ visitors: event.currentTarget.checked })}
      />
      <Switch
        label={t('agentSettings.tables.all')}
        checked={value.tableIds === null}
        onChange={(event) =>
          merge({ tableIds: event.currentTarget.checked ? null : tables.map(({ id }) => id) })
        }
      />
      {value.tableIds !== null && (
        <Checkbox.Group
          label={t('agentSettings.tables.only')}
          value={value.tableIds}
          onChange={(tableIds) => merge({ tableIds })}
        >
          <Stack gap={6} mt={6}>
            {tables.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FormSection>
  );
};
