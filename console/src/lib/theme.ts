/** Light or dark, as the user chose in this browser. Without a choice, the page follows the system. */
export const THEMES = { system: 'As the system', light: 'Light', dark: 'Dark' };
export type Theme = keyof typeof THEMES;

const KEY = 'milepost.theme';
const CHANGED = 'milepost.theme-changed';
const DARK = 'screen and (prefers-color-scheme: dark)';
const NEVER = 'not all';

export function readTheme(): Theme {
  const stored = localStorage.getItem(KEY) ?? '';
  return Object.hasOwn(THEMES, stored) ? (stored as Theme) : 'system';
}

export function storeTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
  dispatchEvent(new Event(CHANGED));
}

/** The dark rules of the style sheets. Their condition is replaced, so it is read before the first change. */
let darkRules: CSSMediaRule[] | null = null;

function findDarkRules(): CSSMediaRule[] {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule)
    .filter(({ media }) => /prefers-color-scheme:\s*dark/.test(media.mediaText));
}

export function applyTheme(): void {
  const theme = readTheme();
  darkRules ??= findDarkRules();
  for (const { media } of darkRules)
    media.mediaText = theme === 'system' ? DARK : theme === 'dark' ? 'screen' : NEVER;
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
}

/** Calls back when the colors of the page change. Returns a function that stops it. */
export function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return;
    applyTheme();
    changed();
  };
  system.addEventListener('change', changed);
  addEventListener(CHANGED, changed);
  addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', changed);
    removeEventListener(CHANGED, changed);
    removeEventListener('storage', onStorage);
  };
}
