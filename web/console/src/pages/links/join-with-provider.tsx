import { Button, Divider } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../messages/translate.ts';
import { leaveForProvider } from '../../session/single-sign-on.ts';
import { useSignInMethods } from '../../session/use-sign-in-methods.ts';

/** Accepts the invitation with single sign-on. The provider verifies the e-mail address, so no password is needed. */
export const JoinWithProvider = ({ token }: { token: string }) => {
  const { data } = useSignInMethods();
  const leave = useChange(() => leaveForProvider('sign-in', { next: '/', invitation: token }));
  if (!data?.singleSignOn) return null;
  return (
    <>
      <Divider label={t('session.or')} />
      <Button
        variant="default"
        leftSection={<IconLogin2 size={18} aria-hidden />}
        loading={leave.isPending}
        onClick={() => leave.mutate(undefined)}
      >
        {t('links.joinWith', { name: data.singleSignOn.name })}
      </Button>
    </>
  );
};
