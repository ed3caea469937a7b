import { Loader, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheck } from '@tabler/icons-react';
import { t } from '../../messages/translate.ts';
import { useEditor } from './editor-context.ts';
import classes from './flow.module.css';
import { nameOf } from './graph/problems.ts';
import { ProblemText } from './problem-text.tsx';

/** The problems that prevent publishing. A click opens the component. */
export const ProblemList = ({ isChecked }: { isChecked: boolean }) => {
  const { graph, problems, reveal } = useEditor();
  if (problems.length === 0)
    return (
      <Text size="sm" c="dimmed" className={classes.fine} component="div">
        {isChecked ? <IconCircleCheck size={17} aria-hidden /> : <Loader size={14} aria-hidden />}
        {isChecked ? t('flow.problems.none') : t('flow.problems.checking')}
      </Text>
    );
  return (
    <ul className={classes.problems} aria-label={t('flow.tab.problems')}>
      {problems.map((problem) => (
        <li key={`${problem.level} ${problem.nodeId} ${problem.field} ${problem.text}`}>
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
                <ProblemText problem={problem} />
              </Text>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};
