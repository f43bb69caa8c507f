type Client = { browser: string | null; operating_system: string | null };

/** The first match counts: most browsers also name the browsers that they are derived from. */
const BROWSERS: [RegExp, string][] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
/** The name that a program sends: `python-requests/2.32`, `curl/8.5.0`. */
const PROGRAM = /^(?!Mozilla\/)([\w.-]{1,40})(\/|$)/;

const nameIn = (names: [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Names the browser, or the program, and the operating system in a User-Agent header. */
export function readUserAgent(text: string): Client {
  return {
    browser: PROGRAM.exec(text)?.[1] ?? nameIn(BROWSERS, text),
    operating_system: nameIn(SYSTEMS, text),
  };
}
