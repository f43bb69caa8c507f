import { commandRunner } from '../adapters/run-command.ts';
import { systemVariables } from '../config/env.ts';
import { ImageSweeper } from '../domain/images/sweep-images.ts';
import { WorkCounts } from '../domain/queues/work-counts.ts';
import type { Services } from '../http/services.ts';
import type { Log } from '../lib/log.ts';
import { alertStages } from '../stages/alert-stages.ts';
import {
  countCamerasStage,
  countWork,
  deleteOldLanesStage,
  deletePrivateFiles,
  deriveFacilitiesStage,
  housekeeping,
  preparePartitions,
  retention,
  sealAudit,
  sweepOrphans,
  updateLanesStage,
} from '../stages/maintenance-stages.ts';
import { notificationStages } from '../stages/notification-stages.ts';
import { operatorJobs } from '../stages/operator-jobs.ts';
import { type RunningStages, runStages, type Stage } from '../stages/run-stages.ts';
import { vettingStages } from '../stages/vetting-stages.ts';
import { openWakeUps } from '../stages/wake-ups.ts';
import { watchStages } from '../stages/watch-stages.ts';
import { WorkReport } from '../stages/work-report.ts';
import { buildRecognition } from './build-recognition.ts';

/** Starts all background work of a worker process. */
export async function startStages(services: Services, log: Log): Promise<RunningStages> {
  const { database, clock, images, notifications, telemetry } = services;
  const { health, metrics } = telemetry;
  const counts = new WorkCounts();
  const report = new WorkReport(log, metrics, counts);
  const wakeUps = await openWakeUps(database, log);
  const sweeper = new ImageSweeper({ database, clock, blobs: images.blobs });
  const stages: Stage[] = [
    ...alertStages(services.alerts, wakeUps, report),
    housekeeping(database, clock, sweeper, notifications.mail.mailer),
    sweepOrphans(sweeper),
    ...(images.dropsPrivateVehicles ? [deletePrivateFiles(sweeper)] : []),
    preparePartitions(database, clock),
    ...notificationStages(notifications, wakeUps, log, report, metrics),
    ...watchStages(services.watchlists, log, report),
    ...vettingStages(services.vetting),
    retention(database, clock, services.settings.audit.retentionDays, log),
    countWork(database, clock, counts),
    countCamerasStage(database, clock),
    updateLanesStage(database, clock),
    deleteOldLanesStage(database, clock),
    deriveFacilitiesStage(database),
    operatorJobs(database, clock, log, { run: commandRunner(systemVariables()) }),
    sealAudit(database, services.auditLog, services.auditKeys, clock, log),
  ];
  const recognition = buildRecognition(services, wakeUps, log, report);
  const all = [...stages, ...recognition.stages];
  for (const { name } of all) metrics.stageFailures.inc({ stage: name }, 0);
  const running = runStages(all, log, { onFailure: (stage) => metrics.stageFailures.inc({ stage }) });
  health.addLiveness(running.stuck);
  return {
    stuck: running.stuck,
    async stop() {
      await running.stop();
      await recognition.close();
      await wakeUps.close();
    },
  };
}
