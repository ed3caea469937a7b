import { ActionIcon, Divider, Group, NumberInput, Stack, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { ReadOnlyFields } from '../../../components/read-only-fields.tsx';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../../agent-settings/number-or-null.ts';
import { KindIcon } from '../canvas/kind-icon.tsx';
import { useEditor } from '../editor-context.ts';
import classes from '../flow.module.css';
import { canFail } from '../graph/branches.ts';
import type { FlowNode } from '../graph/flow-types.ts';
import type { Field } from '../graph/kinds/field.ts';
import { kinds } from '../graph/kinds/kinds.ts';
import { ProblemText } from '../problem-text.tsx';
import { Connections } from './connections.tsx';
import { FieldInput } from './field-input.tsx';

const Head = ({ node }: { node: FlowNode }) => {
  const { isReadOnly, duplicate, remove } = useEditor();
  return (
    <Group gap="xs" wrap="nowrap">
      <KindIcon type={node.type} size={30} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={600}>
          {t(kinds[node.type].label)}
        </Text>
        <Text size="xs" c="dimmed">
          {t(kinds[node.type].about)}
        </Text>
      </div>
      {!isReadOnly && node.type !== 'start' && (
        <>
          <Tooltip
            label={t('flow.canvas.withKeys', { label: t('flow.component.duplicate'), keys: 'Ctrl D' })}
          >
            <ActionIcon
              aria-label={t('flow.component.duplicateNamed', { name: node.name })}
              onClick={duplicate}
            >
              <IconCopy size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('flow.canvas.withKeys', { label: t('common.delete'), keys: 'Del' })}>
            <ActionIcon
              aria-label={t('flow.component.deleteNamed', { name: node.name })}
              onClick={() => remove([node.id])}
            >
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
        label={t('flow.component.retries')}
        description={t('flow.component.retriesHint')}
        min={0}
        max={5}
        value={node.retries}
        onChange={(value) => changeNode({ ...node, retries: numberOrNull(value) ?? 0 }, `${node.id} retries`)}
      />
      <NumberInput
        label={t('flow.component.timeLimit')}
        description={t('flow.component.timeLimitHint')}
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

const isShown = ({ shownIf }: Field, node: FlowNode): boolean =>
  shownIf === undefined || (node as unknown as Record<string, unknown>)[shownIf.name] === shownIf.is;

/** The form of a component: its problems, settings, connections and error handling. */
export const ComponentForm = ({ node }: { node: FlowNode }) => {
  const { changeNode, isReadOnly, problems, level } = useEditor();
  const own = problems.filter((problem) => problem.level === level && problem.nodeId === node.id);
  return (
    <Stack gap="sm">
      <Head node={node} />
      {own.length > 0 && (
        <ul className={classes.own} aria-label={t('flow.problems.ofComponent')}>
          {own.map((problem) => (
            <li key={`${problem.field} ${problem.text}`}>
              <ProblemText problem={problem} />
            </li>
          ))}
        </ul>
      )}
      <ReadOnlyFields isReadOnly={isReadOnly}>
        <Stack gap="sm">
          <LimitedInput
            label={t('common.name')}
            data-component-name
            value={node.name}
            limit={100}
            error={node.name.trim() === '' ? t('flow.component.nameMissing') : undefined}
            onChange={(event) => changeNode({ ...node, name: event.currentTarget.value }, `${node.id} name`)}
          />
          {kinds[node.type].fields
            .filter((field) => isShown(field, node))
            .map((field) => (
              <FieldInput key={field.name} field={field} node={node} />
            ))}
          <Divider label={t('flow.component.connections')} labelPosition="left" />
          <Connections node={node} />
          {canFail(node) && (
            <>
              <Divider label={t('flow.component.onFailure')} labelPosition="left" />
              <Reliability node={node} />
            </>
          )}
        </Stack>
      </ReadOnlyFields>
    </Stack>
  );
};
