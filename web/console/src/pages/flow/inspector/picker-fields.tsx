import { Anchor, Checkbox, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { rich } from '../../../messages/rich.ts';
import { t } from '../../../messages/translate.ts';
import { useAgent, useAgents } from '../../../session/use-agent.ts';
import { useKnowledgeBases } from '../../../session/use-knowledge-bases.ts';
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
  /** Shown if there are no options: how to create one. */
  hint: ReactNode;
}

/** A select. A value that no longer exists is shown with an error. */
const Choice = ({ label, description, value, onChange, options, hint }: ChoiceProps) => {
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <NativeSelect
      label={label}
      description={options.length === 0 ? hint : description}
      error={isKnown ? undefined : t('flow.picker.missingError')}
      data={[
        { value: '', label: t('flow.picker.choose') },
        ...options,
        ...(isKnown ? [] : [{ value, label: t('flow.picker.missing', { name: value }) }]),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

type HintKey = 'flow.picker.noHttpTool' | 'flow.picker.noMcpServer' | 'flow.picker.noTable';

/** Links to the page of the agent where the missing thing is created. */
const CreateHint = ({ text, page }: { text: HintKey; page: string }) => {
  const { href } = useAgentScope();
  return rich(text, {
    link: (label) => (
      <Anchor component={Link} href={`${href}/${page}`} size="xs">
        {label}
      </Anchor>
    ),
  });
};

export const TablePicker = (props: PickerProps) => {
  const tables = useTables();
  // Tables are saved by name, so that an exported flow works for another agent with a table of that name.
  const byId = tables.find(({ id }) => id === props.value);
  return (
    <Choice
      {...props}
      value={byId ? byId.name : props.value}
      options={tables.map(({ name }) => ({ value: name, label: name }))}
      hint={<CreateHint text="flow.picker.noTable" page="tables" />}
    />
  );
};

export const HttpToolPicker = (props: PickerProps) => {
  const tools = useAgent().data?.settings.tools.http ?? [];
  return (
    <Choice
      {...props}
      options={tools.map(({ name }) => ({ value: name, label: name }))}
      hint={<CreateHint text="flow.picker.noHttpTool" page="settings?section=tools" />}
    />
  );
};

export const McpServerPicker = (props: PickerProps) => {
  const servers = useAgent().data?.settings.tools.mcp ?? [];
  return (
    <Choice
      {...props}
      options={servers.map(({ name }) => ({ value: name, label: name }))}
      hint={<CreateHint text="flow.picker.noMcpServer" page="settings?section=tools" />}
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
      hint={t('flow.picker.noFlowAgent')}
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
  const bases = useKnowledgeBases();
  return (
    <Stack gap={6}>
      <Switch
        label={t('flow.picker.basesOfAgent')}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : bases.map(({ id }) => id))}
      />
      {value !== null && (
        <Checkbox.Group label={t('flow.picker.onlyBases')} value={value} onChange={onChange}>
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

export const ChunksPicker = ({ label, description, value, onChange }: IdsProps) => {
  const { shown } = useEditor();
  const retrievals = shown.nodes.filter(({ type }) => type === 'retrieval');
  if (retrievals.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {t('flow.picker.noRetrieval')}
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
