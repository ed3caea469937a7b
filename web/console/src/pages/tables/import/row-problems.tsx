import { List, ScrollArea, Text } from '@mantine/core';
import { t } from '../../../messages/translate.ts';

interface RowProblemsProps {
  title: string;
  problems: readonly { row: number; problem: string }[];
  /** Number of all rows with problems; the list may be shorter. */
  total: number;
}

/** The rows that are not imported, with the reason. */
export const RowProblems = ({ title, problems, total }: RowProblemsProps) =>
  problems.length === 0 ? null : (
    <div>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <ScrollArea.Autosize mah={140} viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'region' }}>
        <List size="sm">
          {problems.map(({ row, problem }) => (
            <List.Item key={row}>{t('tables.import.rowProblem', { row, problem })}</List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {total > problems.length && (
        <Text size="xs" c="dimmed">
          {t('tables.import.moreRows', { count: total - problems.length })}
        </Text>
      )}
    </div>
  );
