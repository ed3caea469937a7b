import { ActionIcon, Divider, Group, NumberInput, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { numberOrNull } from '../../agent-settings/number-or-null.ts';
import { KindIcon } from '../canvas/kind-icon.tsx';
import { useEditor } from '../editor-context.ts';
import classes from '../flow.module.css';
import { canFail } from '../graph/branches.ts';
import type { FlowNode } from '../graph/flow-types.ts';
import { kinds } from '../graph/kinds/kinds.ts';
import { Connections } from './connections.tsx';
import { FieldInput } from './field-input.tsx';

const Head = ({ node }: { node: FlowNode }) => {
  const { isReadOnly, duplicate, remove } = useEditor();
  return (
    <Group gap="xs" wrap="nowrap">
      <KindIcon type={node.type} size={30} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={600}>
          {kinds[node.type].label}
        </Text>
        <Text size="xs" c="dimmed">
          {kinds[node.type].explains}
        </Text>
      </div>
      {!isReadOnly && node.type !== 'start' && (
        <>
          <Tooltip label="Duplicate (Ctrl D)">
            <ActionIcon aria-label={`Duplicate ${node.name}`} onClick={duplicate}>
              <IconCopy size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Delete (Del)">
            <ActionIcon aria-label={`Delete ${node.name}`} onClick={() => remove([node.id])}>
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </Group>
  );
};

const Reliability = ({ node }: { node: FlowNode }) => {
  const { changeNode } = useEditor();
  return (
    <Group grow align="flex-start">
      <NumberInput
        label="Tries again"
        description="After a failure"
        min={0}
        max={5}
        value={node.retries}
        onChange={(value) => changeNode({ ...node, retries: numberOrNull(value) ?? 0 }, `${node.id} retries`)}
      />
      <NumberInput
        label="Time limit"
        description="Seconds"
        min={0.05}
        max={600}
        decimalScale={3}
        value={node.timeoutMs / 1000}
        onChange={(value) => {
          const seconds = numberOrNull(value);
          if (seconds !== null)
            changeNode({ ...node, timeoutMs: Math.round(seconds * 1000) }, `${node.id} timeoutMs`);
        }}
      />
    </Group>
  );
};

/** Everything about one component: what is wrong with it, its settings, where it leads, what if it fails. */
export const ComponentForm = ({ node }: { node: FlowNode }) => {
  const { changeNode, isReadOnly, problems, level } = useEditor();
  const own = problems.filter((problem) => problem.level === level && problem.nodeId === node.id);
  return (
    <Stack gap="sm">
      <Head node={node} />
      {own.length > 0 && (
        <ul className={classes.own} aria-label="Problems of this component">
          {own.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {/* The browser itself turns off everything in a set of fields that is. */}
      <fieldset disabled={isReadOnly} className={classes.fields}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-component-name
            value={node.name}
            maxLength={100}
            error={node.name.trim() === '' ? 'It needs a name' : undefined}
            onChange={(event) => changeNode({ ...node, name: event.currentTarget.value }, `${node.id} name`)}
          />
          {kinds[node.type].fields.map((field) => (
            <FieldInput key={field.name} field={field} node={node} />
          ))}
          <Divider label="Leads to" labelPosition="left" />
          <Connections node={node} />
          {canFail(node) && (
            <>
              <Divider label="If it fails" labelPosition="left" />
              <Reliability node={node} />
            </>
          )}
        </Stack>
      </fieldset>
    </Stack>
  );
};
