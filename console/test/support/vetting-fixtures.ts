import type { Page } from 'playwright-core';

const VIEW = /\/carrier-view$/;
const OBJECTIONS = /(?<!console)\/objections\?/;
const LINKS = /\/carrier-links\?/;
const id = (n: number) => `6f2c0000-0000-4000-8000-00000000000${n}`;
const pagination = (total: number) => ({
  ...{ page: 1, page_size: 25, results_returned: total, has_more: false, total, total_pages: 1 },
});

const age = {
  ...{ rule: 'authority_age', signal: null, name: 'Authority age', category: 'Authority', result: 'FAIL' },
  reason:
    'An authority to carry has been active since 2026-11-01, for 17 days; at least 30 are required. Register of authorities of 2026-11-15.',
  clears:
    'Time: the authority has to be active for the number of days that the rule names. An active authority keeps its age.',
};
const shared = {
  ...{ rule: 'signals', signal: 'shared_with_revoked_carrier', category: 'Signals', result: 'REVIEW' },
  name: 'Its contacts are also those of a carrier whose authority was revoked, as of the register of 2026-11-15',
  reason: 'The phone number or email address is also that of a carrier whose authority was revoked.',
  clears: 'The signal ends when the register says something else. Have a wrong record corrected by FMCSA.',
};
const sent = {
  ...{ id: id(1), rule: 'authority_age', signal: null, result: 'FAIL', finding: age.reason },
  message:
    'We moved from our old company under the same owner.\nIts authority was active for nine years; the register has both.',
  ...{ file_name: 'articles-of-merger.pdf', state: 'open', reason: null, decided_at: null },
  ...{ clears_until: null, created_at: '2026-11-17T15:12:00Z' },
};
const answered = {
  ...{ ...sent, id: id(2), rule: null, signal: null, result: null, finding: null, file_name: null },
  ...{ message: 'The phone number is that of our agent.', state: 'accepted', clears_until: '2027-02-15' },
  ...{ reason: 'We called the agent, who confirmed it.', decided_at: '2026-11-17T18:40:00Z' },
};

const held = {
  ...{
    usdot_number: '5000176',
    legal_name: 'SYNTHETIC FREIGHT 5000176 LLC',
    organization: 'Prairie Brokers',
  },
  ...{ expires_at: '2026-12-17T15:00:00Z', day: '2026-11-18', result: 'FAIL', findings: [age, shared] },
  passed: ['USDOT registration', 'Safety rating', 'Active authority', 'Out-of-service order'],
  list: { list: 'block', note: 'Double brokered load 4711', added_at: '2026-10-02T14:00:00Z' },
  checks: [
    { day: '2026-11-17', created_at: '2026-11-17T14:00:00Z', result: 'FAIL', findings: [age, shared] },
    { day: '2026-10-01', created_at: '2026-10-01T09:30:00Z', result: 'PASS', findings: [] },
  ],
  objections: [sent, answered],
};

export async function withHeld(page: Page): Promise<void> {
  await page.route(VIEW, (route) => route.fulfill({ json: held }));
}

const customers = { usdot_number: '5000176', contact: 'Pat Smith, 214-555-0100', decided_by: null };
const link = (n: number, more: object) => ({
  ...{ id: id(n), usdot_number: '5000176', created_at: '2026-11-16T09:00:00Z', created_by: 1 },
  ...{ expires_at: '2099-12-16T09:00:00Z', revoked_at: null, opened_at: null, ...more },
});

/** Objections, which only carriers send. */
export async function withObjections(page: Page): Promise<void> {
  const objections = [
    { ...sent, ...customers, check_id: null },
    { ...answered, ...customers, check_id: id(8) },
  ];
  const links = [
    link(5, { opened_at: '2026-11-17T15:00:00Z' }),
    link(6, { usdot_number: '5000003', revoked_at: '2026-11-17T15:00:00Z' }),
  ];
  await page.route(OBJECTIONS, (route) => route.fulfill({ json: { objections, pagination: pagination(2) } }));
  await page.route(LINKS, (route) => route.fulfill({ json: { links, pagination: pagination(2) } }));
}

export async function withoutVetting(page: Page): Promise<void> {
  for (const url of [VIEW, OBJECTIONS, LINKS]) await page.unroute(url);
}
