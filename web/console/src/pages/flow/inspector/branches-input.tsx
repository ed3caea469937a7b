import { ActionIcon, Button, Group, Input, Paper, Stack, TagsInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../messages/translate.ts';
import { useEditor } from '../editor-context.ts';
import { removeBranch, renameBranch, replaceNode } from '../graph/change-graph.ts';
import type { NodeOf } from '../graph/flow-types.ts';
import { RulesInput } from './rules-input.tsx';

type Branching = NodeOf<'classifier'> | NodeOf<'condition'>;
type Branch = Branching['branches'][number];

const freeName = (branches: readonly Branch[]): string => {
  for (let number = branches.length + 1; ; number++) {
    const name = t('flow.branch.numbered', { number });
    if (branches.every((branch) => branch.name !== name)) return name;
  }
};

/** Changes of branches, which also change their edges. */
const useBranches = (node: Branching) => {
  const { changeShown, changeNode } = useEditor();
  const withBranches = (branches: Branch[]) => ({ ...node, branches }) as Branching;
  const { branches } = node;
  return {
    edit: (index: number, part: Partial<Branch>): void => {
      const before = branches[index]!;
      const after = { ...before, ...part } as Branch;
      const next = withBranches(branches.map((one, at) => (at === index ? after : one)));
      const isShared = branches.some((one, at) => at !== index && one.name === before.name);
      changeShown((graph) => {
        const replaced = replaceNode(graph, next);
        return isShared ? replaced : renameBranch(replaced, node.id, before.name, after.name);
      }, `${node.id} branch ${index}`);
    },
    remove: (index: number): void =>
      changeShown((graph) =>
        removeBranch(
          replaceNode(graph, withBranches(branches.filter((_one, at) => at !== index))),
          node.id,
          branches[index]!.name,
        ),
      ),
    swap: (index: number): void => {
      const order = [...branches];
      [order[index], order[index + 1]] = [order[index + 1]!, order[index]!];
      changeNode(withBranches(order));
    },
    add: (branch: Branch): void => changeNode(withBranches([...branches, branch])),
  };
};

/** Also divides pasted text at commas. */
const splitWords = (words: string[]): string[] =>
  [...new Set(words.flatMap((word) => word.split(/[,，]/)).map((word) => word.trim()))].filter(
    (word) => word !== '',
  );

interface BranchCardProps {
  branch: Branch;
  index: number;
  count: number;
  actions: ReturnType<typeof useBranches>;
  children: ReactNode;
}

const BranchCard = ({ branch, index, count, actions, children }: BranchCardProps) => (
  <Paper p="xs">
    <Stack gap={8}>
      <Group gap={4} wrap="nowrap">
        <TextInput
          aria-label={t('flow.branches.name', { number: index + 1 })}
          value={branch.name}
          onChange={(event) => actions.edit(index, { name: event.currentTarget.value })}
          error={branch.name.trim() === ''}
          maxLength={64}
          style={{ flex: 1 }}
        />
        <ActionIcon
          aria-label={t('flow.branches.moveUp', { name: branch.name })}
          disabled={index === 0}
          onClick={() => actions.swap(index - 1)}
        >
          <IconArrowUp size={15} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('flow.branches.moveDown', { name: branch.name })}
          disabled={index === count - 1}
          onClick={() => actions.swap(index)}
        >
          <IconArrowDown size={15} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('flow.branches.remove', { name: branch.name })}
          disabled={count === 1}
          onClick={() => actions.remove(index)}
        >
          <IconTrash size={15} />
        </ActionIcon>
      </Group>
      {children}
    </Stack>
  </Paper>
);

interface BranchesInputProps {
  label: string;
  description?: string;
  node: Branching;
}

export const BranchesInput = ({ label, description, node }: BranchesInputProps) => {
  const actions = useBranches(node);
  const count = node.branches.length;
  const addBranch = (): void => {
    const name = freeName(node.branches);
    actions.add(
      node.type === 'classifier'
        ? { name, description: '', keywords: [], patterns: [] }
        : { name, all: [{ variable: 'question', operator: 'contains', value: '' }] },
    );
  };
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Stack gap={8} mt={4}>
        {node.branches.map((branch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while the operator types
          <BranchCard key={index} {...{ branch, index, count, actions }}>
            {'all' in branch ? (
              <RulesInput
                label={branch.name}
                isRequired
                value={branch.all}
                onChange={(all) => actions.edit(index, { all })}
              />
            ) : (
              <>
                <TagsInput
                  label={t('flow.branches.keywords')}
                  aria-label={t('flow.branches.keywordsOf', { name: branch.name })}
                  placeholder={branch.keywords.length === 0 ? t('flow.branches.keywordsExample') : undefined}
                  value={branch.keywords}
                  onChange={(words) => actions.edit(index, { keywords: splitWords(words) })}
                  splitChars={[',', '，']}
                  acceptValueOnBlur
                />
                <TagsInput
                  label={t('flow.branches.patterns')}
                  aria-label={t('flow.branches.patternsOf', { name: branch.name })}
                  placeholder={branch.patterns.length === 0 ? '\\d{4}' : undefined}
                  value={branch.patterns}
                  onChange={(patterns) => actions.edit(index, { patterns })}
                  splitChars={[]}
                  acceptValueOnBlur
                />
                <TextInput
                  label={t('flow.branches.description')}
                  description={t('flow.branches.descriptionHint')}
                  value={branch.description}
                  onChange={(event) => actions.edit(index, { description: event.currentTarget.value })}
                />
              </>
            )}
          </BranchCard>
        ))}
        <div>
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPlus size={13} aria-hidden />}
            disabled={count >= 20}
            onClick={addBranch}
          >
            {t('flow.branches.add')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
};
