import { basicNamed } from '../../federal/catalog/basics.ts';
import type { Category, Method } from './method.ts';

const LOW = { passenger: 50, hazmat: 60, general: 65 };
const HIGH = { passenger: 65, hazmat: 75, general: 80 };
const ALL_80 = { passenger: 80, hazmat: 80, general: 80 };

const ratio = {
  dividedBy: 'inspections',
  counts: 'relevant inspections',
  inspected: 'driver inspections',
  latestInspectionCounts: true,
  isPublic: true,
} as const;

export const currentCategories: readonly Category[] = [
  {
    id: 'unsafe_driving',
    title: 'Unsafe Driving',
    dividedBy: 'power units',
    counts: 'inspections with violation',
    inspected: 'driver inspections',
    latestInspectionCounts: false,
    groups: { combination: [3, 9, 22, 58, 150], straight: [3, 5, 9, 19, 50] },
    shownFrom: 3,
    thresholds: LOW,
    extremeFrom: 250,
    isPublic: true,
  },
  {
    ...ratio,
    id: 'hours_of_service',
    title: 'Hours-of-Service Compliance',
    groups: [3, 11, 21, 101, 501],
    shownFrom: 3,
    thresholds: LOW,
  },
  {
    ...ratio,
    id: 'driver_fitness',
    title: 'Driver Fitness',
    groups: [5, 11, 21, 101, 501],
    shownFrom: 5,
    thresholds: HIGH,
  },
  {
    ...ratio,
    id: 'controlled_substances',
    title: 'Controlled Substances/Alcohol',
    counts: 'inspections with violation',
    latestInspectionCounts: false,
    groups: [1, 2, 3, 4],
    shownFrom: 1,
    thresholds: HIGH,
  },
  {
    ...ratio,
    id: 'vehicle_maintenance',
    title: 'Vehicle Maintenance',
    inspected: 'vehicle inspections',
    groups: [5, 11, 21, 101, 501],
    shownFrom: 5,
    thresholds: HIGH,
  },
  {
    ...ratio,
    id: 'hazmat_related',
    title: 'Hazardous Materials Compliance',
    inspected: 'placarded hazmat inspections',
    groups: [5, 11, 16, 41, 101],
    shownFrom: 5,
    thresholds: ALL_80,
    isPublic: false,
  },
  {
    id: 'crash_indicator',
    title: 'Crash Indicator',
    dividedBy: 'power units',
    counts: 'crashes',
    inspected: 'driver inspections',
    latestInspectionCounts: false,
    groups: { combination: [2, 4, 7, 17, 46], straight: [2, 3, 5, 9, 27] },
    shownFrom: 0,
    thresholds: LOW,
    isPublic: false,
  },
];

/** SMS version 3.21, in force since May 2026. The last number counts our own changes to what a run stores. */
export const currentMethod: Method = {
  id: 'current',
  version: '3.21.1',
  effectiveFrom: '2026-05-01',
  isPreview: false,
  timeWeights: [
    { months: 6, weight: 3 },
    { months: 12, weight: 2 },
    { months: 24, weight: 1 },
  ],
  severityCap: 30,
  categories: currentCategories,
  combinationShare: 0.7,
  utilization: {
    combination: [
      { milesPerUnit: 80_000, factor: 1 },
      { milesPerUnit: 160_000, factor: 1.6 },
    ],
    straight: [
      { milesPerUnit: 20_000, factor: 1 },
      { milesPerUnit: 60_000, factor: 3 },
    ],
  },
  mostMilesPerUnit: 200_000,
  milesMonths: 24,
  percentile: 'ranked',
  readsGroups: false,
  charge({ basic, severityWeight, outOfServiceWeight }) {
    const category = basicNamed(basic)?.id;
    if (category === undefined) return null;
    // The file already has an out-of-service weight of 0 for unsafe driving and controlled substances.
    return { category, weight: severityWeight + outOfServiceWeight, countsOncePerGroup: false };
  },
};
