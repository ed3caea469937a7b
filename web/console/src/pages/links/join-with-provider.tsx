import { Button, Divider } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useChange } from '../../api/use-change.ts';
import { leaveForProvider } from '../../session/single-sign-on.ts';
import { useSignInMethods } from '../../session/use-sign-in-methods.ts';

/** Accepts the invitation through single sign-on: the provider vouches for the address, no password is needed. */
export const JoinWithProvider = ({ token }: { token: string }) => {
  const { data } = useSignInMethods();
  const leave = useChange(() => leaveForProvider('sign-in', { next: '/', invitation: token }));
  if (!data?.singleSignOn) return null;
  return (
    <>
      <Divider label="or" />
      <Button
        variant="default"
        leftSection={<IconLogin2 size={18} aria-hidden />}
        loading={leave.isPending}
        onClick={() => leave.mutate(undefined)}
      >
        Join with {data.singleSignOn.name}
      </Button>
    </>
  );
};
