import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { messageOf } from '../../../api/api-error.ts';
import { sendFile } from '../../../api/send-file.ts';
import { useChange } from '../../../api/use-change.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useSettingsForm } from '../settings-form.tsx';
import { useAgentImages } from './use-agent-images.ts';

const accepted = 'image/png,image/jpeg,image/webp,image/gif';
/** Limit of the service. */
const maxMb = 5;

type Purpose = 'logo' | 'avatar';

const labels: Record<Purpose, { label: LabelKey; hint: LabelKey }> = {
  logo: { label: 'agentSettings.appearance.logo', hint: 'agentSettings.appearance.logoHint' },
  avatar: { label: 'agentSettings.appearance.avatar', hint: 'agentSettings.appearance.avatarHint' },
};

/** One image. Changes apply at once, because they are files and not settings. */
const ImageField = ({ purpose }: { purpose: Purpose }) => {
  const scope = useAgentScope();
  const { isReadOnly } = useSettingsForm();
  const { path, images } = useAgentImages();
  const own = at(scope.api, '/images/{purpose}', { purpose });
  const change = useChange(
    async (file: File | null): Promise<unknown> => {
      if (file === null) return api.remove(own);
      if (file.size > maxMb * 2 ** 20)
        throw new Error(t('agentSettings.appearance.imageTooLarge', { max: maxMb }));
      return sendFile('put', own, file);
    },
    { changes: [path], quiet: true },
  );
  const image = images?.[purpose];
  const label = t(labels[purpose].label);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={t(labels[purpose].hint)}
      error={change.error && messageOf(change.error)}
    >
      <Group gap="sm" mt={6}>
        {image ? (
          <Image src={image.path} alt={label} w="auto" h={48} maw={160} fit="contain" radius="sm" />
        ) : (
          <Text size="sm" c="dimmed">
            {t('agentSettings.appearance.noImage')}
          </Text>
        )}
        {!isReadOnly && (
          <FileButton accept={accepted} onChange={(file) => file && change.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                loading={change.isPending}
                leftSection={<IconUpload size={14} aria-hidden />}
                aria-label={t(
                  image ? 'agentSettings.appearance.replaceImage' : 'agentSettings.appearance.uploadImage',
                  { name: label },
                )}
              >
                {t(image ? 'channelPage.replace' : 'channelPage.upload')}
              </Button>
            )}
          </FileButton>
        )}
        {image && !isReadOnly && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={14} aria-hidden />}
            disabled={change.isPending}
            aria-label={t('agentSettings.appearance.removeImage', { name: label })}
            onClick={() => change.mutate(null)}
          >
            {t('channelPage.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
};

export const ImageFields = () => (
  <Group grow align="flex-start" preventGrowOverflow={false}>
    <ImageField purpose="logo" />
    <ImageField purpose="avatar" />
  </Group>
);
