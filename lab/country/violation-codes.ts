import { weighted } from './rng.ts';

export type Basic = 'UD' | 'HOS' | 'DF' | 'CS' | 'VM' | 'HM';

export type ViolationCode = {
  /** As in roadside reports. */
  code: string;
  /** Without punctuation. */
  smsCode: string;
  basic: Basic;
  group: string;
  severity: number;
  category: number;
  /** The share of violations that put the driver or vehicle out of service. */
  outOfService: number;
  description: string;
};

export const basicNames: Record<Basic, string> = {
  UD: 'Unsafe Driving',
  HOS: 'Hours-of-Service Compliance',
  DF: 'Driver Fitness',
  CS: 'Controlled Substances/Alcohol',
  VM: 'Vehicle Maintenance',
  HM: 'Hazardous Materials Compliance',
};

/** code | group | severity | category | percent out of service | frequency | description */
const TABLE: Record<Basic, string> = {
  UD: `392.2-SLLS2|Speeding 2|4|45|0|60|State/Local Laws - Speeding 6-10 miles per hour over the speed limit
392.2-SLLS3|Speeding 3|7|45|0|35|State/Local Laws - Speeding 11-14 miles per hour over the speed limit
392.2-SLLS4|Speeding 4|10|45|0|25|State/Local Laws - Speeding 15 or more miles per hour over the speed limit
392.2C|Dangerous Driving|5|40|0|40|Failure to obey traffic control device
392.2LC|Dangerous Driving|5|42|0|25|Improper lane change
392.2FC|Dangerous Driving|5|41|0|20|Following too close
392.16|Seat Belt|7|11|0|45|Failing to use seat belt while operating a CMV
392.82A1|Phone Call|10|12|0|18|Using a hand-held mobile telephone while operating a CMV
392.80A|Texting|10|12|0|3|Driving a CMV while texting
392.2R|Reckless Driving|10|44|0|1|Reckless driving`,
  HOS: `395.8E|False Log|7|2|35|45|False report of driver's record of duty status
395.8A1|Incomplete/Wrong Log|5|3|40|40|Not using the appropriate method to record hours of service
395.3A2-PROP|Hours|7|4|35|30|Driving beyond 14 hour duty period (Property carrying vehicle)
395.3A3-PROP|Hours|7|4|35|25|Driving beyond 11 hour driving limit in a 14 hour period (Property carrying vehicle)
395.3A3II|Hours|7|7|10|35|Driving beyond 8 hour limit since the end of the last off duty period of at least 30 minutes
395.8F1|Incomplete/Wrong Log|5|3|0|30|Driver's record of duty status not current
395.24D|EOBR Related|3|7|0|20|ELD cannot transfer ELD records electronically
395.22H1|EOBR Related|1|7|0|40|Driver failing to maintain ELD user's manual
395.8|Other Log/Form & Manner|1|7|0|35|Record of duty status violation (general, form and manner)
392.3|Fatigue|10|14|60|1|Operating a CMV while ill or fatigued`,
  DF: `383.23A2|License-related: High|8|8|90|18|Operating a CMV without a CDL
383.51A-SIN|License-related: High|8|8|90|8|Driving a CMV while CDL is suspended for safety-related reason, in the state of issuance
391.41A-F|Medical Certificate|1|1|0|40|Operating a property-carrying vehicle without possessing a valid medical certificate
391.45B|Medical Certificate|1|1|0|12|Expired medical examiner's certificate
391.11B2S|General Driver Qualification|4|14|60|14|Driver must be able to understand highway traffic signs and signals in the English language
391.11B5|License-related: High|8|8|90|6|Driver lacking valid license for type vehicle being operated`,
  CS: `392.4A|Drugs|10|9|95|6|Driver on duty and in possession of, or under the influence of, a narcotic drug
392.5A2|Alcohol|5|10|95|3|Possession, use, or under the influence of alcohol within 4 hours prior to duty
392.5A3|Alcohol|5|10|95|2|Driver on duty and in possession of an intoxicating beverage`,
  VM: `393.9|Lighting|6|20|14|140|Inoperable required lamp
393.47E|Brakes, All Others|4|15|40|80|Clamp or roto type brake out of adjustment
393.45B2|Brakes, All Others|4|16|40|60|Brake hose or tubing chafing and/or kinking
396.3A1BOS|Brake Out Of Service|0|16|100|18|Brakes out of service: the number of defective brakes is 20 percent or more
393.75C|Tires|8|23|30|50|Tire - other tread depth less than 2/32 of inch
393.75A3|Tires|8|23|95|22|Tire - flat and/or audible air leak
393.25F|Lighting|6|20|50|30|Stop lamp violations
393.11|Reflective Sheeting|3|20|0|35|No or defective lighting devices or reflective material as required
396.17C|Inspection Reports|4|29|0|60|Operating a CMV without proof of a periodic inspection
396.5B|Other Vehicle Defect|3|30|4|50|Oil and/or grease leak
393.95A|Emergency Equipment|2|28|0|55|No, discharged or unsecured fire extinguisher
393.207A|Suspension|7|22|75|14|Axle positioning parts defective or missing
393.100|Improper Load Securement|7|25|70|20|No or improper load securement
393.60C|Windshield/ Glass/ Markings|1|26|0|22|Damaged or discolored windshield
393.83G|Exhaust Discharge|1|27|5|15|Exhaust leak under truck cab and/or sleeper
393.53B|Brakes, All Others|4|16|0|30|CMV manufactured after 10/19/94 has an automatic airbrake adjustment system that fails
393.205C|Wheels, Studs, Clamps, Etc.|2|24|60|6|Wheel fasteners loose and/or missing`,
  HM: `177.817A|Documentation|3|31|20|14|No shipping papers (carrier)
172.504A|Markings - HM|5|32|10|10|Vehicle not placarded as required
172.516C6|Markings - HM|5|32|0|12|Placard damaged, deteriorated, or obscured
177.834A|Load Securement - HM|10|34|70|8|Package not secure in vehicle`,
};

function pickerOf(...basics: Basic[]) {
  const frequencies: number[] = [];
  const codes = basics.flatMap((basic) =>
    TABLE[basic].split('\n').map((line): ViolationCode => {
      const [code = '', group = '', severity, category, oos, frequency, description = ''] = line.split('|');
      frequencies.push(Number(frequency));
      return {
        code,
        smsCode: code.replace(/[^A-Z0-9]/g, ''),
        basic,
        group,
        severity: Number(severity),
        category: Number(category),
        outOfService: Number(oos) / 100,
        description,
      };
    }),
  );
  return weighted(codes, frequencies);
}

export const pickDriverViolation = pickerOf('UD', 'HOS', 'DF', 'CS');
export const pickVehicleViolation = pickerOf('VM');
export const pickHazmatViolation = pickerOf('HM');
