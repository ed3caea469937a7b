import type { Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick(): void;
  class?: string;
  disabled?: boolean;
  /** For toggle buttons. */
  pressed?: boolean;
  expanded?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}

export const IconButton = (props: IconButtonProps) => (
  <button
    type="button"
    class={`icon-button ${props.class ?? ''}`}
    aria-label={props.label}
    title={props.label}
    aria-pressed={props.pressed}
    aria-expanded={props.expanded}
    disabled={props.disabled}
    onClick={props.onClick}
    ref={props.buttonRef}
  >
    <Icon name={props.icon} />
  </button>
);
