import type { ReactNode } from 'react';

type Props = {
  label: string;
  name?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  disabled?: boolean;
  onChange?: (checked: boolean) => void;
  children: ReactNode;
};

/** A checkbox with an explanation below its label. */
export function Check({ label, name, checked, defaultChecked, disabled, onChange, children }: Props) {
  return (
    <label className="role role-plain">
      <input
        type="checkbox"
        name={name}
        disabled={disabled}
        {...(checked === undefined ? { defaultChecked } : { checked })}
        onChange={({ target }) => onChange?.(target.checked)}
      />
      <span>
        {label}
        <span className="quiet block">{children}</span>
      </span>
    </label>
  );
}
