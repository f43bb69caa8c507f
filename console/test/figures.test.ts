import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProfileSources, RateSource, ScoreHistory } from '../../sdk/src/index.ts';
import { byteSize } from '../src/lib/format.ts';
import { parseSearch, stringifySearch } from '../src/lib/search.ts';
import {
  crashRateText,
  fewText,
  notLoadedText,
  percentilesText,
  printSources,
  scoreHeader,
  sectionErrorText,
  sourceText,
  unknownsOf,
} from '../src/lib/sources.ts';
import { formulaText, measureText, whatIfClass, whatIfText } from '../src/pages/carriers/what-if.ts';

const before = { percentile: 50, measure: 4.63, points: 2_606, divisor: 563, divisor_is: 'time weights' };
const after = { percentile: 50, measure: 4.62, points: 2_600, divisor: 563 };

test('a what-if changes the formula together with the measure', () => {
  assert.equal(measureText(before, after), '4.63 → 4.62');
  assert.equal(formulaText(before, after), '2,606 points ÷ 563.00 → 2,600 points ÷ 563.00 time weights');
  assert.equal(formulaText(before, null), '2,606 points ÷ 563.00 time weights');
});

test('a what-if that does not change the percentile says so and is not colored as an improvement', () => {
  assert.equal(whatIfText(before, after, 1), 'No change without 1 violation');
  assert.equal(whatIfClass(before, after, false), 'what-if what-if-same');
  assert.equal(whatIfText(before, { percentile: 41 }, 2), '41% without 2 violations');
  assert.equal(whatIfClass(before, { percentile: 41 }, false), 'what-if');
});

test('numbers in links have no quotes, and links with quotes still work', () => {
  assert.equal(stringifySearch({ usdot: '5000105', page: 2, as_of: undefined }), '?usdot=5000105&page=2');
  assert.equal(stringifySearch({}), '');
  assert.deepEqual(parseSearch('?usdot=%225000105%22&page=2'), { usdot: '5000105', page: '2' });
  assert.deepEqual(parseSearch('?query=00123'), { query: '00123' });
});

test('sizes always have a unit', () => {
  assert.deepEqual([457_750, 1e13, 0, 999].map(byteSize), ['457.8 kB', '10 TB', '0 bytes', '999 bytes']);
});

test('a field is unknown if its path or one above it is listed', () => {
  const unknown = unknownsOf({ unknown_fields: [{ field: 'oos.oos_scores', reason: 'No file.' }] });
  assert.equal(unknown('oos.oos_scores.vehicle'), 'No file.');
  assert.equal(unknown('oos.oos_scores'), 'No file.');
  assert.equal(unknown('oos.oos_scores_of_others'), null);
  assert.equal(unknown('oos'), null);
});

const SOURCES = {
  day: '2026-11-17',
  scores: {
    run: { run_date: '2026-10-30', files: [{ dataset: 'sms-crash', file_date: '2026-10-30' }] },
    published_on: null,
    basics: [
      { percentile_source: 'calculated by Milepost, not published by FMCSA' },
      { percentile_source: 'calculated by Milepost, not published by FMCSA' },
    ],
  },
  crash_rate: { recordable_crash_rate: 0.5, source: 'review', day: '2026-01-02' },
  files: [
    { dataset: 'company-census', file_date: '2026-11-01' },
    { dataset: 'sms-crash', file_date: '2026-10-30' },
  ],
} as unknown as ProfileSources;

test('percentiles that FMCSA does not publish are labeled as our own, with the days of the run and its files', () => {
  assert.equal(
    percentilesText(SOURCES),
    'Percentiles: computed by Milepost, not by FMCSA. Run of Oct 30, 2026 with 1 federal file of Oct 30, 2026.',
  );
  assert.equal(sourceText('published by FMCSA'), 'Published by FMCSA');
});

test('the columns of exported scores say whose figures they have', () => {
  const own = 'calculated by Milepost, not published by FMCSA';
  const point = { percentile_source: own, measure_source: 'published by FMCSA' };
  const history = {
    runs: [{ iss_source: own }],
    basics: [{ title: 'Unsafe Driving', points: [point] }],
  } as ScoreHistory;
  assert.deepEqual(scoreHeader(history), [
    'Run',
    'ISS score (Computed by Milepost, not by FMCSA)',
    'Unsafe Driving (Computed by Milepost, not by FMCSA)',
    'Unsafe Driving measure (Published by FMCSA)',
  ]);
});

test('a printed report states the day of the run and of every file', () => {
  assert.equal(
    printSources(SOURCES),
    'Data of Nov 17, 2026. Score run of Oct 30, 2026. Percentiles: computed by Milepost, not by FMCSA. ' +
      'Loaded files: company-census of Nov 1, 2026; sms-crash of Oct 30, 2026.',
  );
});

test('a rate of few inspections says so, and a crash rate has its source and day', () => {
  assert.equal(fewText({ inspections: 3, is_too_few: true } as RateSource), 'Few inspections (3)');
  assert.equal(fewText({ inspections: 0, is_too_few: true } as RateSource), '');
  assert.equal(fewText({ inspections: 30, is_too_few: false } as RateSource), '');
  assert.equal(crashRateText(SOURCES), '0.50 per million miles (review of Jan 2, 2026)');
});

test('a section whose file is not loaded says so with the name of the file', () => {
  const message = 'No file of this section is loaded. Not loaded: Crash File (crash-file).';
  assert.equal(sectionErrorText({ type: 'NotLoadedError', message }), message);
  assert.equal(notLoadedText([]), '');
  assert.match(notLoadedText(['motus-insur']), /^Not loaded: motus-insur\. .* is not known\.$/);
});
