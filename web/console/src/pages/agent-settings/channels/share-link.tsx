import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { CopyField } from '../../../components/copy-field.tsx';
import { t } from '../../../messages/translate.ts';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

const QrCode = lazy(async () => ({ default: (await import('../../../components/qr-code.tsx')).QrCode }));

/** The link to the share page. It works only while the channel is on in the saved settings. */
export const ShareLink = ({ address }: { address: string }) => {
  const { value, merge } = useSetting('channels');
  const { saved, isReadOnly } = useSettingsForm();
  const [isQrShown, setQrShown] = useState(false);
  const { enabled } = value;
  const isOn = saved.settings.channels.enabled.share;
  if (!isOn)
    return (
      <Alert
        color="gray"
        title={enabled.share ? t('channelPage.share.unsavedTitle') : t('channelPage.share.offTitle')}
      >
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{enabled.share ? t('channelPage.share.unsaved') : t('channelPage.share.off')}</Text>
          {!enabled.share && !isReadOnly && (
            <Button size="xs" variant="light" onClick={() => merge({ enabled: { ...enabled, share: true } })}>
              {t('channelPage.share.turnOn')}
            </Button>
          )}
        </Stack>
      </Alert>
    );
  return (
    <Stack gap="xs">
      <CopyField label={t('agentSettings.channels.shareLink')} value={address} />
      {!enabled.share && (
        <Text size="sm" c="dimmed">
          {t('channelPage.share.endsOnSave')}
        </Text>
      )}
      <Group gap="xs">
        <Button
          component={Anchor<'a'>}
          href={address}
          target="_blank"
          rel="noopener"
          underline="never"
          size="xs"
          variant="default"
          disabled={false}
          leftSection={<IconExternalLink size={14} aria-hidden />}
        >
          {t('channelPage.share.open')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={false}
          aria-expanded={isQrShown}
          leftSection={<IconQrcode size={14} aria-hidden />}
          onClick={() => setQrShown(!isQrShown)}
        >
          {isQrShown ? t('channelPage.share.hideQr') : t('channelPage.share.showQr')}
        </Button>
      </Group>
      {isQrShown && (
        <Suspense fallback={null}>
          <QrCode text={address} label={t('channelPage.share.qr', { address })} />
        </Suspense>
      )}
    </Stack>
  );
};
