import { Anchor, Checkbox, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useAgent, useAgents } from '../../../session/use-agent.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useEditor } from '../editor-context.ts';
import { useTables } from './use-known-variables.ts';

interface PickerProps {
  label: string;
  description?: string;
  value: string;
  onChange(value: string): void;
}

interface ChoiceProps extends PickerProps {
  options: { value: string; label: string }[];
  /** Where to make one. */
  hint: ReactNode;
}

/** One of what there is; what is not there any more is still shown, and told of. */
const Choice = ({ label, description, value, onChange, options, hint }: ChoiceProps) => {
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <NativeSelect
      label={label}
      description={options.length === 0 ? hint : description}
      error={isKnown ? undefined : 'It is not there (any more)'}
      data={[
        { value: '', label: 'Choose…' },
        ...options,
        ...(isKnown ? [] : [{ value, label: `${value} (missing)` }]),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

const SettingsHint = ({ what }: { what: string }) => {
  const { href } = useAgentScope();
  return (
    <>
      The agent has none yet:{' '}
      <Anchor component={Link} href={`${href}/settings?section=tools`} size="xs">
        add {what}
      </Anchor>
    </>
  );
};

export const TablePicker = (props: PickerProps) => {
  const { href } = useAgentScope();
  const tables = useTables();
  // By its name: an exported flow then fits another agent with a table of that name.
  const byId = tables.find(({ id }) => id === props.value);
  return (
    <Choice
      {...props}
      value={byId ? byId.name : props.value}
      options={tables.map(({ name }) => ({ value: name, label: name }))}
      hint={
        <>
          The agent has no tables yet:{' '}
          <Anchor component={Link} href={`${href}/tables`} size="xs">
            make one
          </Anchor>
        </>
      }
    />
  );
};

export const HttpToolPicker = (props: PickerProps) => {
  const tools = useAgent().data?.settings.tools.http ?? [];
  return (
    <Choice
      {...props}
      options={tools.map(({ name }) => ({ value: name, label: name }))}
      hint={<SettingsHint what="an HTTP tool" />}
    />
  );
};

export const McpServerPicker = (props: PickerProps) => {
  const servers = useAgent().data?.settings.tools.mcp ?? [];
  return (
    <Choice
      {...props}
      options={servers.map(({ name }) => ({ value: name, label: name }))}
      hint={<SettingsHint what="an MCP server" />}
    />
  );
};

export const FlowAgentPicker = (props: PickerProps) => {
  const { workspace, id } = useAgentScope();
  const agents = useAgents(workspace).data?.items ?? [];
  const others = agents.filter((agent) => agent.kind === 'flow' && agent.id !== id);
  return (
    <Choice
      {...props}
      options={others.map((agent) => ({ value: agent.id, label: agent.name }))}
      hint="There is no other flow agent in this workspace yet"
    />
  );
};

interface IdsProps {
  label: string;
  description?: string;
  value: string[] | null;
  onChange(value: string[] | null): void;
}

export const BasesPicker = ({ value, onChange }: IdsProps) => {
  const { api } = useAgentScope();
  const { data } = useResource(at(api, '/knowledge-bases'), { query: { pageSize: 100 } });
  const bases = data?.items ?? [];
  return (
    <Stack gap={6}>
      <Switch
        label="Search as the agent's settings say"
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : bases.map(({ id }) => id))}
      />
      {value !== null && (
        <Checkbox.Group label="Only these knowledge bases" value={value} onChange={onChange}>
          <Stack gap={6} mt={6}>
            {bases.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
};

export const PassagesPicker = ({ label, description, value, onChange }: IdsProps) => {
  const { shown } = useEditor();
  const retrievals = shown.nodes.filter(({ type }) => type === 'retrieval');
  if (retrievals.length === 0)
    return (
      <Text size="xs" c="dimmed">
        To answer from the knowledge, add a retrieval component before this one.
      </Text>
    );
  return (
    <Checkbox.Group label={label} description={description} value={value ?? []} onChange={onChange}>
      <Stack gap={6} mt={6}>
        {retrievals.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
