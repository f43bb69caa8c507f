import { runMilepost } from './run-milepost.ts';

/** The import itself: its time is that of the load, its memory that of the process. */
export async function runImport(
  file: string,
  env: Record<string, string>,
): Promise<{ seconds: number; derivingSeconds: number; peakMb: number }> {
  const { output, peakMb } = await runMilepost(['import', file, '--force', '--json'], env);
  const { seconds, deriving_seconds: derivingSeconds } = JSON.parse(output).loads[0];
  return { seconds, derivingSeconds, peakMb };
}
