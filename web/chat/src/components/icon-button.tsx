import type { Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick(): void;
  class?: string;
  id?: string;
  disabled?: boolean;
  /** Like disabled, but keeps the focus. */
  inactive?: boolean;
  /** For toggle buttons. */
  pressed?: boolean;
  expanded?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}

export const IconButton = (props: IconButtonProps) => (
  <button
    type="button"
    id={props.id}
    class={`icon-button ${props.class ?? ''}`}
    aria-label={props.label}
    title={props.label}
    aria-pressed={props.pressed}
    aria-expanded={props.expanded}
    disabled={props.disabled}
    aria-disabled={props.inactive}
    onClick={props.onClick}
    ref={props.buttonRef}
  >
    <Icon name={props.icon} />
  </button>
);
