import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';
import { EyeIcon } from './icons.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: string;
  problem?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A labelled input with its hint and what is wrong with it; a secret can be looked at. */
export function Field({ label, hint, problem, type = 'text', ...input }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = type === 'password';
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          type={secret && shown ? 'text' : type}
          aria-invalid={problem !== undefined}
          aria-describedby={described === '' ? undefined : described}
        />
        {secret && (
          <button
            type="button"
            className="field-eye"
            aria-label={`Show ${label}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <EyeIcon />
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
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
