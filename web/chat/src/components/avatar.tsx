import { useChatState } from './page-context.ts';

/** The agent's picture, or the first letter of its name. Its name is beside it or hidden text, so it has none itself. */
export const Avatar = ({ class: size = '' }: { class?: string }) => {
  const { name = '', avatar } = useChatState().session?.agent ?? {};
  return avatar ? (
    <img class={`avatar ${size}`} src={avatar} alt="" />
  ) : (
    <span class={`avatar ${size}`} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
};
