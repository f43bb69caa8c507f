const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** Accepts RFC 5321 addresses with a dotted domain, without quoted local parts or comments. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 254 || at > 64) return false;
  const labels = text.slice(at + 1).split('.');
  return (
    LOCAL.test(text.slice(0, at)) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    /[A-Za-z]/.test(labels.at(-1) ?? '')
  );
}
