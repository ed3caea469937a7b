import { Text } from '@mantine/core';
import { IconAlertTriangleFilled, IconCheck, IconLoader2, IconX } from '@tabler/icons-react';
import { Handle, type Node, type NodeProps, Position, useUpdateNodeInternals } from '@xyflow/react';
import { useEffect } from 'react';
import { formatDuration } from '../../../lib/format-duration.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { t } from '../../../messages/translate.ts';
import { branchesOf, branchLabel, failureBranch, nextBranch } from '../graph/branches.ts';
import type { FlowNode, NodeType } from '../graph/flow-types.ts';
import { kinds, summaryOf } from '../graph/kinds/kinds.ts';
import type { RunState } from '../graph/run-states.ts';
import classes from './canvas.module.css';
import { KindIcon } from './kind-icon.tsx';

export type ComponentData = {
  node: FlowNode;
  problems: number;
  run: RunState | undefined;
  /** Whether the node shows its failure branch. */
  hasFailure: boolean;
};

export type ComponentCanvasNode = Node<ComponentData, 'component'>;

const runIcons = { running: IconLoader2, done: IconCheck, failed: IconX };

const RunMark = ({ run }: { run: RunState }) => {
  const Icon = runIcons[run.state];
  return (
    <span className={classes.run} data-state={run.state}>
      <Icon size={13} stroke={2.4} aria-hidden />
      {run.durationMs === null ? t('flow.state.running') : formatDuration(run.durationMs)}
      {run.runs > 1 && ` · ${t('flow.canvas.runs', { count: run.runs })}`}
    </span>
  );
};

const BranchRow = ({ branch, type }: { branch: string; type: NodeType }) => (
  <div className={classes.branch} data-failure={branch === failureBranch || undefined}>
    <Text size="xs" truncate>
      {branchLabel(branch, type)}
    </Text>
    <Handle id={branch} type="source" position={Position.Right} className={classes.handle} />
  </div>
);

export const ComponentNode = ({ id, data, selected }: NodeProps<ComponentCanvasNode>) => {
  const { node, problems, run, hasFailure } = data;
  const branches = branchesOf(node);
  const isPlain = branches.length === 1;
  const rows = [...(isPlain ? [] : branches), ...(hasFailure ? [failureBranch] : [])];
  const update = useUpdateNodeInternals();
  const exits = rows.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas must measure the handles again after a branch was renamed
  useEffect(() => update(id), [id, exits, update]);
  return (
    <div
      className={classes.node}
      data-selected={selected || undefined}
      data-wrong={problems > 0 || undefined}
      data-run={run?.state}
    >
      <div className={classes.head}>
        {node.type !== 'start' && (
          <Handle id="in" type="target" position={Position.Left} className={classes.handle} />
        )}
        <KindIcon type={node.type} />
        <div className={classes.names}>
          <Text size="sm" fw={600} truncate>
            {node.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {t(kinds[node.type].label)}
          </Text>
        </div>
        {problems > 0 && (
          <span className={classes.wrong} title={t('flow.problems.count', { count: problems })}>
            <IconAlertTriangleFilled size={14} aria-hidden />
            {formatNumber(problems)}
          </span>
        )}
        {run && <RunMark run={run} />}
        {isPlain && (
          <Handle id={nextBranch} type="source" position={Position.Right} className={classes.handle} />
        )}
      </div>
      <Text size="xs" c="dimmed" truncate className={classes.summary}>
        {summaryOf(node)}
      </Text>
      {rows.map((branch) => (
        <BranchRow key={branch} branch={branch} type={node.type} />
      ))}
    </div>
  );
};
