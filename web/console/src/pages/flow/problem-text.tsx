import { Text } from '@mantine/core';
import { t } from '../../messages/translate.ts';
import { useEditor } from './editor-context.ts';
import { fieldLabelOf, type Problem } from './graph/problems.ts';

/** The setting in the language of the console, and the problem as the service describes it. */
export const ProblemText = ({ problem }: { problem: Problem }) => {
  const { graph } = useEditor();
  const label = fieldLabelOf(graph, problem);
  return (
    <>
      {label !== undefined && t('flow.problems.field', { label })}{' '}
      <Text span inherit lang="en">
        {problem.text}
      </Text>
    </>
  );
};
