import type { Row } from './federal-files.ts';

/** Rows of the licensing registers. The docket of a carrier is MC with the last three digits of its number. */
const docket = (usdot: number, prefix: string) => `${prefix}${String(usdot).slice(-3)}`;
const legacyKey = (usdot: number, prefix = 'MC') => ({
  DOCKET_NUMBER: docket(usdot, prefix),
  DOT_NUMBER: String(usdot).padStart(8, '0'),
});
const motusKey = (usdot: number) => ({ DOCKET_NUMBER: docket(usdot, 'MC'), USDOT_NUMBER: usdot });

export const PROPERTY = 'Motor Carrier of Property (Except Household Goods)';
export const BROKER = 'Broker of Property (Except Household Goods)';

export const legacyCarrierRow = (usdot: number, more: Row = {}, prefix = 'MC'): Row => ({
  ...{
    ...legacyKey(usdot, prefix),
    COMMON_STAT: 'A',
    CONTRACT_STAT: 'N',
    BROKER_STAT: 'N',
    PROPERTY_CHK: 'Y',
  },
  ...{ MIN_COV_AMOUNT: '00750', CARGO_REQ: 'N', BOND_REQ: 'N', LEGAL_NAME: `CARRIER ${usdot}`, ...more },
});

export const legacyFilingRow = (usdot: number, policy: string, more: Row = {}): Row => ({
  ...{ ...legacyKey(usdot), INS_FORM_CODE: '91X', MOD_COL_1: 'BIPD/Primary', NAME_COMPANY: 'OLD INSURER' },
  ...{ POLICY_NO: policy, POSTED_DATE: '02/01/2024', UNDERL_LIM_AMOUNT: '00000', MAX_COV_AMOUNT: '01000' },
  ...{ EFFECTIVE_DATE: '02/01/2024', CANCL_EFFECTIVE_DATE: '', ...more },
});

export const legacyEndedRow = (
  usdot: number,
  policy: string,
  from: string,
  to: string,
  more: Row = {},
): Row => ({
  ...{ ...legacyKey(usdot), INS_FORM_CODE: '91X', MOD_COL_1: 'CANCELLED', MOD_COL_3: 'BIPD/Primary' },
  ...{ POLICY_NO: policy, MAX_COV_AMOUNT: '00750', EFFECTIVE_DATE: from, CANCL_EFFECTIVE_DATE: to },
  ...{ INS_CANCL_FORM: '35', NAME_COMPANY: 'OLD INSURER', INS_CLASS_CODE: 'P', UNDERL_LIM_AMOUNT: '00000' },
  ...more,
});

export const motusCarrierRow = (usdot: number, type: string, status: string, more: Row = {}): Row => ({
  ...{ ...motusKey(usdot), OP_AUTH_TYPE: type, OP_AUTH_STATUS: status, MIN_COV_AMOUNT: '750000.00' },
  ...{ BOND_REQ: 'N', CARGO_REQ: 'N', LEGAL_NAME: `CARRIER ${usdot}`, ...more },
});

export const motusFilingRow = (usdot: number, policy: string, from: string, more: Row = {}): Row => ({
  ...{ ...motusKey(usdot), INS_FORM_CODE: 'BMC-91X', INS_TYPE_CODE: 1, INS_CLASS_CODE: 'P' },
  ...{ MAX_COV_AMOUNT: '1000000.00', UNDERL_LIM_AMOUNT: '0.00', POLICY_NO: policy, EFFECTIVE_DATE: from },
  ...{ INSURANCE_COMPANY_NAME: 'NEW INSURER', TRANS_DATE: from, ...more },
});

export const motusEndedRow = (
  usdot: number,
  policy: string,
  from: string,
  to: string,
  more: Row = {},
): Row => ({
  ...{ ...motusKey(usdot), INS_FORM_CODE: 'BMC-91X', FILING_STATUS_REASON: 'Cancelled', INS_TYPE_CODE: 1 },
  ...{ POLICY_NO: policy, EFFECTIVE_DATE: from, MAX_COV_AMOUNT: '1000000.00', CANCL_EFFECTIVE_DATE: to },
  ...{ INS_CLASS_CODE: 'P', UNDERL_LIM_AMOUNT: '0.00', INSURANCE_COMPANY_NAME: 'NEW INSURER', ...more },
});
