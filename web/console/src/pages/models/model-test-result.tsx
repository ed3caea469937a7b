import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ModelTrial } from '../../api/generated.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t } from '../../messages/translate.ts';

interface ModelTestResultProps {
  result: ModelTrial | undefined;
  error: Error | null;
}

const maxExcerptCharacters = 200;

const describeReply = ({ firstTokenMs, latencyMs, text: reply }: ModelTrial): string => {
  const total = formatDuration(Math.round(latencyMs));
  const text = reply.slice(0, maxExcerptCharacters);
  if (firstTokenMs === null) return t('models.test.time', { total, text });
  return t('models.test.times', { first: formatDuration(Math.round(firstTokenMs)), total, text });
};

const Failure = ({ title, reason }: { title: string; reason: string | null }) => (
  <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={title}>
    {reason}
  </Alert>
);

/** Shows the reply and its times, or the reason of the failure. */
export const ModelTestResult = ({ result, error }: ModelTestResultProps) => {
  if (error) return <Failure title={t('models.test.failed')} reason={error.message} />;
  if (!result) return null;
  const name = result.name === 'embedded' ? t('models.embedded') : result.name;
  if (!result.ok) return <Failure title={t('models.test.noAnswer', { name })} reason={result.reason} />;
  return (
    <Alert
      color="teal"
      role="status"
      icon={<IconCheck aria-hidden />}
      title={t('models.test.answered', { name })}
    >
      <Text size="sm">{describeReply(result)}</Text>
    </Alert>
  );
};
