import { smsCensus } from '../../../server/src/domain/federal/datasets/sms-inputs.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';

const flag = (value: boolean) => (value ? 'true' : '');

/** Lists active carriers only. A flag is `true` or blank. */
export function smsCensusFile(target: Target): FileWriter {
  const table = new CsvTable(target, smsCensus);
  return {
    tables: [table],
    write(carrier) {
      if (carrier.status !== 'A') return;
      const year = table.days.priorYear(carrier.mcs150Day);
      table
        .set('DOT_NUMBER', carrier.usdot)
        .setText('LEGAL_NAME', carrier.legalName)
        .setText('DBA_NAME', carrier.dbaName)
        .set('CARRIER_OPERATION', carrier.operation)
        .set('HM_FLAG', flag(carrier.hazmat))
        .set('PC_FLAG', flag(carrier.trade === 'passenger'))
        .setText('PHY_STREET', carrier.street)
        .set('PHY_CITY', carrier.city)
        .set('PHY_STATE', carrier.state)
        .set('PHY_ZIP', carrier.zip)
        .set('PHY_COUNTRY', 'US')
        .setText('MAILING_STREET', carrier.street)
        .set('MAILING_CITY', carrier.city)
        .set('MAILING_STATE', carrier.state)
        .set('MAILING_ZIP', carrier.zip)
        .set('MAILING_COUNTRY', 'US')
        .set('TELEPHONE', carrier.phone)
        .set('EMAIL_ADDRESS', carrier.email)
        .set('MCS150_DATE', table.days.worded(carrier.mcs150Day))
        .set('MCS150_MILEAGE', carrier.mileage)
        .set('MCS150_MILEAGE_YEAR', year)
        .set('ADD_DATE', table.days.worded(carrier.addDay))
        .set('OIC_STATE', carrier.state)
        .set('NBR_POWER_UNIT', carrier.powerUnits)
        .set('DRIVER_TOTAL', carrier.drivers)
        .set('RECENT_MILEAGE', carrier.mileage)
        .set('RECENT_MILEAGE_YEAR', year)
        .set('VMT_SOURCE_ID', 1)
        .set('PRIVATE_ONLY', flag(carrier.trade === 'private'))
        .set('AUTHORIZED_FOR_HIRE', flag(carrier.trade !== 'private'))
        .set('PRIVATE_PROPERTY', flag(carrier.trade === 'private'))
        .set('PRIVATE_PASSENGER_BUSINESS', flag(carrier.trade === 'passenger'))
        .set('OP_OTHER', 'N')
        .endRow();
    },
  };
}
