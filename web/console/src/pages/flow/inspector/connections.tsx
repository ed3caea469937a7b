import { ActionIcon, Group, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconArrowRight, IconX } from '@tabler/icons-react';
import { useEditor } from '../editor-context.ts';
import classes from '../flow.module.css';
import { branchesOf, branchLabel, canFail, failureBranch } from '../graph/branches.ts';
import { disconnect, whyNotConnect } from '../graph/change-graph.ts';
import type { FlowNode, NodeType } from '../graph/flow-types.ts';
import { kinds, paletteGroups } from '../graph/kinds/kinds.ts';

const newPrefix = 'new ';
const oldPrefix = 'old ';

/** What may follow by one branch: what is there already, or something new. */
const BranchTarget = ({ node, branch }: { node: FlowNode; branch: string }) => {
  const { shown, level, connect, add, isReadOnly } = useEditor();
  const from = node.id;
  const reachable = shown.nodes.filter(
    ({ id }) =>
      whyNotConnect(shown, { from, branch, to: id }) === undefined &&
      !shown.edges.some((edge) => edge.from === from && edge.branch === branch && edge.to === id),
  );
  const addAndGo = (type: NodeType): void => {
    add(type, { edge: { from, branch } });
    // The menu goes away with the component it was of; whoever works by keys goes on in the new one.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-component-name]')?.focus());
  };
  const choose = (value: string): void => {
    if (value.startsWith(oldPrefix)) connect({ from, branch, to: value.slice(oldPrefix.length) });
    if (value.startsWith(newPrefix)) addAndGo(value.slice(newPrefix.length) as NodeType);
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={`Connect ${branchLabel(branch)} to`}
      disabled={isReadOnly}
      value=""
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: 'Connect to…' },
        {
          group: 'A new component',
          items: paletteGroups(level !== null).flatMap(({ types }) =>
            types.map((type) => ({ value: newPrefix + type, label: kinds[type].label })),
          ),
        },
        {
          group: 'What is there',
          items: reachable.map(({ id, name }) => ({ value: oldPrefix + id, label: name })),
        },
      ]}
    />
  );
};

/** Where each branch of a component leads, and the way to connect it without a mouse. */
export const Connections = ({ node }: { node: FlowNode }) => {
  const { shown, level, changeShown, reveal, isReadOnly } = useEditor();
  const nameOf = (id: string): string => shown.nodes.find((one) => one.id === id)?.name ?? id;
  return (
    <Stack gap={8}>
      {[...branchesOf(node), ...(canFail(node) ? [failureBranch] : [])].map((branch) => (
        <div key={branch} className={classes.connection}>
          <Text size="xs" fw={550} truncate title={branchLabel(branch)}>
            {branchLabel(branch)}
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
                      aria-label={`Cut the connection to ${nameOf(edge.to)}`}
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
