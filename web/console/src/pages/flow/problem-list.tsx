import { Loader, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheck } from '@tabler/icons-react';
import { useEditor } from './editor-context.ts';
import classes from './flow.module.css';
import { nameOf } from './graph/problems.ts';

/** What has to be mended before the draft can be saved; each leads to its component. */
export const ProblemList = ({ isChecked }: { isChecked: boolean }) => {
  const { graph, problems, reveal } = useEditor();
  if (problems.length === 0)
    return (
      <Text size="sm" c="dimmed" className={classes.fine} component="div">
        {isChecked ? <IconCircleCheck size={17} aria-hidden /> : <Loader size={14} aria-hidden />}
        {isChecked ? 'Nothing is wrong with this flow.' : 'Checking…'}
      </Text>
    );
  return (
    <ul className={classes.problems} aria-label="Problems">
      {problems.map((problem) => (
        <li key={`${problem.level} ${problem.nodeId} ${problem.text}`}>
          <UnstyledButton
            className={classes.problem}
            disabled={problem.nodeId === undefined}
            onClick={() => problem.nodeId !== undefined && reveal(problem.level, problem.nodeId)}
          >
            <IconAlertTriangleFilled size={15} aria-hidden />
            <span>
              <Text size="sm" fw={550} span display="block">
                {nameOf(graph, problem)}
              </Text>
              <Text size="sm" span display="block">
                {problem.text}
              </Text>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};
