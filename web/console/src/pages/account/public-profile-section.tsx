import { Avatar, Button, FileButton, Group, Input, Text, TextInput } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/api-error.ts';
import type { MyProfile } from '../../api/generated.ts';
import { sendFile } from '../../api/send-file.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { FormSection } from '../../components/form-section.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';

const path = '/account/profile';
const picturePath = '/account/profile/picture';
const accepted = 'image/png,image/jpeg,image/webp,image/gif';
/** Limits of the service. */
const maxMb = 5;
const mostCharacters = 60;

const NameForm = ({ saved }: { saved: string }) => {
  const [publicName, setPublicName] = useState(saved);
  const save = useChange(() => api.put(path, { publicName }), {
    changes: [path],
    done: t('publicProfile.saved'),
    quiet: true,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <TextInput
        label={t('publicProfile.name')}
        description={t('publicProfile.nameHint')}
        value={publicName}
        onChange={({ currentTarget }) => setPublicName(currentTarget.value)}
        error={save.error && messageOf(save.error)}
        maxLength={mostCharacters}
        autoComplete="nickname"
        dir="auto"
        maw={420}
      />
      <Button
        type="submit"
        variant="default"
        mt="sm"
        loading={save.isPending}
        disabled={publicName === saved}
      >
        {t('publicProfile.save')}
      </Button>
    </form>
  );
};

/** A change applies at once, because it is a file. */
const PictureField = ({ picture }: Pick<MyProfile, 'picture'>) => {
  const change = useChange(
    async (file: File | null): Promise<unknown> => {
      if (file === null) return api.remove(picturePath);
      if (file.size > maxMb * 2 ** 20) throw new Error(t('publicProfile.tooLarge', { max: maxMb }));
      return sendFile('put', picturePath, file);
    },
    { changes: [path], quiet: true },
  );
  return (
    <Input.Wrapper
      label={t('publicProfile.picture')}
      labelElement="div"
      description={t('publicProfile.pictureHint')}
      error={change.error && messageOf(change.error)}
    >
      <Group gap="sm" mt={6}>
        {picture ? (
          <Avatar src={picture} alt={t('publicProfile.picture')} size={56} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('publicProfile.noPicture')}
          </Text>
        )}
        <FileButton accept={accepted} onChange={(file) => file && change.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={change.isPending}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              {t(picture ? 'publicProfile.replace' : 'publicProfile.upload')}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={14} aria-hidden />}
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
          >
            {t('publicProfile.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
};

/** Name and picture that users see when the person answers them in the inbox. */
export const PublicProfileSection = () => (
  <FormSection id="public-profile" title={t('publicProfile.title')} description={t('publicProfile.hint')}>
    <ResourceView resource={useResource(path)}>
      {({ publicName, picture }) => (
        <>
          <NameForm key={publicName} saved={publicName} />
          <PictureField picture={picture} />
        </>
      )}
    </ResourceView>
  </FormSection>
);
