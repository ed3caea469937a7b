import { Checkbox, Stack, Switch } from '@mantine/core';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useSetting } from '../settings-form.tsx';

export const TablesSection = () => {
  const agent = useAgentScope();
  const { value, merge } = useSetting('tables');
  const { data } = useResource(at(agent.api, '/tables'), { query: { pageSize: 100 } });
  const tables = data?.items ?? [];
  return (
    <FormSection
      title="Tables"
      description="What the model may do with the agent's tables during a conversation."
    >
      <Switch
        label="Look records up"
        checked={value.lookup}
        onChange={(event) => merge({ lookup: event.currentTarget.checked })}
      />
      <Switch
        label="Add records"
        checked={value.add}
        onChange={(event) => merge({ add: event.currentTarget.checked })}
      />
      <Switch
        label="Change records"
        checked={value.update}
        onChange={(event) => merge({ update: event.currentTarget.checked })}
      />
      <Switch
        label="Also for visitors"
        description="Off: the model uses tables only in conversations of the API, not on the share page, in iframes and widgets. On: everything it can look up can be asked for by anybody who reaches the chat"
        checked={value.visitors}
        onChange={(event) => merge({ visitors: event.currentTarget.checked })}
      />
      <Switch
        label="Every table"
        checked={value.tableIds === null}
        onChange={(event) =>
          merge({ tableIds: event.currentTarget.checked ? null : tables.map(({ id }) => id) })
        }
      />
      {value.tableIds !== null && (
        <Checkbox.Group
          label="Only these"
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
