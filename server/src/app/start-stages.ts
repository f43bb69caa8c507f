import { PictureSweeper } from '../domain/images/sweep-pictures.ts';
import type { Services } from '../http/route.ts';
import type { Log } from '../lib/log.ts';
import { housekeeping } from '../stages/housekeeping.ts';
import { type RunningStages, runStages, type Stage } from '../stages/run-stages.ts';
import { openWakeUps } from '../stages/wake-ups.ts';
import { alertStages } from './build-alerts.ts';
import { notificationStages } from './build-notifications.ts';

/** Everything that runs by itself in a working process. */
export async function startStages(services: Services, log: Log): Promise<RunningStages> {
  const { database, clock, images, notifications } = services;
  const wakeUps = await openWakeUps(database, log);
  const stages: Stage[] = [
    ...alertStages(services.alerts, wakeUps),
    ...notificationStages(notifications, wakeUps, log),
    housekeeping(database, clock, new PictureSweeper({ database, clock, blobs: images.blobs })),
  ];
  const running = runStages(stages, log);
  return {
    async stop() {
      await running.stop();
      await wakeUps.close();
    },
  };
}
