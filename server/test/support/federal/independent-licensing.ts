import type { MonthRows } from './month-rows.ts';

/** The licensing and insurance rows of a for-hire carrier. */
export function addLicensing(
  { below, chance, pick, today, compact, slashed, add }: MonthRows,
  n: number,
  usdot: number,
  docket: number,
  name: string,
): void {
  const isRevoked = chance(0.08);
  const insured = isRevoked ? 0 : pick([750, 1_000, 5_000]);
  const legacy = { DOCKET_NUMBER: `MC${docket}`, DOT_NUMBER: usdot };
  const from = today - 300 - below(2_000);
  add('legacy-carrier', {
    ...{ ...legacy, LEGAL_NAME: name, COMMON_STAT: isRevoked ? 'I' : 'A', CONTRACT_STAT: 'N' },
    ...{
      BROKER_STAT: n % 30 === 1 ? 'A' : 'N',
      PROPERTY_CHK: 'Y',
      MIN_COV_AMOUNT: '00750',
      CARGO_REQ: 'N',
    },
    ...{
      BOND_REQ: n % 30 === 1 ? 'Y' : 'N',
      BIPD_FILE: String(insured).padStart(5, '0'),
      CARGO_FILE: 'N',
      BOND_FILE: 'N',
    },
  });
  add('legacy-auth-hist', {
    ...{ ...legacy, MOD_COL_1: 'COMMON', ORIGINAL_ACTION_DESC: 'GRANTED', ORIG_SERVED_DATE: slashed(from) },
    ...(isRevoked && { DISP_ACTION_DESC: 'REVOKED', DISP_SERVED_DATE: slashed(from + 200) }),
  });
  if (isRevoked)
    add('legacy-revocation', {
      ...{ ...legacy, TYPE_LICENSE: 'COMMON', ORDER1_SERVE_DATE: slashed(from + 170) },
      ...{ ORDER2_TYPE_DESC: 'Involuntary', ORDER2_EFFECTIVE_DATE: slashed(from + 200) },
    });
  if (insured > 0) {
    const policy = {
      NAME_COMPANY: 'MIDLAND CASUALTY CO',
      POLICY_NO: `P${docket}`,
      EFFECTIVE_DATE: slashed(from),
    };
    const amounts = { MAX_COV_AMOUNT: String(insured).padStart(5, '0'), UNDERL_LIM_AMOUNT: '00000' };
    add('legacy-insur', {
      ...{
        PREFIX_DOCKET_NUMBER: legacy.DOCKET_NUMBER,
        INS_TYPE_CODE: 1,
        INS_CLASS_CODE: 'P',
        INS_FORM_CODE: '91X',
      },
      ...{ ...policy, ...amounts },
    });
    add('legacy-act-pend-insur', {
      ...{ ...legacy, INS_FORM_CODE: '91X', MOD_COL_1: 'BIPD/Primary', POSTED_DATE: slashed(from + 1) },
      ...{ ...policy, ...amounts, CANCL_EFFECTIVE_DATE: n % 25 === 3 ? slashed(today + 20) : '' },
    });
  }
  if (n % 9 === 4) {
    const motus = { DOCKET_NUMBER: `MC${docket}`, USDOT_NUMBER: usdot };
    add('motus-carrier', {
      ...{
        ...motus,
        OP_AUTH_TYPE: 'MOTOR CARRIER OF PROPERTY',
        OP_AUTH_STATUS: 'ACTIVE',
        LEGAL_NAME: name,
      },
      ...{ MIN_COV_AMOUNT: 750_000, CARGO_REQ: 'N', BOND_REQ: 'N' },
    });
    add('motus-insur', {
      ...{
        ...motus,
        INS_FORM_CODE: 'BMC-91X',
        INS_TYPE_CODE: 'BIPD',
        MAX_COV_AMOUNT: 1_000_000,
        POLICY_NO: `M${docket}`,
      },
      ...{
        EFFECTIVE_DATE: compact(today - 40),
        INSURANCE_COMPANY_NAME: 'LAKES MUTUAL',
        TRANS_DATE: compact(today - 45),
      },
    });
    add('motus-auth-hist', {
      ...{ ...motus, OP_AUTH_TYPE: 'MOTOR CARRIER OF PROPERTY', OP_AUTH_STATUS: 'ACTIVE' },
      STATUS_CHANGE_DATE: compact(today - 60),
    });
  }
}
