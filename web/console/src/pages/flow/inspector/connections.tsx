import { ActionIcon, Group, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconArrowRight, IconX } from '@tabler/icons-react';
import { t } from '../../../messages/translate.ts';
import { useEditor } from '../editor-context.ts';
import classes from '../flow.module.css';
import { branchesOf, branchLabel, canFail, failureBranch } from '../graph/branches.ts';
import { disconnect, whyNotConnect } from '../graph/change-graph.ts';
import type { FlowNode, NodeType } from '../graph/flow-types.ts';
import { kinds, paletteGroups } from '../graph/kinds/kinds.ts';

const newPrefix = 'new ';
const oldPrefix = 'old ';

/** Connects a branch to an existing or a new component. */
const BranchTarget = ({ node, branch }: { node: FlowNode; branch: string }) => {
  const { shown, level, connect, add, isReadOnly } = useEditor();
  const from = node.id;
  const reachable = shown.nodes.filter(
    ({ id }) =>
      whyNotConnect(shown, { from, branch, to: id }) === undefined &&
      !shown.edges.some((edge) => edge.from === from && edge.branch === branch && edge.to === id),
  );
  const addAndFocus = (type: NodeType): void => {
    add(type, { edge: { from, branch } });
    // The form of the new component replaces this one; the focus moves to its first field.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-component-name]')?.focus());
  };
  const choose = (value: string): void => {
    if (value.startsWith(oldPrefix)) connect({ from, branch, to: value.slice(oldPrefix.length) });
    if (value.startsWith(newPrefix)) addAndFocus(value.slice(newPrefix.length) as NodeType);
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={t('flow.connect.branchTo', { branch: branchLabel(branch, node.type) })}
      disabled={isReadOnly}
      value=""
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t('flow.connect.to') },
        {
          group: t('flow.connect.new'),
          items: paletteGroups(level !== null).flatMap(({ types }) =>
            types.map((type) => ({ value: newPrefix + type, label: t(kinds[type].label) })),
          ),
        },
        {
          group: t('flow.connect.existing'),
          items: reachable.map(({ id, name }) => ({ value: oldPrefix + id, label: name })),
        },
      ]}
    />
  );
};

/** The connections of each branch of a component. They can be changed without a mouse. */
export const Connections = ({ node }: { node: FlowNode }) => {
  const { shown, level, changeShown, reveal, isReadOnly } = useEditor();
  const nameOf = (id: string): string => shown.nodes.find((one) => one.id === id)?.name ?? id;
  return (
    <Stack gap={8}>
      {[...branchesOf(node), ...(canFail(node) ? [failureBranch] : [])].map((branch) => (
        <div key={branch} className={classes.connection}>
          <Text size="xs" fw={550} truncate title={branchLabel(branch, node.type)}>
            {branchLabel(branch, node.type)}
          </Text>
          <Stack gap={4} miw={0}>
            {shown.edges
              .filter((edge) => edge.from === node.id && edge.branch === branch)
              .map((edge) => (
                <Group key={edge.to} gap={4} wrap="nowrap">
                  <UnstyledButton className={classes.target} onClick={() => reveal(level, edge.to)}>
                    <IconArrowRight size={13} aria-hidden />
                    <Text size="xs" truncate>
                      {nameOf(edge.to)}
                    </Text>
                  </UnstyledButton>
                  {!isReadOnly && (
                    <ActionIcon
                      size="sm"
                      aria-label={t('flow.connect.remove', { name: nameOf(edge.to) })}
                      onClick={() => changeShown((before) => disconnect(before, [edge]))}
                    >
                      <IconX size={13} />
                    </ActionIcon>
                  )}
                </Group>
              ))}
            {!isReadOnly && <BranchTarget node={node} branch={branch} />}
          </Stack>
        </div>
      ))}
    </Stack>
  );
};
