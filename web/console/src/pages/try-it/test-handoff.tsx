import { Alert, Button, Stack, Text, Tooltip } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { t } from '../../messages/translate.ts';
import type { TestHandoff } from './use-test-handoff.ts';

export const StartTestHandoff = ({ handoff, isReady }: { handoff: TestHandoff; isReady: boolean }) => (
  <Tooltip label={isReady ? t('tryIt.handoff.hint') : t('tryIt.handoff.first')} multiline maw={320}>
    <Button
      variant="default"
      leftSection={<IconHeadset size={15} aria-hidden />}
      data-disabled={!isReady || undefined}
      aria-disabled={!isReady}
      loading={handoff.isStarting}
      onClick={() => isReady && handoff.start()}
    >
      {t('tryIt.handoff.start')}
    </Button>
  </Tooltip>
);

/** Says who reads the messages now, and ends the handoff. */
export const TestHandoffNotice = ({ handoff }: { handoff: TestHandoff }) => (
  <Alert color="orange" icon={<IconHeadset aria-hidden />} title={t('tryIt.handoff.open')} m="sm">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{t('tryIt.handoff.hint')}</Text>
      {handoff.session?.status === 'opening' && (
        <Text size="sm" c="dimmed" role="status">
          {t('tryIt.handoff.waiting')}
        </Text>
      )}
      <Button size="xs" variant="default" onClick={handoff.end}>
        {t('tryIt.handoff.end')}
      </Button>
    </Stack>
  </Alert>
);
