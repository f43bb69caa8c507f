import type { Ratio } from '../support/bench.ts';
import { isGoalMet, rounded } from './figures.ts';

const WIDTH = 860;
const LABELS = 430;
const ROW = 24;
const CHART = 170;
/** A bar ends here: so many times the goal. */
const MOST = 2;
const COLORS = { met: '#2f7d4f', missed: '#b4491f', goal: '#555', text: '#222', course: '#2b5fa8' };

/** An image of the figures that have a goal, as shares of it, and of those that were followed over time. Null without any. */
export function plot(title: string, ratios: Ratio[], quick: boolean): string | null {
  const goals = ratios.filter(
    ({ goal, isFullSizeGoal }) => goal !== null && goal > 0 && !(quick && isFullSizeGoal),
  );
  const courses = ratios.filter(({ course }) => (course?.length ?? 0) > 1);
  if (goals.length + courses.length === 0) return null;
  const top = goals.length === 0 ? 0 : 40 + goals.length * ROW;
  const height = top + courses.length * (CHART + 60) + 10;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...(goals.length === 0 ? [] : bars(goals)),
    ...courses.flatMap((ratio, i) => courseOf(ratio, top + i * (CHART + 60))),
    '</svg>\n',
  ].join('\n');
}

function bars(ratios: Ratio[]): string[] {
  const scale = (WIDTH - LABELS - 120) / MOST;
  const goalAt = LABELS + scale;
  const rows = ratios.map((ratio, i) => {
    const y = 36 + i * ROW;
    const share = Math.max(0, ratio.value / (ratio.goal ?? 1));
    const length = Math.max(1, Math.min(MOST, share) * scale);
    const color = isGoalMet(ratio) ? COLORS.met : COLORS.missed;
    const figure = `${rounded(ratio.value)} ${ratio.unit}${share > MOST ? ' →' : ''}`;
    return [
      text(LABELS - 8, y + 12, shortened(ratio.name), 'end'),
      `<rect x="${LABELS}" y="${y}" width="${length.toFixed(1)}" height="16" fill="${color}"/>`,
      text(LABELS + length + 6, y + 12, figure),
    ].join('');
  });
  const bottom = 36 + ratios.length * ROW;
  return [
    text(goalAt, 16, 'goal', 'middle'),
    ...rows,
    `<line x1="${goalAt}" x2="${goalAt}" y1="22" y2="${bottom}" stroke="${COLORS.goal}" stroke-dasharray="4 3"/>`,
  ];
}

function courseOf({ name, course = [], goal, measuredIn }: Ratio, top: number): string[] {
  const [left, right, base] = [60, WIDTH - 60, top + 30 + CHART];
  const most = Math.max(goal ?? 0, ...course.map(([, figure]) => figure)) * 1.1;
  const seconds = course.at(-1)?.[0] ?? 1;
  const y = (figure: number) => base - (figure / most) * CHART;
  const points = course.map(
    ([at, figure]) => `${(left + (at / seconds) * (right - left)).toFixed(1)},${y(figure).toFixed(1)}`,
  );
  const goalLine =
    goal === null
      ? []
      : [
          `<line x1="${left}" x2="${right}" y1="${y(goal)}" y2="${y(goal)}" stroke="${COLORS.goal}" stroke-dasharray="4 3"/>`,
          text(right + 6, y(goal) + 4, 'goal'),
        ];
  return [
    text(left, top + 20, `${name}, ${measuredIn}`),
    `<path d="M${left} ${top + 30}V${base}H${right}" fill="none" stroke="${COLORS.goal}"/>`,
    text(left - 6, base + 4, '0', 'end'),
    text(left - 6, top + 40, String(Math.round(most)), 'end'),
    text(right, base + 18, `${Math.round(seconds)} s`, 'end'),
    ...goalLine,
    `<polyline points="${points.join(' ')}" fill="none" stroke="${COLORS.course}" stroke-width="2"/>`,
  ];
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end' = 'start'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${COLORS.text}">${escaped(content)}</text>`;
}

const escaped = (content: string) => content.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const shortened = (name: string) => (name.length > 68 ? `${name.slice(0, 66)}…` : name);
