import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';
import { EyeIcon } from './icons.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A labeled input with a hint and an error message. A password field has a button that shows its text. */
export function Field({ label, hint, error, type = 'text', ...input }: Props) {
  const id = useId();
  const [visible, setVisible] = useState(false);
  const isPassword = type === 'password';
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          type={isPassword && visible ? 'text' : type}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
        />
        {isPassword && (
          <button
            type="button"
            className="field-eye"
            aria-label={`Show ${label}`}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          >
            <EyeIcon />
          </button>
        )}
      </div>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
