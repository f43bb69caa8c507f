/**
 * What was entered in forms and is not saved yet, kept in the tab: a lost session, a reload, a failed request and the back
 * button lose nothing. Passwords, one-time codes and files are never kept.
 */
type Draft = Record<string, string[]>;

const PREFIX = 'milepost.draft ';
const ofUser = (userId: number) => `${PREFIX}${userId} `;

export const draftKey = (userId: number, form: string): string =>
  `${ofUser(userId)}${location.pathname} ${form}`;

export function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is full: the form works without a draft.
  }
}

export function removeDraft(key: string): void {
  sessionStorage.removeItem(key);
}

/** Discards the drafts of all users but this one. */
export function discardDrafts(kept: number | null): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && (kept === null || !key.startsWith(ofUser(kept)))) removeDraft(key);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const UNKEPT = ['password', 'file', 'hidden', 'submit', 'button'];

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control =>
      (one instanceof HTMLInputElement ||
        one instanceof HTMLSelectElement ||
        one instanceof HTMLTextAreaElement) &&
      one.name !== '' &&
      !UNKEPT.includes(one.type) &&
      one.autocomplete !== 'one-time-code',
  );
}

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** The values of a form by the names of its controls. A box that is not checked leaves an empty list. */
export function valuesOf(form: HTMLFormElement): Draft {
  const values: Draft = {};
  for (const control of controlsOf(form)) {
    const list = values[control.name] ?? [];
    values[control.name] = list;
    if (!isBox(control) || control.checked) list.push(control.value);
  }
  return values;
}

/** Enters values as a person would, so that React hears of them. Returns whether one was different. */
export function enterValues(form: HTMLFormElement, draft: Draft): boolean {
  let isDifferent = false;
  for (const control of controlsOf(form)) {
    const values = draft[control.name];
    if (values === undefined || control.disabled) continue;
    if (isBox(control)) {
      if (control.checked === values.includes(control.value)) continue;
      isDifferent = true;
      control.click();
      continue;
    }
    const value = values[0] ?? '';
    if (control.value === value) continue;
    isDifferent = true;
    // The setter of the element itself: React watches the property, and would take the value for its own.
    const type = Object.getPrototypeOf(control) as Control;
    Object.getOwnPropertyDescriptor(type, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return isDifferent;
}
