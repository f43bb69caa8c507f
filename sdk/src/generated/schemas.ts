// Generated from openapi.json by `npm run generate`. Do not edit.

export type AcceptInvitation = {
  /** From the link. */
  token: string;
  /** 8 to 1024 characters. */
  password: string;
};

export type AccountSession = {
  session_id: number;
  /** The session of this request. */
  is_current: boolean;
  /** `console`: signed in to the console. `api`: a token of a program, which needs the API key. */
  kind: 'console' | 'api';
  /** The browser at sign-in, such as `Firefox`, or the name of the program. */
  browser: string | null;
  /** The operating system at sign-in, such as `Windows`. */
  operating_system: string | null;
  sign_in_address: string | null;
  /** The address of the last use. */
  last_address: string | null;
  created_at: string;
  /** Updated at most once a minute. */
  last_used_at: string | null;
  expires_at: string;
};

export type AccountSessions = {
  /** This session, then those of the console, then tokens of programs, the last used first. At most 200. */
  sessions: AccountSession[];
  /** All sessions that have not ended. */
  total: number;
};

export type ActivityOfAlert = {
  id: number;
  /** Counted up to 1000. */
  matches: number;
  /** The scheduled time of the last firing. */
  last_fired_at: string | null;
};

export type AddWatchedCarriers = { usdot_numbers: string[] };

export type AddedWatchedCarriers = {
  added: number;
  /** Carriers that were on the list already. */
  present: number;
  /** Those of the carriers that no federal register has. They are watched all the same. At most 500 are named. */
  unknown: string[];
};

export type Alert = {
  id: number;
  email: string;
  cc_emails: string[];
  /** `normal` fires once a day in the morning, `hot` every 15 minutes. */
  alert_type: 'normal' | 'hot';
  /** true: the alert is inactive. */
  disabled: boolean;
  alert_name: string;
  /** USDOT number. Empty when it is not set. */
  usdot_number: string;
  /** MC number. Empty when it is not set. */
  mc_number: string;
  /** Plate number. */
  license_plate: string | null;
  /** State of the plate: its name or two letters. */
  license_plate_state: string | null;
  /** The last 6 letters or digits of the VIN. */
  vin: string | null;
  /** Cab number. */
  cab_number: string | null;
  /** Equipment type, e.g. reefer or dry van. */
  equipment_type: string | null;
  /** One of the names in `GET /logos`. */
  trailer_logo: string | null;
  /** Trailer number. */
  trailer_number: string | null;
  /** Number of the container chassis, found in the text read on the truck. */
  chassis_number: string | null;
  /**
   * Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check
   * digit.
   */
  container_number: string | null;
  /** Searched in every text read on the truck and in every recorded field. */
  deep_search: string | null;
  /** State of the sighting: its name or two letters. */
  location_state: string | null;
  /** City of the sighting. */
  location_city: string | null;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_trailer_number: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_chassis_number: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_container_number: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_deep_search: boolean;
  /** Treats 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal in license_plate, cab_number, trailer_number. */
  tolerance: boolean;
  notification_channels: Array<'email' | 'webhook'>;
  start_date: string | null;
  end_date: string | null;
  /** Shortest time between two firings. */
  cooldown_minutes: number | null;
  /** Most firings in one calendar day. Matches that are held back are part of the next firing. */
  daily_cap: number | null;
  created_at: string;
};

export type AlertActivity = { alerts: ActivityOfAlert[] };

export type AlertCriteria = {
  /** USDOT number. */
  usdot_number?: string | null;
  /** MC number. */
  mc_number?: string | null;
  /** Plate number. */
  license_plate?: string | null;
  /** State of the plate: its name or two letters. */
  license_plate_state?: string | null;
  /** The last 6 letters or digits of the VIN. */
  vin?: string | null;
  /** Cab number. */
  cab_number?: string | null;
  /** Equipment type, e.g. reefer or dry van. */
  equipment_type?: string | null;
  /** One of the names in `GET /logos`. */
  trailer_logo?: string | null;
  /** Trailer number. */
  trailer_number?: string | null;
  /** Number of the container chassis, found in the text read on the truck. */
  chassis_number?: string | null;
  /**
   * Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check
   * digit.
   */
  container_number?: string | null;
  /** Searched in every text read on the truck and in every recorded field. */
  deep_search?: string | null;
  /** State of the sighting: its name or two letters. */
  location_state?: string | null;
  /** City of the sighting. */
  location_city?: string | null;
  /** true: the whole value must match. false: the value may be part of a longer one. Default: `false`. */
  exact_match_trailer_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. Default: `false`. */
  exact_match_chassis_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. Default: `false`. */
  exact_match_container_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. Default: `false`. */
  exact_match_deep_search?: boolean;
  /** Treats 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal in license_plate, cab_number, trailer_number. Default: `false`. */
  tolerance?: boolean;
};

export type AlertDetails = {
  id: number;
  alert_name: string;
  email: string;
  /** Free text; empty if there is none. */
  description: string;
  is_active: boolean;
  /** USDOT number. */
  usdot_number: string | null;
  /** MC number. */
  mc_number: string | null;
  /** Plate number. */
  license_plate: string | null;
  /** The last 6 letters or digits of the VIN. */
  vin: string | null;
  /** Cab number. */
  cab_number: string | null;
  /** Equipment type, e.g. reefer or dry van. */
  equipment_type: string | null;
  /** Empty when it is not a criterion. */
  trailer_logo: string[];
  /** Empty when it is not a criterion. */
  trailer_number: string;
  /** Number of the container chassis, found in the text read on the truck. Absent when it is not a criterion. */
  chassis_number?: string;
  /**
   * Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check
   * digit. Absent when it is not a criterion.
   */
  container_number?: string;
};

export type AlertList = { alerts: Alert[]; pagination?: Pagination };

export type AlertMatch = {
  match_id: number;
  matched_at: string;
  /** Null until the next firing. */
  fired_at: string | null;
  /** `history`: seen before the alert was created, and stored with it. */
  source: 'live' | 'history';
  /** true: the match is listed and is not sent by email or webhook. */
  is_silent: boolean;
  /**
   * `history`: seen before the alert was created. `received_before_alert`: the image was received before the alert
   * was created or enabled or its criteria changed. `captured_long_before`: the image was captured more than
   * ALERT_MAX_AGE_HOURS (72) before it was received. `decided_again_late`: the sighting was decided again more
   * than 24 hours after its image was received. `no_longer_matches`: the sighting changed before the match was
   * sent and no longer meets the alert. Null when the match is not silent.
   */
  silent_reason:
    | 'history'
    | 'received_before_alert'
    | 'captured_long_before'
    | 'decided_again_late'
    | 'no_longer_matches'
    | null;
  /**
   * When the sighting changed after the match was sent, so that it no longer meets the alert. Null when it still
   * does.
   */
  corrected_at: string | null;
  /** The work state, which `PATCH /matches/{match_id}` changes. */
  state: 'new' | 'working' | 'recovered' | 'dismissed';
  /** The email address of the member who works on it. */
  assignee: string | null;
  sighting: MatchedSighting;
  deliveries: MatchDelivery[];
};

export type AlertMatches = {
  /** Newest sighting first, as it was when it matched. */
  matches: AlertMatch[];
  pagination: Pagination;
};

export type AlertPreview = {
  /** Names of unknown keys in the request, which were ignored. */
  warnings?: string[];
  /** Number of sightings that would have matched. */
  count: number;
  /** false: `count` is a lower bound, and sightings before `searched_from` were not counted. */
  is_exact: boolean;
  searched_from: string;
  /** The newest 10. */
  newest: MatchedSighting[];
  /** Readings that match only with `tolerance`, the most frequent 20. */
  tolerance_adds: ToleratedReading[];
};

export type AlertRun = { fired: FiredAlert[] };

export type ApiKey = {
  api_key_id: number;
  organization_id: number;
  name: string;
  /** The first characters of the key. */
  hint: string;
  created_at: string;
  expires_at: string | null;
  /** Updated at most twice a minute. */
  last_used_at: string | null;
  revoked_at: string | null;
};

export type ApiKeyList = { api_keys: ApiKey[] };

export type ArchiveSource = {
  source_dataset: string;
  /** The day of the first archived file. */
  since: string;
  /** The day of the newest archived file. */
  newest: string;
};

export type ArchivedIdentity = {
  as_of: string;
  /**
   * Whether a census file listed the carrier on that day. Null: unknown, no census of that day or before is
   * archived.
   */
  is_listed: boolean | null;
  /** The archived datasets. Nothing is known of the time before `since`. Empty: nothing is archived. */
  sources: ArchiveSource[];
  /** The values that the files had on that day. */
  values: ArchivedValue[];
  /** Fields that are unknown on that day, because no file of that day or before that has them is archived. */
  unknown_fields: Array<
    | 'record'
    | 'legal_name'
    | 'dba_name'
    | 'physical_address'
    | 'mailing_address'
    | 'phone'
    | 'cell_phone'
    | 'fax'
    | 'email_address'
    | 'officer_1'
    | 'officer_2'
    | 'power_units'
    | 'drivers'
    | 'mileage'
    | 'mileage_year'
    | 'mcs150_date'
    | 'usdot_status'
    | 'carrier_operation'
    | 'operation_classification'
    | 'hazmat'
    | 'safety_rating'
    | 'safety_rating_date'
    | 'authority'
    | 'insurance'>;
};

export type ArchivedValue = {
  /** `record`: whether the file lists the carrier at all. Its value is `listed`, and null while the file does not. */
  field:
    | 'record'
    | 'legal_name'
    | 'dba_name'
    | 'physical_address'
    | 'mailing_address'
    | 'phone'
    | 'cell_phone'
    | 'fax'
    | 'email_address'
    | 'officer_1'
    | 'officer_2'
    | 'power_units'
    | 'drivers'
    | 'mileage'
    | 'mileage_year'
    | 'mcs150_date'
    | 'usdot_status'
    | 'carrier_operation'
    | 'operation_classification'
    | 'hazmat'
    | 'safety_rating'
    | 'safety_rating_date'
    | 'authority'
    | 'insurance';
  /** For `authority` the docket and the type, for `insurance` the kind. Empty for fields that a carrier has once. */
  item: string;
  value: string;
  /**
   * The day of the first file with the value. The value can be older if this is the day on which the archive
   * begins.
   */
  first_seen: string;
  /** The day of the last file with the value. */
  last_seen: string;
  source_dataset: string;
};

export type AuditCheck = {
  /** How many seals were checked. */
  seals: number;
  /** How many entries they cover. */
  entries: number;
  /** Entries that no seal covers yet. New entries are sealed every 30 seconds. */
  unsealed: number;
  /** Number and hash of the newest seal. */
  head: string | null;
  /** Empty: no entry was altered, removed or inserted. */
  problems: string[];
};

export type AuditEntries = {
  entries: AuditEntry[];
  /** Send it as `before` to get the next page. Null on the last page. */
  next_before: number | null;
};

export type AuditEntry = {
  id: number;
  at: string;
  /** What happened, in words. Objects have the names that they have now. */
  sentence: string;
  organization_id: number | null;
  /** `cli`: a command on the server. `link`: the holder of a signed link. `system`: housekeeping. */
  actor_kind: 'user' | 'key' | 'cli' | 'link' | 'system';
  actor_id: number | null;
  /** The email address of the user, or the name of the user of a command. */
  actor: string;
  /** The IP address of the caller, or the machine on which a command ran. */
  address: string;
  action: string;
  /** The request only showed something. */
  is_read: boolean;
  object_kind: string;
  object_id: string;
  /** `unknown`: the process was killed while the change was in progress. */
  outcome: 'success' | 'denied' | 'failed' | 'unknown';
  /** The status of the response. */
  status: number | null;
  correlation_id: string | null;
  /** The `X-Purpose` of the request. */
  purpose: string | null;
  /** How many different plates and VINs the request named or returned. */
  vehicles: number;
  details: Record<string, unknown>;
};

export type AuthorityHistory = {
  carrier_history: Array<{
    snapshot_date: string;
    mcs150_date: string;
    power_units: number;
    drivers: number;
    mileage: number;
    power_units_change_pct: number;
    drivers_change_pct: number;
    mileage_change_pct: number;
  }>;
  authority_history: Array<{
    authority_type: string;
    original_action: string;
    action_date: string;
    disposition_action: string | null;
    disposition_date: string | null;
  }>;
  authority_history_count: number;
};

export type AuthorityPeriod = {
  authority: 'common' | 'contract' | 'broker' | 'forwarder';
  /** Null for brokers and freight forwarders, and if no record says it. */
  carries: 'property' | 'passenger' | 'household goods' | null;
  /**
   * `pending`: an application, or an order that is served and takes effect on `start`. It changes nothing before
   * that.
   */
  state: 'active' | 'inactive' | 'pending';
  /** Null: before the first record. */
  start: string | null;
  /** The first day of the next state. Null: it has not ended. */
  end: string | null;
  /** The record that began the period, in the words of the file. */
  reason: string;
  source_dataset: string;
  source_date: string | null;
};

export type AuthorityPeriods = {
  usdot_number: string;
  /** The day that the periods describe. */
  as_of: string;
  /**
   * By authority and cargo, in order of time. An order that was discontinued never took effect and is no period.
   * The last period in effect agrees with the register.
   */
  authority_periods: AuthorityPeriod[];
  /** Datasets that are not loaded. While there are any, what is missing here is not known. */
  not_loaded: string[];
};

export type BasicScore = { score: number | null; measure: number | null; is_escalate: boolean | null };

export type BasicSource = {
  basic:
    | 'unsafe_driving'
    | 'hours_of_service'
    | 'driver_fitness'
    | 'controlled_substances'
    | 'vehicle_maintenance'
    | 'hazmat_related'
    | 'crash_indicator'
    | 'vehicle_maintenance_driver_observed';
  /** It depends on the type of carrier. */
  threshold: number;
  /** Whether FMCSA published the measure or Milepost calculated it, and whether FMCSA publishes it too. */
  measure_source: string;
  /** The same for the percentile. FMCSA publishes none of property carriers. */
  percentile_source: string;
  /** true: the percentile is a rank within the peer group. */
  is_ranked: boolean;
  relevant_inspections: number | null;
  /** Crashes, for the Crash Indicator. */
  inspections_with_violation: number | null;
};

export type BrokerProfile = {
  /** The record of the carrier. Without keys if no federal register has the number. */
  fmcsa_detail: {
    usdot_number?: string;
    docket_number?: string;
    legal_name?: string;
    dba_name?: string;
    carrier_status?: string;
    entity_status?: string;
    carrier_ein?: string;
    dun_bradstreet_no?: string;
    mcs150_date?: string;
    mcs150_mileage?: string;
    insurer_company_name?: string;
    insurance_docket_number?: string;
    insurance_policy_number?: string;
    insurance_policy_type?: string;
    insurance_form_code?: string;
    insurance_max_coverage_amount?: string;
    insurance_underlying_limit_amount?: string;
    insurance_transaction_date?: string;
    insurance_effective_date?: string;
    insurance_expiration_date?: string;
    phy_street?: string;
    phy_city?: string;
    phy_state?: string;
    phy_zip?: string;
    telephone?: string;
    email_address?: string;
    mailing_street?: string;
    mailing_city?: string;
    mailing_state?: string;
    mailing_zip?: string;
    mailing_country?: string;
    carrier_operation?: string;
    operation_classificiation?: string;
    authority_date?: string;
    authorized_for_common_date?: string;
    authorized_for_contract_date?: string;
    carrier_total_drivers?: string;
    carrier_total_power_units?: string;
    carried_cargo?: string;
    carrier_driver_insp?: string;
    carrier_driver_oos_insp?: string;
    carrier_vehicle_insp?: string;
    carrier_vehicle_oos_insp?: string;
    carrier_hazmat_insp?: string;
    carrier_hazmat_oos_insp?: string;
    carrier_fatal_crash?: string;
    carrier_inj_crash?: string;
    carrier_towaway_crash?: string;
    carrier_crash_total?: string;
    basic_unsafe_driving_total_violation?: string;
    basic_driver_fitness_total_violation?: string;
    basic_hos_total_violation?: string;
    basic_drugs_alcohol_total_violation?: string;
    basic_vehicle_maint_total_violation?: string;
    carrier_safety_rating_date?: string;
    carrier_safety_rating?: string;
    carrier_safety_review_date?: string;
    carrier_safety_review_type?: string;
    carrier_driver_oos_rate?: number;
    carrier_driver_oos_rate_national_avg?: number;
    carrier_vehicle_oos_rate?: number;
    carrier_vehicle_oos_rate_national_avg?: number;
    carrier_hazmat_oos_rate?: number;
    carrier_hazmat_oos_rate_national_avg?: number;
    recordable_crash_rate?: number;
  };
  equipment_pairings: {
    /** Equipment in sightings of the period, the most frequent first. */
    genlogs: string[];
    /** Equipment in inspections and crashes of the period, the most frequent first. */
    fmcsa: string[];
  };
  /** The latest day first; at most 10000 rows. */
  sightings: Array<{
    sighting_date: string;
    state_seen: string;
    /** The ZIP code with the nearest center; empty where there is none. */
    location_zip: string;
    /** How many on this day, in this ZIP code, from this source. */
    sightings: number;
    /** `genlogs`: sightings by cameras. `fmcsa`: inspections and crashes, placed at their county. */
    source: string;
  }>;
};

/** By USDOT number, in numeric order. */
export type BrokerProfiles = Record<string, BrokerProfile>;

export type BulkResult = {
  /** The number of the line in the request. */
  line: number;
  /** The status that `POST /image` would have had. */
  status: number;
  /** Null when the image was not stored. */
  image_id: string | null;
  /** Why the image was not stored. Null when it was. */
  detail: null | string | Problem[];
  /** Seconds to wait. Null when sending the line again will not help. */
  retry_after: number | null;
};

export type Camera = {
  organization_id: number;
  organization_name: string;
  source: string;
  last_image_at: string;
  /** For `GET /images/{image_id}`, by users of the organization of the camera. */
  last_image_id: string;
  is_silent: boolean;
  /** Images received on each of the last 14 days in UTC, oldest first. The last day is today. */
  images_per_day: number[];
  /**
   * The share of images of the 14 days on which something was read, 0 to 1. Waiting images do not count. Null if
   * all wait.
   */
  share_read: number | null;
  /**
   * The share of these images on which a USDOT or MC number, VIN, plate, cab or trailer number was read with
   * Medium or High. Null if the result of no image is known.
   */
  share_identified: number | null;
};

export type CameraHealth = {
  organization_id: number;
  organization_name: string;
  source: string;
  last_image_at: string;
  last_image_id: string;
  /** A signed link to its last image. Null for cameras of other organizations. */
  thumbnail_url: string | null;
  latitude: number;
  longitude: number;
  /** Empty: none was found. */
  problems: CameraProblem[];
  /** Of the images of the last 24 hours with a result. */
  share_identified: number | null;
  /** Of the same hours of the week in the 4 weeks before. */
  usual_share: number | null;
  /** The median from capture to receipt in the last 24 hours. Negative: its clock is ahead. */
  lag_seconds: number | null;
};

export type CameraHealthList = {
  /** Those with the most problems first; at most 500. */
  cameras: CameraHealth[];
};

export type CameraHour = {
  /** The beginning of the hour. */
  hour: string;
  /** Images that were received in the hour. */
  images: number;
  /** Images that were recorded. */
  read: number;
  /** Images that failed for good. The others wait. */
  failed: number;
  /** Images with a result: `identified` and all `reasons`. */
  judged: number;
  /**
   * Images with a USDOT or MC number, VIN, plate, cab or trailer number that was read with Medium or High. A plate
   * that the partner sent counts.
   */
  identified: number;
  /** Images with a USDOT number. */
  with_usdot: number;
  /** Images with a plate. */
  with_plate: number;
  reasons: UnreadReasons;
};

export type CameraHours = { organization_id: number; source: string; from: string; to: string; hours: CameraHour[] };

export type CameraList = {
  cameras: Camera[];
  /** How many cameras are silent. */
  silent: number;
  /** When a camera is silent. */
  silent_rule: string;
  /** When images were last counted; every minute. */
  counted_at: string | null;
  pagination: Pagination;
};

export type CameraProblem = {
  /**
   * `frozen`: the same picture again. `clock`: it does not have the time. `dark` and `blurred`: its images of the
   * last 6 hours, compared with the same hours of the 14 days before; only if the recognizer measures this.
   * `reads_less`: fewer identified trucks than usual at the same hours of the week.
   */
  kind: 'silent' | 'frozen' | 'clock' | 'dark' | 'blurred' | 'reads_less';
  text: string;
};

export type CarrierChange = {
  /** `record`: whether the file lists the carrier at all. Its value is `listed`, and null while the file does not. */
  field:
    | 'record'
    | 'legal_name'
    | 'dba_name'
    | 'physical_address'
    | 'mailing_address'
    | 'phone'
    | 'cell_phone'
    | 'fax'
    | 'email_address'
    | 'officer_1'
    | 'officer_2'
    | 'power_units'
    | 'drivers'
    | 'mileage'
    | 'mileage_year'
    | 'mcs150_date'
    | 'usdot_status'
    | 'carrier_operation'
    | 'operation_classification'
    | 'hazmat'
    | 'safety_rating'
    | 'safety_rating_date'
    | 'authority'
    | 'insurance';
  /** For `authority` the docket and the type, for `insurance` the kind. Empty for fields that a carrier has once. */
  item: string;
  /** Null: the file had no value. */
  value: string | null;
  /**
   * The day of the first file with the value. The value can be older if this is the day on which the archive
   * begins.
   */
  first_seen: string;
  /** The day of the last file with the value. */
  last_seen: string;
  source_dataset: string;
  /** The day of the file with the next value. */
  replaced_on: string;
  /** The next value. Null: the next file had none. */
  replaced_by: string | null;
};

export type CarrierContacts = {
  /** By USDOT number. A carrier that nobody knows has no contacts. */
  data: Record<string, {
    has_dispatch: 'Yes' | 'No';
    /** Your organization's own contacts, oldest first. */
    onboarded_contacts: Array<{ name: string; phone: string; email: string }>;
    /**
     * Telephone numbers (10 digits) and email addresses that an active carrier registered. Nothing tells which desk
     * answers.
     */
    dispatch_contact: Array<{ phone: string; email: string }>;
    fmcsa_contact: {
      /** The first officer. */
      name: string | null;
      phone: string | null;
      email: string | null;
    };
  }>;
};

export type CarrierContactsRequest = {
  /** One USDOT number, or up to 50 separated by commas. */
  usdot_numbers: string;
};

export type CarrierDecision = {
  id: string;
  usdot_number: string;
  /** What your organization decided. Null: only a note. */
  decision: 'clear' | 'look_closer' | 'do_not_use' | null;
  note: string;
  created_at: string;
  /** The id of the user. */
  created_by: number;
  /** The email address of the user. Empty after the user was deleted. */
  author: string;
};

export type CarrierDecisions = {
  current: CarrierDecision | null;
  /** Decisions and notes, newest first. */
  decisions: CarrierDecision[];
  pagination: Pagination;
};

export type CarrierDetail = {
  usdot_number: string;
  docket_number: string;
  legal_name: string;
  dba_name: string;
  carrier_status: string;
  entity_status: string;
  carrier_ein: string;
  dun_bradstreet_no: string;
  mcs150_date: string;
  mcs150_mileage: string;
  insurer_company_name: string;
  insurance_docket_number: string;
  insurance_policy_number: string;
  insurance_policy_type: string;
  insurance_form_code: string;
  insurance_max_coverage_amount: string;
  insurance_underlying_limit_amount: string;
  insurance_transaction_date: string;
  insurance_effective_date: string;
  insurance_expiration_date: string;
  phy_street: string;
  phy_city: string;
  phy_state: string;
  phy_zip: string;
  telephone: string;
  email_address: string;
  mailing_street: string;
  mailing_city: string;
  mailing_state: string;
  mailing_zip: string;
  mailing_country: string;
  carrier_operation: string;
  operation_classificiation: string;
  authority_date: string;
  authorized_for_common_date: string;
  authorized_for_contract_date: string;
  carrier_total_drivers: string;
  carrier_total_power_units: string;
  carried_cargo: string;
  carrier_driver_insp: string;
  carrier_driver_oos_insp: string;
  carrier_vehicle_insp: string;
  carrier_vehicle_oos_insp: string;
  carrier_hazmat_insp: string;
  carrier_hazmat_oos_insp: string;
  carrier_fatal_crash: string;
  carrier_inj_crash: string;
  carrier_towaway_crash: string;
  carrier_crash_total: string;
  basic_unsafe_driving_total_violation: string;
  basic_driver_fitness_total_violation: string;
  basic_hos_total_violation: string;
  basic_drugs_alcohol_total_violation: string;
  basic_vehicle_maint_total_violation: string;
  carrier_safety_rating_date: string;
  carrier_safety_rating: string;
  carrier_safety_review_date: string;
  carrier_safety_review_type: string;
  carrier_driver_oos_rate: number;
  carrier_driver_oos_rate_national_avg: number;
  carrier_vehicle_oos_rate: number;
  carrier_vehicle_oos_rate_national_avg: number;
  carrier_hazmat_oos_rate: number;
  carrier_hazmat_oos_rate_national_avg: number;
  recordable_crash_rate: number;
};

export type CarrierHistory = {
  usdot_number: string;
  /** Whether any federal record has the carrier. */
  is_known: boolean;
  /** The archived datasets. Nothing is known of the time before `since`. Empty: nothing is archived. */
  sources: ArchiveSource[];
  /** Values that a later file replaced, the latest change first. */
  changes: CarrierChange[];
  /**
   * Authorities and kinds of insurance that the newest file does not list. `last_seen` is the day of the last file
   * with them. A missing record is not a loss: the end of a policy or authority is in the history files.
   */
  unlisted: ArchivedValue[];
  pagination: Pagination;
};

export type CarrierLink = {
  id: string;
  usdot_number: string;
  created_at: string;
  created_by: number | null;
  expires_at: string;
  revoked_at: string | null;
  opened_at: string | null;
};

export type CarrierLinks = { links: CarrierLink[]; pagination: Pagination };

export type CarrierList = { carriers: CarrierSummary[]; pagination: Pagination };

export type CarrierObservations = {
  /** The record of the carrier; empty when no federal register has the number. */
  fmcsa_detail: CarrierDetail[];
  observations: Observation[];
  last_seen_image?: LastSeenImage | null;
  pagination: Pagination;
};

export type CarrierObservationsEntry = {
  usdot_number: string;
  /** The record of the carrier; empty when no federal register has the number. */
  fmcsa_detail: CarrierDetail[];
  observations: Observation[];
  last_seen_image?: LastSeenImage | null;
};

export type CarrierProfile = {
  dot_number: string;
  operating_status: OperatingStatus | null;
  authority_history: AuthorityHistory | null;
  oos: OutOfService | null;
  insurance: InsuranceSection | null;
  iss_basics: IssBasics | null;
  violations: ViolationsSection | null;
  crashes: CrashesSection | null;
  fleet_and_drivers: FleetAndDrivers | null;
  vin_details: VinDetails | null;
  archive?: ArchivedIdentity | null;
  sources?: ProfileSources | null;
  unknown_fields?: UnknownField[];
  errors: Record<string, SectionError> | null;
};

export type CarrierRecommendation = {
  dot_number: string;
  /** 0 without an MC number. */
  mc_number: number;
  legal_name: string;
  dba_name: string;
  phy_street: string;
  phy_city: string;
  phy_state: string;
  phy_zip: string;
  telephone: string;
  email_address: string;
  /** When the USDOT number was registered; empty if unknown. */
  add_date: string;
  /** As in carrier observations. */
  carried_cargo: string;
  /** 0 if unknown. */
  carrier_total_power_units: number;
  /** From 0 to 100. */
  carrier_score_scaled: number;
  /** The liability insurance in dollars; 0 if none is on file. */
  bipd_insurance_on_file: number;
  /** The cargo insurance in dollars; 0 if none is on file. */
  cargo_insurance_on_file: number;
  /** Driver inspections with an out-of-service order, percent, 24 months. */
  carrier_driver_oos_rate: number;
  /** The national average, percent, 24 months. */
  carrier_driver_oos_rate_national_avg: number;
  /** Vehicle inspections with an out-of-service order, percent, 24 months. */
  carrier_vehicle_oos_rate: number;
  /** The national average, percent, 24 months. */
  carrier_vehicle_oos_rate_national_avg: number;
  /** Email addresses of your organization's own contacts at the carrier. */
  confirmed_email: Record<string, {
    /** The day it was stored. */
    add_date: string;
  }>;
  /** Telephone numbers of your organization's own contacts at the carrier. */
  confirmed_phone: Record<string, {
    /** The day it was stored. */
    add_date: string;
  }>;
  /** In the last 12 hours, a truck came at least 10 miles nearer to the origin (without one, to the destination). */
  is_inbound: boolean;
  /** `real_time_locs` has a position of the carrier. */
  is_real_time: boolean;
  /** Seen by cameras near the ends, not only in federal records. */
  is_visually_sighted: boolean;
  /** It runs from the destination to the origin more often than the other way. */
  is_possible_backhaul: boolean;
  /** The center of the ZIP code of the carrier's address. */
  lat?: number;
  lon?: number;
  power_only: boolean;
  /** Active, Inactive or None; empty if no register has it. */
  broker_authority_status: string;
  explain?: RecommendationScore;
};

export type CarrierRecommendations = {
  /** With `real_time=true`: the newest position of each recommended carrier, at most 12 hours old. */
  real_time_locs: Array<{ dot_number: string; is_inbound: boolean; current_lat: number; current_lon: number }>;
  /** The highest score first, at most 100. */
  recommendations: CarrierRecommendation[];
  explained?: ExplainedCarrier;
};

export type CarrierSignal = {
  name: string;
  /** A fact, with the day of the federal file that it rests on. */
  title: string;
  /** How closely to look. It is not a finding of guilt. */
  severity: 'high' | 'medium' | 'low';
  /** When the signal applies. */
  rule: string;
  register_date: string | null;
  /**
   * The newest rows that show it, at most 50. `image_id` is the image of a sighting; `source_dataset` and
   * `source_date` are the federal file of a record.
   */
  evidence: Array<Record<string, string | number | boolean | null>>;
  evidence_total: number;
};

export type CarrierSignals = {
  usdot_number: string;
  /** Whether any federal record has the carrier. */
  is_known: boolean;
  start_date: string;
  end_date: string;
  /** The most severe first. */
  signals: CarrierSignal[];
  /** Signals about which nothing can be said. Only the others were looked for. */
  not_judged: SignalNotJudged[];
  errors: Record<string, SectionError> | null;
};

export type CarrierSummary = {
  usdot_number: string;
  /** Letters and number; empty without a docket. */
  docket_number: string;
  legal_name: string;
  dba_name: string;
  phy_city: string;
  phy_state: string;
  /** Of the USDOT number in the census. Empty if the census does not have it. */
  carrier_status: 'active' | 'inactive' | 'pending' | '';
  /** An out-of-service order is in force today. */
  is_out_of_service: boolean;
  /** Null if the census does not have them. */
  power_units: number | null;
};

export type CarrierVerdict = {
  usdot_number: string;
  as_of: string;
  /**
   * `do_not_use`: a federal register states a reason not to use the carrier. `look_closer`: a person should read
   * the reasons. `clear`: nothing was found in the loaded files; it is no promise.
   */
  verdict: 'clear' | 'look_closer' | 'do_not_use';
  /** The most serious first. */
  reasons: VerdictReason[];
  /** What the organization may not see. It is no reason. */
  not_considered: string[];
};

export type CarriersObservations = { carriers: CarrierObservationsEntry[]; pagination: ShortPagination };

export type Case = {
  id: string;
  kind: 'plate' | 'vin' | 'cab' | 'trailer' | 'container' | 'chassis';
  /** Letters and digits, in upper case. */
  value: string;
  plate_state: string | null;
  usdot_number: string | null;
  start: string;
  end: string;
  title: string;
  note: string;
  created_at: string;
  /** The id of the user. */
  created_by: number | null;
};

export type Cases = { cases: Case[]; pagination: Pagination };

export type ChangeMatch = {
  /**
   * `new`: nobody has looked. `working`: somebody is on it. `recovered`: the vehicle was found. `dismissed`:
   * nothing to do.
   */
  state?: 'new' | 'working' | 'recovered' | 'dismissed';
  /** A member of the organization who may read alerts (`GET /members`). Null: nobody. */
  assignee_id?: number | null;
  /** Added to the history. */
  note?: string;
};

export type ChangePassword = {
  current_password: string;
  /** 8 to 1024 characters. */
  new_password: string;
};

export type Check = {
  id: string;
  usdot_number: string;
  legal_name: string;
  day: string;
  /** The worst of the rules: FAIL, then INCOMPLETE, REVIEW and PASS. INCOMPLETE: a file is missing. */
  result: 'PASS' | 'REVIEW' | 'FAIL' | 'INCOMPLETE';
  results: Array<{
    rule: string;
    name: string;
    category: string;
    /** The worst of the rules: FAIL, then INCOMPLETE, REVIEW and PASS. INCOMPLETE: a file is missing. */
    result: 'PASS' | 'REVIEW' | 'FAIL' | 'INCOMPLETE';
    reason: string;
  }>;
  classes: Array<'hazmat' | 'high_value'>;
  reference: string | null;
  note: string | null;
  /** The version of the rules, of their code and their parameters. */
  rules_version: string;
  created_at: string;
  /** The id of the user. */
  created_by: number | null;
  /** When an authority stamped the file. Null: it has no time stamp, or not yet. */
  time_stamped_at: string | null;
};

export type CheckVerification = {
  /** Why the stored file is not valid, or leads to another result. None: it is, and does not. */
  problems: string[];
  /** Decided again, from the rows in the file alone. */
  result: 'PASS' | 'REVIEW' | 'FAIL' | 'INCOMPLETE' | null;
  key_id: string | null;
  time_stamp: {
    time: string | null;
    /** As the token says; its root is not looked at. */
    authority: string | null;
  } | null;
};

export type Checks = { checks: Check[]; pagination: Pagination };

export type CodedError = {
  message: string;
  /** The status of the response. */
  code: number;
};

export type ComplianceRule = {
  rule_result_description: string;
  status: 'PASS' | 'REVIEW' | 'FAIL';
  category: string;
  rule_order?: string;
  /** A file or record that the rule rests on is missing. `status` is REVIEW then. */
  incomplete?: boolean;
};

export type ComplianceRules = {
  rules?: ComplianceRule[];
  rule_status?: ComplianceStatusTotals;
  /** One for each carrier, if `usdot_numbers` was sent. Then there is nothing else. */
  results?: Array<{
    usdot_number: string;
    /** Whether any federal register has the carrier. */
    found: boolean;
    rules?: ComplianceRule[];
    rule_status?: ComplianceStatusTotals;
  }>;
};

export type ComplianceStatusTotals = { pass: { total: number }; fail: { total: number }; review: { total: number } };

export type Confirmed = { message: string };

export type ConnectedMachine = {
  /** Empty: the machine of the database. */
  address: string;
  connections: number;
  /** The start of its oldest connection. */
  since: string;
};

export type Corrected = {
  corrections: Correction[];
  /** Whether the sighting was decided differently. */
  is_sighting_changed: boolean;
};

export type Correction = {
  field:
    | 'usdot_number'
    | 'mc_number'
    | 'vin'
    | 'cab_number'
    | 'equipment_number'
    | 'equipment_logo'
    | 'alpr_plate_number';
  /** Null when the field is not present in the image. */
  value: string | null;
  plate_state: string;
  /** What had been read; empty when nothing had. */
  read_value: string;
  corrected_at: string;
  /** Email address of the user; null when deleted. */
  corrected_by: string | null;
};

export type CrashesSection = {
  major_crashes_count: number;
  most_severe_crashes_count: number;
  rows: Array<{
    date: string;
    report_number: string;
    vin: string;
    location: string;
    state: string;
    plate_number: string;
    plate_state: string;
    towaway: string;
    severity_bucket: string;
    /** `N`: FMCSA found the crash not preventable. Empty: not reviewed. */
    preventable: string;
    fatalities: number;
    injury: number;
    severity_weight: number;
  }>;
};

export type CreateAlert = {
  /** The address that receives the results. */
  email: string;
  /** `normal` fires once a day in the morning, `hot` every 15 minutes. */
  alert_type: 'normal' | 'hot';
  /** true: the alert is inactive. */
  disabled: boolean;
  /** Name of the alert. */
  alert_name: string;
  /** More recipients. Default: `[]`. */
  cc_emails?: string[];
  /** Channels that receive notifications. Default: `["email"]`. */
  notification_channels?: Array<'email' | 'webhook'>;
  /** USDOT number. */
  usdot_number?: string | null;
  /** MC number. */
  mc_number?: string | null;
  /** Plate number. */
  license_plate?: string | null;
  /** State of the plate: its name or two letters. */
  license_plate_state?: string | null;
  /** The last 6 letters or digits of the VIN. */
  vin?: string | null;
  /** Cab number. */
  cab_number?: string | null;
  /** Equipment type, e.g. reefer or dry van. */
  equipment_type?: string | null;
  /** One of the names in `GET /logos`. */
  trailer_logo?: string | null;
  /** Trailer number. */
  trailer_number?: string | null;
  /** Number of the container chassis, found in the text read on the truck. */
  chassis_number?: string | null;
  /**
   * Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check
   * digit.
   */
  container_number?: string | null;
  /** Searched in every text read on the truck and in every recorded field. */
  deep_search?: string | null;
  /** true: the whole value must match. false: the value may be part of a longer one. Default: `false`. */
  exact_match_trailer_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. Default: `false`. */
  exact_match_chassis_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. Default: `false`. */
  exact_match_container_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. Default: `false`. */
  exact_match_deep_search?: boolean;
  /** Treats 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal in license_plate, cab_number, trailer_number. Default: `false`. */
  tolerance?: boolean;
  /** First day of sightings that count, in the time zone of the organization. */
  start_date?: string | null;
  /** Last day of sightings that count, in the time zone of the organization. */
  end_date?: string | null;
  /** Shortest time between two firings. */
  cooldown_minutes?: number | null;
  /** Most firings in one calendar day. Matches that are held back are part of the next firing. */
  daily_cap?: number | null;
};

export type CreateApiKey = {
  name: string;
  /** Without it, the key does not expire. */
  expires_at?: string;
};

export type CreateCarrierDecision = {
  /** What your organization decided. Null: only a note. */
  decision?: 'clear' | 'look_closer' | 'do_not_use' | null;
  note?: string;
};

export type CreateCarrierLink = {
  usdot_number: string;
  /** How long the link works. 30 without it. */
  days?: number;
};

export type CreateCase = {
  kind: 'plate' | 'vin' | 'cab' | 'trailer' | 'container' | 'chassis';
  /** The complete number. Spaces, dots and dashes are ignored. */
  value: string;
  /** State of the plate. */
  plate_state?: string | null;
  /** Only sightings with this carrier. Cab and trailer numbers repeat between carriers. */
  usdot_number?: string | null;
  /** First time, inclusive. ISO 8601. */
  start: string;
  /** Last time, exclusive. ISO 8601. */
  end: string;
  title: string;
  note?: string;
};

export type CreateChecks = {
  /** Up to 50 USDOT numbers, separated by commas. */
  usdot_numbers: string;
  /** Check as known on this day. Today without it. */
  day?: string | null;
  /** What the load is. Rules of these classes apply too. */
  classes?: Array<'hazmat' | 'high_value'>;
  /** Your own number of the load. */
  reference?: string | null;
  note?: string | null;
};

export type CreateContact = {
  /** 1 to 9 digits, greater than 0. */
  usdot: string;
  /** Name of the person or the desk. */
  name?: string | null;
  phone?: string | null;
  email?: string | null;
};

export type CreateContacts = {
  /** Each is checked by itself: those that are valid are stored. */
  contacts: CreateContact[];
};

export type CreateCorrection = {
  field:
    | 'usdot_number'
    | 'mc_number'
    | 'vin'
    | 'cab_number'
    | 'equipment_number'
    | 'equipment_logo'
    | 'alpr_plate_number';
  /** The right value. Null: the field is not present in the image. */
  value: string | null;
  /** State of the plate: name or letters. */
  plate_state?: string | null;
  /**
   * Needed for a value that is unlikely: a USDOT or MC number that no carrier holds, a VIN with a wrong check
   * digit, a plate in a form that no state issues. Without it, such a value is refused with the reason. Default:
   * `false`.
   */
  confirm?: boolean;
};

export type CreateDockCheck = {
  /** An http or https URL on a public host: JPEG, PNG or WebP, at most 15 MB and 40 megapixels. */
  image_url: string;
  /** Of the booked carrier. Either this or `mc_number`. */
  usdot_number?: string;
  /** Of the booked carrier, with or without `MC`. */
  mc_number?: string;
  /**
   * Stores the image as `POST /image` does, so that it becomes a sighting. Needs `source_location_info` and the
   * role `image-ingest-endpoint`. Otherwise nothing of the image is stored. Default: `false`.
   */
  keep?: boolean;
  /** Of a kept image. By default `dock-check`. */
  source?: string;
  /** ISO 8601; UTC without an offset. From the year 1980 up to 24 hours in the future. */
  time_captured?: string;
  source_location_info?: {
    latitude: number;
    longitude: number;
    /** City name. */
    city: string;
    /**
     * Name or letters. States, territories and provinces of the United States, Canada and Mexico are stored as their
     * code, other text as it is.
     */
    state: string;
    /** Route identifier. */
    route: string;
    /** Traffic direction. */
    traffic_direction: string;
  };
};

export type CreateImage = {
  /** Sensor identifier. */
  source: string;
  /** An http or https URL on a public host: JPEG, PNG or WebP, at most 15 MB and 40 megapixels. */
  image_url: string;
  /** ISO 8601; UTC without an offset. From the year 1980 up to 24 hours in the future. */
  time_captured: string;
  /**
   * In pixels, or as fractions of the image when no value is greater than 1. Edges outside the image are moved to
   * its edge.
   */
  detection_bounding_box: {
    /** Left. */
    xmin: number;
    /** Top. */
    ymin: number;
    /** Right. */
    xmax: number;
    /** Bottom. */
    ymax: number;
  };
  source_location_info: {
    latitude: number;
    longitude: number;
    /** City name. */
    city: string;
    /**
     * Name or letters. States, territories and provinces of the United States, Canada and Mexico are stored as their
     * code, other text as it is.
     */
    state: string;
    /** Route identifier. */
    route: string;
    /** Traffic direction. */
    traffic_direction: string;
  };
  detection_metadata: {
    /** From 0 to 1, or a percentage above 1; 1 is 100 %. */
    alpr_confidence: number;
    /** State of the license plate: name or letters. `N/A` or `unknown` when it was not read. */
    alpr_state: string;
    plate_number?: string | null;
  };
};

export type CreateInvitation = { email: string; roles: Role[] };

export type CreateMismatches = {
  /** USDOT numbers: one observation each. */
  usdots?: string[];
  /** MC numbers: one observation each. */
  mcs?: string[];
  /** Numbers that belong together: one observation each. */
  pairs?: Array<{ mc: string; usdot: string }>;
  /** The logos of the carrier: another logo on its equipment is a mismatch. Upper and lower case are equal. */
  logos?: string[];
  /** The name in notifications. */
  alert_name?: string | null;
};

export type CreateObjection = {
  /** The part of the link after #. */
  token: string;
  rule?: string | null;
  signal?: string | null;
  message: string;
  /** A name, with a phone number or an email address. */
  contact: string;
  file?: {
    name: string;
    /** A PDF, PNG or JPEG file of at most 700,000 bytes, in Base64. */
    content: string;
  } | null;
};

export type CreateOrganization = {
  name: string;
  kind: 'insurance' | 'broker' | 'partner' | 'carrier' | 'operator';
  timezone?: string;
};

export type CreateServiceUser = { name: string; roles: Role[] };

export type CreateSession = {
  email: string;
  password: string;
  /** One-time code or recovery code. */
  otp?: string;
};

export type CreateToken = {
  email: string;
  password: string;
  /** One-time code or recovery code. Required for users who have set up one-time codes. */
  otp?: string;
};

export type CreateWatchlist = {
  name: string;
  /**
   * What the list tells of. `authority`: An operating authority was granted, revoked or changed otherwise.
   * `insurance`: Insurance on file changed, or its end was announced. `order`: An out-of-service order came into
   * force or was rescinded. `rating`: The safety rating changed. `score`: A safety score reached its intervention
   * threshold. `contact`: A contact, an officer, a name or an address in the census changed. `signal`: A new
   * carrier signal. Without a license for carrier observations, only signals of federal registers. `crash`: A new
   * crash in the federal files. `first_sighting`: Cameras saw the carrier in a state for the first time.
   * `silence`: Cameras have not seen the carrier for `silence_days` days. Default:
   * `["authority","insurance","order","rating"]`.
   */
  kinds?: Array<
    | 'authority'
    | 'insurance'
    | 'order'
    | 'rating'
    | 'score'
    | 'contact'
    | 'signal'
    | 'crash'
    | 'first_sighting'
    | 'silence'>;
  /** After so many days without a sighting a carrier is silent. Default: `30`. */
  silence_days?: number;
  /** Addresses that get a digest of the events, at most one an hour. Default: `[]`. */
  emails?: string[];
};

export type CreateWebhook = {
  /**
   * An HTTPS URL on a public host. In local mode, HTTP is allowed for loopback. A URL that is already registered
   * is rejected.
   */
  webhook_url: string;
  /**
   * Signs every notification; at least 16 characters. It is never returned: without a secret of your own, one is
   * generated that nobody can verify against.
   */
  secret?: string | null;
  /** Free text. */
  description?: string | null;
};

export type CreatedAlert = {
  id: number;
  email: string;
  cc_emails: string[];
  /** `normal` fires once a day in the morning, `hot` every 15 minutes. */
  alert_type: 'normal' | 'hot';
  /** true: the alert is inactive. */
  disabled: boolean;
  alert_name: string;
  /** USDOT number. Empty when it is not set. */
  usdot_number: string;
  /** MC number. Empty when it is not set. */
  mc_number: string;
  /** Plate number. */
  license_plate: string | null;
  /** The last 6 letters or digits of the VIN. */
  vin: string | null;
  /** Cab number. */
  cab_number: string | null;
  /** Equipment type, e.g. reefer or dry van. */
  equipment_type: string | null;
  /** One of the names in `GET /logos`. */
  trailer_logo: string | null;
  /** Trailer number. */
  trailer_number: string | null;
  /** Searched in every text read on the truck and in every recorded field. */
  deep_search: string | null;
  /** State of the sighting: its name or two letters. */
  location_state: string | null;
  /** City of the sighting. */
  location_city: string | null;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_trailer_number: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_deep_search: boolean;
  notification_channels: Array<'email' | 'webhook'>;
  /** State of the plate: its name or two letters. */
  license_plate_state?: string | null;
  /** Number of the container chassis, found in the text read on the truck. */
  chassis_number?: string | null;
  /**
   * Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check
   * digit.
   */
  container_number?: string | null;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_chassis_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_container_number?: boolean;
  /** Treats 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal in license_plate, cab_number, trailer_number. */
  tolerance?: boolean;
  start_date?: string | null;
  end_date?: string | null;
  /** Shortest time between two firings. */
  cooldown_minutes?: number | null;
  /** Most firings in one calendar day. Matches that are held back are part of the next firing. */
  daily_cap?: number | null;
  created_at?: string;
  /** Names of unknown keys in the request, which were ignored. */
  warnings?: string[];
};

export type CreatedCarrierLink = {
  id: string;
  usdot_number: string;
  created_at: string;
  created_by: number | null;
  expires_at: string;
  revoked_at: string | null;
  opened_at: string | null;
  /** For the carrier. It has the secret, and is not shown again. */
  link: string;
};

export type CreatedChecks = {
  checks: Check[];
  /** Carriers that no federal register has. They were not checked. */
  unknown: string[];
};

export type CreatedContacts = {
  created_contacts: Array<{ id: string; usdot: string; name: string }>;
  failed_contacts: Array<{
    /** Position in the request, from 0. */
    index: number;
    /** Every problem of this contact. */
    error: string;
  }>;
};

export type CreatedMismatches = { message: string; data: { created: number } };

export type CustomerComplianceRule = {
  id: string;
  rule_name: string;
  status: 'enabled' | 'disabled';
  /** The parameters of the rule. `decision_matrix` says what each case means: pass, review or fail. */
  param_values: Record<string, boolean | number | string | Record<string, string | number>>;
};

export type CustomerComplianceRules = { rules: CustomerComplianceRule[] };

export type DecideObjection = {
  decision: 'accept' | 'reject';
  /** The carrier sees it. */
  reason: string;
  /** How long an accepted objection clears what it is about. 90 without it. */
  clear_days?: number;
};

export type DecidedObjection = { objection: Objection; check: Check | null };

export type DeleteContacts = { contact_ids: string[] };

export type DeletedContact = { contact: { id: string; deleted: boolean } };

export type DeletedContacts = { contacts: Array<{ id: string; deleted: boolean }> };

export type DeletedWebhook = { id: string; webhook_url: string; description: string | null; created_at: string; deleted: true };

export type DeliveriesReplayed = {
  /** Number of deliveries that were queued. */
  replayed: number;
  /** The limit of one request was reached; repeat it. */
  has_more: boolean;
};

export type Delivery = {
  /** Sent as `webhook-id`. */
  id: string;
  /**
   * `alert.matches_found`, `alert.match_corrected`, `watchlist.changes_found`, `objection.received`, or
   * `alert.test` for a test event, which cannot be replayed. The newest 50 tests of a webhook are listed.
   */
  event: string;
  /** 0 for a test event and for changes of watched carriers. */
  alert_id: number;
  /** For changes of watched carriers, the names of the watchlists. */
  alert_name: string;
  /** The number of matches or changes. */
  total_matches: number;
  /** `held`: until the webhook is enabled again. */
  state: 'waiting' | 'delivered' | 'failed' | 'held';
  failure: string | null;
  created_at: string;
  next_attempt_at: string | null;
  attempts: DeliveryAttempt[];
};

export type DeliveryAttempt = {
  time: string;
  /** Null when there was no response. */
  status: number | null;
  duration_ms: number;
  error: string | null;
  /** The first 16 KB of the response. */
  response_body: string;
};

export type DeliveryContent = {
  id: string;
  /** The headers that every attempt sends with the same value. */
  headers: Record<string, string>;
  /** The headers that are made for each attempt from its time and the secret. */
  signed_headers: string[];
  /** The bytes that are sent: JSON. */
  body: string;
};

export type DeliveryLatency = {
  step: 'hour' | 'day';
  /** Oldest first. Hours and days without an attempt are left out. */
  points: LatencyPoint[];
  /** false: only the newest deliveries of the period are counted. */
  is_complete: boolean;
};

export type DeliveryList = { deliveries: Delivery[]; pagination: Pagination };

export type DeliveryReplay = { id: string; state: 'waiting' };

export type DockCheck = {
  /** Whether the door is that of the booked carrier. */
  answer: 'yes' | 'no' | 'cannot_tell';
  /**
   * `number_and_name_agree`: The booked number, with High, and a name of the booked carrier, and nothing
   * contradicts. `number_of_another_carrier`: A number with High that another carrier holds.
   * `number_not_registered`: A number with High that no carrier of the loaded federal files holds.
   * `name_of_another_carrier`: The full name of another carrier, and none of the booked one.
   * `docket_of_another_carrier`: No USDOT number, and with High an MC number that another carrier holds.
   * `nothing_read`: No text was found. `number_not_read`: No USDOT number could be read. `two_numbers`: Several
   * USDOT numbers, without words that say which one counts. `number_one_digit_off`: A number that differs in one
   * digit from the booked one: misread, or another carrier. `another_number`: Another number than the booked one,
   * read below High. `number_beside_digits`: Further characters directly beside the number, or strokes like those
   * of lettering that could not be read. `operated_for_another`: Words such as `LEASED TO`, without a number after
   * them. `name_is_similar`: The booked number with a name that is like that of the booked carrier, but not the
   * same. `name_is_different`: The booked number with a name that is not known. `name_not_read`: The booked number
   * without a name. `another_name_too`: The name of the booked carrier, and that of another company.
   * `docket_differs`: An MC number that the booked carrier does not hold. `vehicle_of_another_carrier`: The plate
   * or VIN was seen with another carrier before. `number_not_certain`: The booked number and name, but the number
   * below High.
   */
  reason:
    | 'number_and_name_agree'
    | 'number_of_another_carrier'
    | 'number_not_registered'
    | 'name_of_another_carrier'
    | 'docket_of_another_carrier'
    | 'nothing_read'
    | 'number_not_read'
    | 'two_numbers'
    | 'number_one_digit_off'
    | 'another_number'
    | 'number_beside_digits'
    | 'operated_for_another'
    | 'name_is_similar'
    | 'name_is_different'
    | 'name_not_read'
    | 'another_name_too'
    | 'docket_differs'
    | 'vehicle_of_another_carrier'
    | 'number_not_certain';
  /** The reason as a sentence. */
  why: string;
  /** What helps when the answer is `cannot_tell`. Otherwise null. */
  next: string | null;
  booked: {
    usdot_number: string;
    mc_numbers: string[];
    /** The legal name and the trade names. */
    names: string[];
  };
  /** What is wrong with the booked carrier itself, and what of it is not known. They do not change the answer. */
  warnings: DockWarning[];
  /** What was compared. */
  findings: DockFinding[];
  readings: ImageReadings;
  /** Whether the image was stored. */
  is_kept: boolean;
  image_id: string | null;
  /** Why the image was not stored although `keep` was sent. Otherwise null. */
  not_kept_reason: string | null;
};

export type DockFinding = {
  field: 'usdot_number' | 'name' | 'mc_number' | 'vehicle';
  /** As it was read; empty when nothing was. */
  read: string;
  score: 'High' | 'Medium' | 'Low' | 'N/A';
  outcome: 'agrees' | 'contradicts' | 'unsure' | 'not_read';
  /** Another carrier that it belongs to: its USDOT number. */
  of: string | null;
};

export type DockWarning = {
  /** `not_known`: a file that would tell is not loaded or too old. */
  code: 'out_of_service' | 'usdot_inactive' | 'no_active_authority' | 'not_known';
  message: string;
};

export type Done = { message: string };

export type DownloadableDataset = { dataset: string; title: string };

export type DuplicateAlertLine = {
  line: number;
  alert_name: string;
  /** The line of the file with the same criteria and days. */
  of_line: number | null;
  /** The alert with the same criteria and days. */
  of_alert: number | null;
};

export type EditAlert = {
  /** More recipients. */
  cc_emails?: string[];
  /** Channels that receive notifications. */
  notification_channels?: Array<'email' | 'webhook'>;
  /** `normal` fires once a day in the morning, `hot` every 15 minutes. */
  alert_type?: 'normal' | 'hot';
  /** true: the alert is inactive. */
  disabled?: boolean;
  /** Name of the alert. */
  alert_name?: string;
  /** USDOT number. */
  usdot_number?: string | null;
  /** MC number. */
  mc_number?: string | null;
  /** Plate number. */
  license_plate?: string | null;
  /** State of the plate: its name or two letters. */
  license_plate_state?: string | null;
  /** The last 6 letters or digits of the VIN. */
  vin?: string | null;
  /** Cab number. */
  cab_number?: string | null;
  /** Equipment type, e.g. reefer or dry van. */
  equipment_type?: string | null;
  /** One of the names in `GET /logos`. */
  trailer_logo?: string | null;
  /** Trailer number. */
  trailer_number?: string | null;
  /** Number of the container chassis, found in the text read on the truck. */
  chassis_number?: string | null;
  /**
   * Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check
   * digit.
   */
  container_number?: string | null;
  /** Searched in every text read on the truck and in every recorded field. */
  deep_search?: string | null;
  /** State of the sighting: its name or two letters. */
  location_state?: string | null;
  /** City of the sighting. */
  location_city?: string | null;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_trailer_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_chassis_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_container_number?: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_deep_search?: boolean;
  /** Treats 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal in license_plate, cab_number, trailer_number. */
  tolerance?: boolean;
  /** First day of sightings that count, in the time zone of the organization. */
  start_date?: string | null;
  /** Last day of sightings that count, in the time zone of the organization. */
  end_date?: string | null;
  /** Shortest time between two firings. */
  cooldown_minutes?: number | null;
  /** Most firings in one calendar day. Matches that are held back are part of the next firing. */
  daily_cap?: number | null;
};

export type EditedAlert = {
  id: number;
  email: string;
  cc_emails: string[];
  /** `normal` fires once a day in the morning, `hot` every 15 minutes. */
  alert_type: 'normal' | 'hot';
  /** true: the alert is inactive. */
  disabled: boolean;
  alert_name: string;
  /** USDOT number. Empty when it is not set. */
  usdot_number: string;
  /** MC number. Empty when it is not set. */
  mc_number: string;
  /** Plate number. */
  license_plate: string | null;
  /** State of the plate: its name or two letters. */
  license_plate_state: string | null;
  /** The last 6 letters or digits of the VIN. */
  vin: string | null;
  /** Cab number. */
  cab_number: string | null;
  /** Equipment type, e.g. reefer or dry van. */
  equipment_type: string | null;
  /** One of the names in `GET /logos`. */
  trailer_logo: string | null;
  /** Trailer number. */
  trailer_number: string | null;
  /** Number of the container chassis, found in the text read on the truck. */
  chassis_number: string | null;
  /**
   * Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check
   * digit.
   */
  container_number: string | null;
  /** Searched in every text read on the truck and in every recorded field. */
  deep_search: string | null;
  /** State of the sighting: its name or two letters. */
  location_state: string | null;
  /** City of the sighting. */
  location_city: string | null;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_trailer_number: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_chassis_number: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_container_number: boolean;
  /** true: the whole value must match. false: the value may be part of a longer one. */
  exact_match_deep_search: boolean;
  /** Treats 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal in license_plate, cab_number, trailer_number. */
  tolerance: boolean;
  notification_channels: Array<'email' | 'webhook'>;
  start_date: string | null;
  end_date: string | null;
  /** Shortest time between two firings. */
  cooldown_minutes: number | null;
  /** Most firings in one calendar day. Matches that are held back are part of the next firing. */
  daily_cap: number | null;
  created_at: string;
  /** The same as `created_at`. */
  insert_timestamp: string;
  /** When it was last edited: now. */
  last_updated_timestamp: string;
};

export type Email = {
  id: string;
  address: string;
  subject: string;
  /** `kept`: stored as a file, not sent. */
  state: 'waiting' | 'sent' | 'kept' | 'failed';
  failure: string | null;
  created_at: string;
  sent_at: string | null;
};

export type EmailList = {
  mails: Email[];
  /** true when no mail server is configured. */
  kept_as_files: boolean;
  pagination: Pagination;
};

export type ErrorDetail = { detail: string };

export type ErrorDetailOrInvalidFields = { detail: string | Problem[] };

export type ErrorDetailWithSubcode = {
  detail: {
    message: string;
    /** A stable code for programs. */
    subcode: string;
  };
};

export type ErrorMessage = { message: string };

export type ErrorText = { error: string };

export type ExchangeToken = {
  /** An ID token or access token of the organization's identity provider. */
  token: string;
};

export type ExplainedCarrier = {
  usdot_number: string;
  is_recommended: boolean;
  carrier_score_scaled: number;
  score: RecommendationScore;
  /** Why it is missing; empty if it is recommended. */
  reasons: string[];
};

export type ExplainedScore = {
  basic:
    | 'unsafe_driving'
    | 'hours_of_service'
    | 'driver_fitness'
    | 'controlled_substances'
    | 'vehicle_maintenance'
    | 'hazmat_related'
    | 'crash_indicator'
    | 'vehicle_maintenance_driver_observed';
  title: string;
  /** Null when the divisor is zero. */
  measure: number | null;
  /** 0 is best. */
  percentile: number | null;
  /** true: the percentile is a rank within the peer group. */
  is_ranked: boolean;
  status: 'Alert' | 'Below Threshold' | 'No Violations' | 'No Crashes' | 'Inconclusive' | 'Insufficient Data';
  /** What is missing for a percentile. */
  status_reason: string | null;
  is_alert: boolean;
  has_acute_or_critical: boolean;
  threshold: number;
  group: PeerGroup | null;
  relevant_inspections: number;
  /** Crashes, for the Crash Indicator. */
  inspections_with_violation: number;
  violations: number;
  /** Whether FMCSA published the measure or Milepost calculated it, and whether FMCSA publishes it too. */
  measure_source: string;
  /** The same for the percentile. FMCSA publishes none of property carriers. */
  percentile_source: string;
  points: number;
  divisor: number | null;
  divisor_is: string;
  events: ScoredEvents;
  what_if: WhatIfScore | null;
};

export type ExplainedViolation = {
  violation_id: string;
  code: string;
  description: string;
  group: string;
  unit: string;
  severity_weight: number;
  oos_weight: number;
  out_of_service: boolean;
  /** Weight before the cap and the time weight. */
  weight: number;
};

export type Facilities = Facility[];

export type Facility = {
  /** For `GET /facility/{facility_id}/network-map`. */
  id: string;
  facility_name: string;
  formatted_address: string;
  lat: number;
  lon: number;
  /** Empty if none was imported. */
  place_category: string;
  contact_phone?: string;
  contact_url?: string;
  operating_hours?: string;
  /** Equipment, as it was imported. */
  equipment_pairings: string[];
  /** Only with `include_lanes`. */
  inbound_lanes?: FacilityLane[];
  outbound_lanes?: FacilityLane[];
};

export type FacilityLane = {
  city: string;
  state: string;
  /** Visits of vehicles that were last seen, or next seen, there. */
  weight: number;
  /** Their share of all visits in this direction, in steps of 5 percent. */
  visit_share: string;
  /** H3 cell of resolution 5. */
  hexagon_id: string;
  distance_miles?: number;
  /** From the facility. */
  direction?: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
};

export type FieldReading = {
  field: string;
  value: string;
  /** The text that the value was taken from. */
  raw: string;
  /** Confidence level. */
  score: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Positions in `lines`. */
  lines: number[];
  alternatives: string[];
};

export type FinishSso = {
  login_secret: string;
  /** The query of the URL that the identity provider sent the browser back to. */
  query: string;
};

export type FiredAlert = { alert_id: number; matches: number };

export type FleetAndDrivers = {
  fleet_overview: { total_fleet: number; tractors: UnitCounts; trailers: UnitCounts };
  drivers: { driver_count: number; cdl_total_miles: number };
  cargo_carried: string[];
  fleet_age: {
    total_tractor_count: number;
    avg_age_years: number;
    oldest_unit_year: number;
    newest_unit_year: number;
  };
};

export type FoundSighting = {
  sighting_id: number;
  /** Empty when the carrier is not known. */
  usdot_number: string;
  /** Legal name of the carrier; empty when it is not known. */
  carrier_name: string;
  time_captured: string;
  alpr_plate_number: string;
  mc_number: string;
  vin: string;
  cab_number: string;
  equipment_type: string;
  equipment_number: string;
  equipment_logo: string;
  /** A county where the record is federal. */
  location_city: string;
  location_state: string;
  latitude: number | null;
  longitude: number | null;
  route: string;
  source: string;
  plate_state: string;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_usdot_imputed?: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_cab_imputed?: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_mc_imputed?: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_trailer_logo_imputed?: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_vin_imputed?: boolean;
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  usdot_number_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  mc_number_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  vin_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  cab_number_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  trailer_number_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  trailer_logo_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Seen by a camera of your organization. */
  is_own: boolean;
  /** false: it fits only with characters that are easily confused (`similar`). */
  is_exact: boolean;
  /** The stored images of your own cameras. Those of other organizations are never linked. */
  images: SightingImage[];
};

export type FoundVehicles = {
  /** Up to 12, in the order of their numbers, so that a complete number comes first. */
  vehicles: Array<{
    kind: 'plate' | 'vin' | 'cab' | 'trailer' | 'container' | 'chassis';
    value: string;
    /** Of each number, the newest 5,000 are counted. */
    sightings: number;
    last_seen: string;
  }>;
};

export type GatewayError = { message: string };

export type Geometry = {
  type: 'Point' | 'LineString' | 'Polygon';
  /** Longitude before latitude, as in RFC 7946. */
  coordinates: unknown[];
};

export type HeldAbout = {
  usdot_number: string;
  legal_name: string;
  /** Who holds it. */
  organization: string;
  expires_at: string;
  day: string;
  result: 'PASS' | 'REVIEW' | 'FAIL' | 'INCOMPLETE';
  findings: Array<{
    rule: string;
    signal: string | null;
    category: string;
    name: string;
    result: 'REVIEW' | 'FAIL' | 'INCOMPLETE';
    reason: string;
    /** What would clear it. */
    clears: string;
  }>;
  /** Rules that the carrier passes. */
  passed: string[];
  list: { list: 'allow' | 'block'; note: string; added_at: string } | null;
  /** The newest 20 kept checks. */
  checks: Array<{
    day: string;
    created_at: string;
    result: 'PASS' | 'REVIEW' | 'FAIL' | 'INCOMPLETE';
    findings: Array<{ name: string; result: 'REVIEW' | 'FAIL' | 'INCOMPLETE'; reason: string }>;
  }>;
  /** Those that were sent with this link. */
  objections: Array<{
    id: string;
    /** Null: about everything that is held. */
    rule: string | null;
    signal: string | null;
    /** What the rule said when the carrier objected. */
    result: 'REVIEW' | 'FAIL' | 'INCOMPLETE' | null;
    finding: string | null;
    message: string;
    file_name: string | null;
    state: 'open' | 'accepted' | 'rejected';
    reason: string | null;
    decided_at: string | null;
    clears_until: string | null;
    created_at: string;
  }>;
};

export type Identity = {
  user_id: number;
  email: string;
  roles: Role[];
  organization_id: number;
  organization_name: string;
  organization_kind: string;
  timezone: string;
  /** The organization requires one-time codes, and the user must set them up first. */
  lacks_second_factor: boolean;
  /** The organization requires the header `X-Purpose` on requests that show plates or VINs. */
  purpose_required: boolean;
  /** The organization is part of the demo. */
  is_demo: boolean;
  token_expires: string;
};

export type Image = {
  image_id: string;
  state: 'stored' | 'recognized' | 'failed';
  failure_reason: string | null;
  /**
   * Why a stored image is not read yet: a fault outside it, such as of the image store. It is retried for 24
   * hours. Null if there is none.
   */
  delay_reason: string | null;
  source: string;
  time_captured: string;
  received_at: string;
  width: number;
  height: number;
  format: string;
  readings: ImageReadings | null;
  sighting: Sighting | null;
  /** What people corrected in this image. */
  corrections: Correction[];
  /** Signed link that needs no header. Null once the image is deleted. */
  image_url: string | null;
  image_url_expires_at: string | null;
};

export type ImageList = {
  images: ImageSummary[];
  /** There may be more. With filters a page can be short, even empty. */
  has_more: boolean;
  /** The value of `before` for the next page. */
  next_before: string | null;
};

export type ImageReadings = {
  /** Of the upright image. */
  width: number;
  height: number;
  /** The bounding box had no text, so the whole image was read. */
  is_whole: boolean;
  /** The part of the truck in the image. */
  shows: string;
  lines: TextLine[];
  fields: FieldReading[];
};

export type ImageReceived = { message: 'Image received'; image_id: string };

export type ImageSummary = {
  image_id: string;
  state: 'stored' | 'recognized' | 'failed';
  failure_reason: string | null;
  /**
   * Why a stored image is not read yet: a fault outside it, such as of the image store. It is retried for 24
   * hours. Null if there is none.
   */
  delay_reason: string | null;
  source: string;
  time_captured: string;
  received_at: string;
  location_city: string;
  location_state: string;
  /** Of the sighting, or as submitted; empty when there is none. */
  alpr_plate_number: string;
  /** Of the sighting; empty when it is not known. */
  usdot_number: string;
  /** Confidence level of the USDOT number. */
  confidence: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Signed link to a JPEG of at most 400 × 400 pixels. */
  thumbnail_url: string;
};

export type Import = {
  dataset: string;
  title: string;
  /**
   * The date of the data of the next file, if it follows the last one as the last six did. Null before the second
   * import.
   */
  expected_on: string | null;
  load: {
    file_name: string;
    /** The date of the data. */
    as_of: string;
    /** Days since the date of the data. */
    age_days: number;
    loaded_at: string;
    rows_kept: number;
    rows_rejected: number;
    seconds: number;
  } | null;
};

export type ImportList = {
  /** Every dataset; `load` is null before its first import. */
  imports: Import[];
  warnings: string[];
};

export type ImportedAlerts = {
  created: number;
  /** Lines that were left out, because the same is watched already. */
  duplicates: DuplicateAlertLine[];
};

export type ImportedFacilities = { created: number; updated: number; deleted: number };

export type ImportedWatchedCarriers = {
  added: number;
  /** Carriers that were on the list already. */
  present: number;
  /** Those of the carriers that no federal register has. They are watched all the same. At most 500 are named. */
  unknown: string[];
  /** Every line that was not understood. The others were added. */
  bad_lines: Array<{
    /** From 1. */
    line: number;
    /** The first 100 characters of the line. */
    text: string;
    problem: string;
  }>;
};

export type ImputedValue = {
  field: string;
  value: string;
  rule: string;
  /** Total weight of the evidence; one recent row weighs 1. */
  weight: number;
  /** Share of the evidence that agrees, up to 1. */
  agreement: number;
  rows: Array<{
    table: string;
    /**
     * Identifies the row in `table`: of `observations` the id of a sighting. Empty for a sighting of another
     * organization, of which only the state and the day are shown.
     */
    key: string;
    seen_at: string | null;
    /** Of a sighting: the state of the camera. */
    region?: string;
  }>;
};

export type InsuranceFiling = {
  /** BIPD is liability insurance. */
  kind: 'BIPD' | 'CARGO' | 'SURETY' | 'TRUST FUND';
  is_excess: boolean;
  insurer: string;
  policy_number: string;
  coverage_dollars: number | null;
  effective_date: string | null;
  /**
   * The day on which coverage ended or will end: the cancellation, or the day on which another filing replaces
   * this one.
   */
  end_date: string | null;
  /** `Replaced`: a Motus filing of the same kind takes its place. */
  ended_by: string | null;
  source_dataset: string;
  source_date: string | null;
};

export type InsuranceFilings = {
  usdot_number: string;
  /** The newest first, at most 200. */
  filings: InsuranceFiling[];
  total: number;
  /** Datasets that are not loaded. While there are any, what is missing here is not known. */
  not_loaded: string[];
};

export type InsuranceSection = {
  active_insurance: {
    boc_3_filing_company_name: string;
    bipd_primary_status: string;
    bipd_primary_insurance_on_file: string;
    cargo_status: string;
    cargo_insurance_on_file: string;
    bond_status: string;
    bond_insurance_on_file: string | null;
  };
  insurance_history: { same_carrier_3plus_years: boolean; count: number };
};

export type InvalidFields = {
  /** Every invalid field, at most 50. */
  detail: Problem[];
};

export type Invitation = {
  invitation_id: number;
  organization_id: number;
  email: string;
  roles: Role[];
  /** The user who sent it. */
  invited_by: number | null;
  created_at: string;
  expires_at: string;
  accepted_at: string | null;
  revoked_at: string | null;
};

export type InvitationList = { invitations: Invitation[] };

export type IssBasics = {
  header: { score: string; status: string; recommendation: string; measure: number; show_score: boolean };
  tab_summary: Array<{
    category: string;
    title: string;
    /** `Alert`, `Below Threshold` or `No Violations`. Any other text states why there is no percentile. */
    status: string;
    /** Not a score when the status states that data is missing. */
    percentage: number;
    measure: number;
    is_escalate: boolean;
  }>;
  chart: {
    data: number[];
    labels: string[];
    date_range: { start_date: string; end_date: string };
    group_median: number[];
    may_measure: number;
    point_classifications: null;
    has_established_median: boolean;
  };
  violation_summary: Array<{ weight: string; category: string; total: string; out_of_service: string }>;
  violation_history: Array<{
    date: string;
    report_number: string;
    code: string;
    description: string;
    basic: string;
    unit: string;
    vin: string;
    state: string;
    severity_weight: number;
    time_weight: number;
    oos_weight: number;
    total_weight: number;
    out_of_service: boolean;
  }>;
  current_fleet_vins: string[];
};

export type Job = {
  job_id: number;
  kind: 'import' | 'backup' | 'verify';
  /** Of an import. Empty: those of IMPORT_DATASETS. */
  datasets: string[];
  state: 'waiting' | 'running' | 'done' | 'failed';
  requested_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** The last lines of the command: its progress, its result or its errors. */
  output: string;
};

export type JobList = {
  /** The newest 20, newest first. */
  jobs: Job[];
  /** What an import can name. */
  downloadable: DownloadableDataset[];
  /** The setting IMPORT_DATASETS. */
  import_datasets: string[];
  /** The folder or bucket of BACKUP_URL. Null if it is not set: then nothing can be backed up from here. */
  backup_place: string | null;
  /** The synthetic demo is loaded. The first import of real data replaces it. */
  has_demo: boolean;
};

export type LaneCheck = {
  usdot_number: string;
  /** Seen near the origin and near the destination. */
  verified: boolean;
  radius_miles: number;
  start_date: string;
  end_date: string;
  origin: LaneEnd;
  destination: LaneEnd;
};

export type LaneEnd = { seen: boolean; last_seen: NearSighting | null };

export type LaneVerification = { verified: boolean };

export type LastDelivery = {
  created_at: string;
  state: 'waiting' | 'delivered' | 'failed' | 'held';
  /** Of its last attempt; null without a response. */
  status: number | null;
  /** Of its last attempt. */
  error: string | null;
};

export type LastSeenImage = {
  /** Signed link; it needs no header and expires. */
  image_url: string;
  time_captured: string;
  location_city: string;
  location_state: string;
  expires_at: string;
};

export type LatencyPoint = {
  start: string;
  attempts: number;
  /** Attempts without a 2xx status. */
  failed: number;
  median_ms: number;
  p95_ms: number;
};

export type ListedCarrier = { usdot_number: string; list: 'allow' | 'block'; note: string; added_at: string };

export type ListedCarriers = { carriers: ListedCarrier[]; pagination: Pagination };

export type MatchChange = {
  id: number;
  changed_at: string;
  /** The email address. Null when the user was deleted. */
  user: string | null;
  /**
   * `new`: nobody has looked. `working`: somebody is on it. `recovered`: the vehicle was found. `dismissed`:
   * nothing to do.
   */
  state: 'new' | 'working' | 'recovered' | 'dismissed';
  /** The email address of the assignee after the change. */
  assignee: string | null;
  note: string;
};

export type MatchCorrected = {
  event: 'alert.match_corrected';
  webhook_id: string;
  /** Your organization. */
  customer_id: number;
  /** When the alert fired. */
  timestamp: string;
  /** The length of `matches`. */
  total_matches: number;
  alert_details: AlertDetails[];
  matches: PayloadMatch[];
};

export type MatchDelivery = {
  channel: 'email' | 'webhook';
  /** Email address or URL. */
  target: string;
  state: string;
  attempts: number;
  delivered_at: string | null;
};

export type MatchEvent = {
  match_id: number;
  alert_id: number;
  alert_name: string;
  matched_at: string;
  sighting: MatchedSighting;
};

export type MatchWork = {
  match_id: number;
  alert_id: number;
  alert_name: string;
  matched_at: string;
  fired_at: string | null;
  /** true: the match was not sent by email or webhook. */
  is_silent: boolean;
  /**
   * `new`: nobody has looked. `working`: somebody is on it. `recovered`: the vehicle was found. `dismissed`:
   * nothing to do.
   */
  state: 'new' | 'working' | 'recovered' | 'dismissed';
  assignee: Member | null;
  changed_at: string | null;
  sighting: MatchedSighting;
  /** The newest change first, at most 200. */
  history: MatchChange[];
};

export type MatchedSighting = {
  /** Empty when the carrier is not known. */
  usdot_number: string;
  time_captured: string;
  alpr_plate_number: string;
  mc_number: string;
  vin: string;
  cab_number: string;
  equipment_type: string;
  equipment_number: string;
  equipment_logo: string;
  /** A county where the record is federal. */
  location_city: string;
  location_state: string;
  latitude: number | null;
  longitude: number | null;
  route: string;
  source: string;
  /** Legal name of the carrier; empty when it is not known. */
  carrier_name: string;
  /** Its stored images, the one with the number first. Empty after they are deleted. */
  images: SightingImage[];
};

export type MatchesFound = {
  event: 'alert.matches_found';
  webhook_id: string;
  /** Your organization. */
  customer_id: number;
  /** When the alert fired. */
  timestamp: string;
  /** The length of `matches`. */
  total_matches: number;
  alert_details: AlertDetails[];
  matches: PayloadMatch[];
};

export type Member = { user_id: number; email: string };

export type Members = {
  /** By email address. */
  members: Member[];
};

export type MismatchObservation = {
  id: string;
  /** Empty without a name. */
  alert_name: string;
  /** The USDOT number; empty without one. */
  usdot: string;
  /** The MC number; empty without one. */
  mc: string;
  logos: string[];
  is_disabled: boolean;
  created_at: string;
  last_run_at?: string;
};

export type MismatchObservations = { mismatch_observations: MismatchObservation[]; page: number; page_size: number; total: number };

export type NearSighting = {
  time_captured: string;
  location_city: string;
  location_state: string;
  latitude: number;
  longitude: number;
  type: string;
  /** Distance from the requested point. */
  miles: number;
};

export type NetworkMap = {
  type: 'FeatureCollection';
  features: Array<{
    type: 'Feature';
    geometry: Geometry;
    /** `kind` is `facility`, `inbound_lane`, `outbound_lane` or `hexagon`. */
    properties: Record<string, unknown>;
  }>;
};

export type NewApiKey = {
  api_key_id: number;
  organization_id: number;
  name: string;
  /** The first characters of the key. */
  hint: string;
  created_at: string;
  expires_at: string | null;
  /** Updated at most twice a minute. */
  last_used_at: string | null;
  revoked_at: string | null;
  /** It is not shown again. */
  api_key: string;
};

export type NewInvitation = {
  invitation_id: number;
  organization_id: number;
  email: string;
  roles: Role[];
  /** The user who sent it. */
  invited_by: number | null;
  created_at: string;
  expires_at: string;
  accepted_at: string | null;
  revoked_at: string | null;
  /** The link in the email, for installations without a mail server. It is not shown again. */
  link: string;
};

export type NewOrganization = {
  organization_id: number;
  name: string;
  kind: 'insurance' | 'broker' | 'partner' | 'carrier' | 'operator';
  timezone: string;
  /** The restricted roles that the organization's administrators may assign. */
  licensed_roles: Role[];
  /** Domains whose addresses sign in through the identity provider of the organization. */
  email_domains: string[];
  /** People cannot sign in with a password. */
  require_sso: boolean;
  /** People need a one-time code to sign in with a password. */
  require_totp: boolean;
  created_at: string;
  disabled_at: string | null;
  /** The first API key. It is not shown again. */
  api_key: string;
};

export type NewServiceUser = {
  user_id: number;
  organization_id: number;
  email: string;
  kind: 'person' | 'service';
  roles: Role[];
  has_password: boolean;
  /** The user signs in with a one-time code. */
  has_totp: boolean;
  /** The user has signed in through the identity provider. */
  uses_sso: boolean;
  created_at: string;
  last_sign_in_at: string | null;
  disabled_at: string | null;
  /** It is not shown again. */
  password: string;
};

export type Objection = {
  id: string;
  /** Null: about everything that is held. */
  rule: string | null;
  signal: string | null;
  /** What the rule said when the carrier objected. */
  result: 'REVIEW' | 'FAIL' | 'INCOMPLETE' | null;
  finding: string | null;
  message: string;
  file_name: string | null;
  state: 'open' | 'accepted' | 'rejected';
  reason: string | null;
  decided_at: string | null;
  clears_until: string | null;
  created_at: string;
  usdot_number: string;
  contact: string;
  decided_by: number | null;
  check_id: string | null;
};

export type Objections = { objections: Objection[]; pagination: Pagination };

export type Observation = {
  alpr_plate_number: string;
  /** Empty when the carrier is not known. */
  usdot_number: string;
  /**
   * UTC. Inspections and crashes of federal files have the local time of the place, labeled `Z`: the files have no
   * time zone.
   */
  time_captured: string;
  mc_number: string;
  vin: string;
  cab_number: string;
  equipment_type: string;
  equipment_number: string;
  equipment_logo: string;
  /** A county where the record is federal. */
  location_city: string;
  location_state: string;
  latitude: number | null;
  longitude: number | null;
  route: string;
  source: string;
  type: 'Crash' | 'Inspection' | 'Detection';
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_usdot_imputed?: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_cab_imputed?: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_mc_imputed?: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_trailer_logo_imputed?: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_vin_imputed?: boolean;
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  usdot_number_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  mc_number_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  vin_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  cab_number_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  trailer_number_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  trailer_logo_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
};

export type OnboardedContact = { contact: { id: string; name: string; phone: string; email: string } };

export type OnboardedContacts = {
  contacts: Array<{
    contact_id: string;
    dot_number: string;
    customer_id: number;
    contact_name: string;
    contact_email: string;
    contact_phone: string;
    /** `single` or `bulk`: the operation that stored it. */
    contact_source: string;
  }>;
  pagination: { page_size: number; current_page: number; total_pages: number };
};

export type OneTimeCode = {
  /** One-time code or recovery code. */
  otp: string;
};

export type OperatingStatus = {
  dot_status: { rating_date: string; dot_status: string; dot_safety_rating: string };
  authorization: {
    common_authority: string;
    common_authority_date: string;
    contract_authority: string;
    contract_authority_date: string;
    broker_authority: string;
    broker_authority_date: string | null;
  };
  mc_150_details: { last_update: string; operations_classification: string[]; transport_hazmat: string };
  mc_150_carrier_history: { last_snapshot_date: string };
  active_certifications: { active_certifications: string[] };
};

export type Organization = {
  organization_id: number;
  name: string;
  kind: 'insurance' | 'broker' | 'partner' | 'carrier' | 'operator';
  timezone: string;
  /** The restricted roles that the organization's administrators may assign. */
  licensed_roles: Role[];
  /** Domains whose addresses sign in through the identity provider of the organization. */
  email_domains: string[];
  /** People cannot sign in with a password. */
  require_sso: boolean;
  /** People need a one-time code to sign in with a password. */
  require_totp: boolean;
  created_at: string;
  disabled_at: string | null;
};

export type OrganizationList = { organizations: Organization[] };

export type OrganizationStorage = { organization_id: number; name: string; bytes: number };

export type OutOfService = {
  iss_score: number;
  basic_scores: {
    unsafe_driving: BasicScore;
    hours_of_service: BasicScore;
    driver_fitness: BasicScore;
    controlled_substances: BasicScore;
    vehicle_maintenance: BasicScore;
    hazmat_related: BasicScore;
    crash_indicator: BasicScore;
  };
  major_and_severe_violations: { most_severe_violations_count: number; major_violations_count: number };
  crash_information: { crash_count: number; injuries: number; fatalities: number };
  oos_scores: {
    overall: {
      /** 0 when `total_inspected` is 0: then there is no rate. */
      percent_oos: number;
      total_oos: number;
      total_inspected: number;
    };
    driver: {
      /** 0 when `total_inspected` is 0: then there is no rate. */
      percent_oos: number;
      total_oos: number;
      total_inspected: number;
      national_avg: number;
    };
    vehicle: {
      /** 0 when `total_inspected` is 0: then there is no rate. */
      percent_oos: number;
      total_oos: number;
      total_inspected: number;
      national_avg: number;
    };
    hazmat: {
      /** 0 when `total_inspected` is 0: then there is no rate. */
      percent_oos: number;
      total_oos: number;
      total_inspected: number;
      national_avg: number;
    };
  };
};

export type Pagination = {
  page: number;
  page_size: number;
  results_returned: number;
  has_more: boolean;
  total: number;
  total_pages: number;
};

export type PayloadMatch = {
  alert_name: string;
  city: string;
  detected_logos: string[] | null;
  /** Latitude and longitude. Empty when they are not known. */
  lat_long: string;
  /** Capture time, UTC. */
  time: string;
  state?: string;
  /** Route and direction of travel. */
  road?: string;
  /** USDOT number. */
  usdot?: string;
  /** MC number. */
  mc?: string;
  /** Vehicle identification number. */
  vin?: string;
  /** Cab number. */
  cab_number?: string;
  /** Trailer number. */
  trailer_number?: string;
  /** Company logo on the trailer. */
  trailer_logo?: string;
  /** Equipment type. */
  equipment_type?: string;
  /** Plate number. */
  license_plate?: string;
  /** The number that the alert searches for. */
  chassis_number?: string;
  /** The number that the alert searches for. */
  container_number?: string;
  /** The text that the alert searches for. */
  deep_search?: string;
  /** The image. A signed link that expires. */
  result_url?: string;
  /** The image of the cab, when one was recognized as such. A signed link that expires. */
  front_view_url?: string;
  /** The image of the truck or the trailer from the side. */
  side_view_url?: string;
  /** The image of the rear of the trailer. */
  rear_view_url?: string;
  /** The lowest level of the values that the alert was found by. Absent if none of them has a level. */
  confidence_score?: 'High' | 'Medium' | 'Low';
  /** Confidence level of `usdot`. */
  usdot_number_ocr_score?: 'High' | 'Medium' | 'Low';
  /** Confidence level of `mc`. */
  mc_number_ocr_score?: 'High' | 'Medium' | 'Low';
  /** Confidence level of `vin`. */
  vin_ocr_score?: 'High' | 'Medium' | 'Low';
  /** Confidence level of `cab_number`. */
  cab_number_ocr_score?: 'High' | 'Medium' | 'Low';
  /** Confidence level of `trailer_number`. */
  trailer_number_ocr_score?: 'High' | 'Medium' | 'Low';
  /** Confidence level of `trailer_logo`. */
  trailer_logo_ocr_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** At least one value was inferred, not read. */
  is_imputed?: boolean;
  /** `usdot` was inferred. */
  is_dot_imputed?: boolean;
  /** `mc` was inferred. */
  is_mc_number_imputed?: boolean;
  /** `vin` was inferred. */
  is_vin_imputed?: boolean;
  /** `cab_number` was inferred. */
  is_cab_imputed?: boolean;
  /** `trailer_logo` was inferred. */
  is_trailer_logo_imputed?: boolean;
};

export type PeerGroup = { id: number; label: string; carriers: number | null; median_measure: number | null };

export type Place = { latitude: number; longitude: number };

export type PrivacySettings = {
  organization_id: number;
  /** Days after the day of the capture until images and their readings are deleted. */
  image_retention_days: number;
  /** Days after which sightings, readings, evidence and matches are deleted. Null: they are kept without limit. */
  sighting_retention_days: number | null;
  /** true: requests that show plates or VINs are rejected without the header `X-Purpose`. */
  purpose_required: boolean;
};

export type Problem = {
  /** A stable code for programs. */
  type: string;
  /** Path of the field: `body`, `query`, `path` or `header`, then names and list positions. */
  loc: Array<string | number>;
  msg: string;
  /** The value that was sent. Null for secrets and objects. */
  input: unknown;
};

export type ProfileSources = {
  /** The day that the profile describes. */
  day: string;
  scores: {
    run: ScoreRun | null;
    /** The day of the SMS output files, if the scores were taken from them. */
    published_on: string | null;
    basics: BasicSource[];
  };
  iss: {
    source: string;
    /** The rule that gave the score. Empty if it is unknown. */
    reason: string;
    /** The inspections behind the recommendation. */
    inspections: number | null;
    /** The recommendation does not rest on a safety record. */
    is_too_few: boolean;
  };
  rates: { overall: RateSource; driver: RateSource; vehicle: RateSource; hazmat: RateSource };
  crash_rate: {
    /** Per million miles, as in `fmcsa_detail`. Null if unknown. */
    recordable_crash_rate: number | null;
    source: string;
    /** The day of the review, or the last day counted. */
    day: string | null;
  };
  window: {
    start_date: string | null;
    /** Of the records that are listed and counted. */
    end_date: string | null;
  };
  /** The files that are loaded now. */
  files: SourceFile[];
};

export type PublishedKeys = {
  /** The newest first. A key that was replaced stays: what it signed by then stays valid. */
  keys: Array<{
    /** The first 32 hexadecimal digits of the SHA-256 of the public key. */
    key_id: string;
    algorithm: 'Ed25519';
    /** The 32 bytes of the public key in Base64url. */
    public_key: string;
    /** The same as SubjectPublicKeyInfo in PEM. */
    pem: string;
    valid_from: string;
    valid_until: string | null;
  }>;
};

export type PutListedCarrier = {
  list: 'allow' | 'block';
  /** Shown as the reason, for example of a block. */
  note?: string;
};

export type QueryCredentialsError = { error: string };

export type Quota = {
  name:
    | 'alerts'
    | 'email_recipients_per_alert'
    | 'emails_per_day'
    | 'alert_runs_per_minute'
    | 'webhooks'
    | 'webhook_tests_per_minute'
    | 'images_per_day'
    | 'stored_bytes'
    | 'rereads_per_day'
    | 'corrections_per_day'
    | 'match_changes_per_day'
    | 'dock_checks_per_day'
    | 'exports_per_day'
    | 'idempotency_keys_per_day'
    | 'event_streams'
    | 'carrier_contacts'
    | 'facilities'
    | 'cases'
    | 'carrier_decisions'
    | 'vetting_checks'
    | 'vetting_checks_per_day'
    | 'vetting_list'
    | 'carrier_links'
    | 'carrier_objections'
    | 'watchlists'
    | 'watched_carriers'
    | 'users'
    | 'api_keys';
  limit: number;
  /** false: the operator set a limit for this organization. */
  is_default: boolean;
  /** Of the current period, if the quota has one. */
  used: number;
  /** Null for a quota without a period. */
  resets_at: string | null;
  description: string;
};

export type QuotaLimits = {
  /** Alerts, active or not. Null or missing: the default. */
  alerts?: number | null;
  /** Addresses of one alert: `email` and `cc_emails`. Null or missing: the default. */
  email_recipients_per_alert?: number | null;
  /**
   * Alert emails, one per address. Further emails are held and sent when the quota allows it. Null or missing: the
   * default.
   */
  emails_per_day?: number | null;
  /** Calls of `POST /alerts/run`. Null or missing: the default. */
  alert_runs_per_minute?: number | null;
  /** Webhooks, enabled or not. Null or missing: the default. */
  webhooks?: number | null;
  /** Test events sent, one per webhook. Null or missing: the default. */
  webhook_tests_per_minute?: number | null;
  /** Images stored. A repeated request for the same image does not count. Null or missing: the default. */
  images_per_day?: number | null;
  /** Bytes of all stored images. Null or missing: the default. */
  stored_bytes?: number | null;
  /** Images that a user has read again (`POST /images/{image_id}/read`). Null or missing: the default. */
  rereads_per_day?: number | null;
  /** Corrections of readings, stored or withdrawn. Null or missing: the default. */
  corrections_per_day?: number | null;
  /** Changes of the state, assignee or note of a match (`PATCH /matches/{match_id}`). Null or missing: the default. */
  match_changes_per_day?: number | null;
  /** Doors checked against a booked carrier (`POST /dock-check`). Null or missing: the default. */
  dock_checks_per_day?: number | null;
  /**
   * Exports of carriers (`GET /carrier/profile/fmcsa/batch`), sightings, alerts and matches, and downloaded case
   * packs. Null or missing: the default.
   */
  exports_per_day?: number | null;
  /** Requests with an `Idempotency-Key`, whose responses are stored for 24 hours. Null or missing: the default. */
  idempotency_keys_per_day?: number | null;
  /** Open event streams (`GET /events`) in all processes together. Null or missing: the default. */
  event_streams?: number | null;
  /** Contacts that the organization keeps of carriers. Null or missing: the default. */
  carrier_contacts?: number | null;
  /** Facilities that the organization has imported. Null or missing: the default. */
  facilities?: number | null;
  /** Cases of vehicles. Null or missing: the default. */
  cases?: number | null;
  /** Decisions and notes on carriers. Null or missing: the default. */
  carrier_decisions?: number | null;
  /** Kept checks of carriers, with their vetting files. Null or missing: the default. */
  vetting_checks?: number | null;
  /** Checks of carriers that are kept (`POST /checks`). Null or missing: the default. */
  vetting_checks_per_day?: number | null;
  /** Carriers on the allow and block lists. Null or missing: the default. */
  vetting_list?: number | null;
  /** Links with which carriers see what is held about them. Null or missing: the default. */
  carrier_links?: number | null;
  /** Objections of carriers. Null or missing: the default. */
  carrier_objections?: number | null;
  /** Watchlists. Null or missing: the default. */
  watchlists?: number | null;
  /** Carriers on watchlists. A carrier on two lists counts twice. Null or missing: the default. */
  watched_carriers?: number | null;
  /** Users that are not disabled. Null or missing: the default. */
  users?: number | null;
  /** API keys that are not revoked. Null or missing: the default. */
  api_keys?: number | null;
};

export type QuotaList = { quotas: Quota[] };

export type RateSource = {
  /** The inspections behind the rate. */
  inspections: number | null;
  /** Fewer than 20 inspections: one of them moves the rate by more than 5 percentage points. */
  is_too_few: boolean;
  /** The 95 % confidence interval of the rate (Wilson). Null without a rate. */
  low_percent: number | null;
  high_percent: number | null;
  source: string;
};

export type ReadAgain = { message: string };

export type Readiness = {
  status: 'ok' | 'degraded';
  /** What does not work, while most routes do. Routes that need it answer 500 or 503 with Retry-After. */
  degraded: Array<{ check: string; problem: string }>;
};

export type ReceivedObjections = {
  event: 'objection.received';
  webhook_id: string;
  /** Your organization. */
  customer_id: number;
  /** When the carrier objected. */
  timestamp: string;
  /** The length of `objections`. */
  total_objections: number;
  objections: Array<{
    /** As in `GET /objections`. */
    id: string;
    usdot_number: string;
    /** Empty if no federal register has it. */
    legal_name: string;
    /** Null: about everything that is held. */
    rule: string | null;
    signal: string | null;
    /** What the rule said when the carrier objected. */
    result: 'REVIEW' | 'FAIL' | 'INCOMPLETE' | null;
    finding: string | null;
    message: string;
    contact: string;
    file_name: string | null;
    created_at: string;
  }>;
};

export type RecommendationScore = {
  lane: {
    /** The lane. At most 60 points. */
    points: number;
    /** Days of the last 90 on which the carrier was seen near the origin. */
    origin_days: number;
    /** The same near the destination. */
    destination_days: number;
    /** Days of arrivals near the destination from the origin. */
    runs: number;
    /** Days of arrivals near the origin from the destination. */
    runs_back: number;
  };
  equipment: {
    /** The equipment. At most 20 points. */
    points: number;
    /** Days on which one of the requested types was seen. */
    days: number;
  };
  company: {
    /** The company: the sum of the four parts. At most 20 points. */
    points: number;
    /** One for each year of active authority. At most 5 points. */
    authority: number;
    /** 5 if the liability insurance on file is at least $750,000. At most 5 points. */
    insurance: number;
    /**
     * 5 if the rate of drivers out of service is not above the national average; 2 without inspections. At most 5
     * points.
     */
    driver_oos: number;
    /** The same for vehicles. At most 5 points. */
    vehicle_oos: number;
  };
};

export type RecordedBackup = { at: string; machine: string; outcome: 'success' | 'denied' | 'failed' | 'unknown' };

export type RecoveryCodes = {
  /** Each can be used once instead of a one-time code. They are not shown again. */
  recovery_codes: string[];
};

export type RelatedCarrier = {
  usdot_number: string;
  legal_name: string;
  registered_on: string | null;
  revoked_on: string | null;
  out_of_service_since: string | null;
  /** The newest first, at most 20. */
  links: RelatedLink[];
  links_total: number;
};

export type RelatedCarriers = {
  usdot_number: string;
  /** Whether any federal record has the carrier. */
  is_known: boolean;
  /**
   * Carriers with the most kinds of links first, at most 200. A link is a fact on record. It does not show that
   * the carriers belong together.
   */
  related: RelatedCarrier[];
  total: number;
  /**
   * Values that too many carriers have: contacts of agents and shared offices, and rented vehicles. They are no
   * links.
   */
  shared_by_many: SharedByMany[];
  /** How many of the VINs and plates of the last three years were searched, the newest first. */
  vehicles: { searched: number; known: number };
  not_searched: string[];
  errors: Record<string, SectionError> | null;
};

export type RelatedLink = {
  kind: 'phone' | 'email' | 'officer' | 'address' | 'vin' | 'plate';
  value: string;
  own: RelatedPeriod;
  theirs: RelatedPeriod;
  /** `before`: the other carrier had the value before this one. `after`: this one had it first. */
  order: 'before' | 'same_time' | 'after';
  source: 'company-census' | 'inspections and crashes' | 'sightings and inspections' | 'sightings';
};

export type RelatedPeriod = { first_seen: string | null; last_seen: string | null };

export type RemoveWatchedCarriers = { usdot_numbers: string[] };

export type RemovedWatchedCarriers = { removed: number };

export type RenderedEmail = {
  from: string;
  to: string;
  cc: string[];
  subject: string;
  date: string;
  text: string;
  /** A page that loads nothing: its images are `data:` URLs. */
  html: string;
};

export type ReplayDeliveries = {
  /** Deliveries that were created at this time or later; ISO 8601. */
  since: string;
  /** Only deliveries that have failed for good. Default: `false`. */
  only_failed?: boolean;
};

export type RequestPasswordReset = { email: string };

export type ResetPassword = {
  /** From the link. */
  token: string;
  /** 8 to 1024 characters. */
  password: string;
  /** One-time code or recovery code. */
  otp?: string;
};

export type RetriedStage = {
  /** The name of the queue. */
  stage: 'images' | 'revisits' | 'unmatched_sightings' | 'webhook_deliveries' | 'mails' | 'watched_carriers';
  /** Items queued again, at most 10,000 per request. */
  retried: number;
};

export type RetryStage = {
  /** Only items whose reason contains this text. */
  reason?: string;
};

export type Role = 
  | 'admin'
  | 'image-ingest-endpoint'
  | 'image-read-endpoint'
  | 'image-correction-endpoint'
  | 'dock-check-endpoint'
  | 'carrier-decision-endpoint'
  | 'create-alert-endpoint'
  | 'edit-alert-endpoint'
  | 'external-api-get-alerts-endpoint'
  | 'external-api-get-all-company-alerts'
  | 'run-summary-alert'
  | 'create-alert-webhook-endpoint'
  | 'edit-alert-webhook-endpoint'
  | 'external-api-get-webhook-list'
  | 'external-api-delete-alert-webhook-endpoint'
  | 'test-alert-webhook-endpoint'
  | 'carrier-observations-quality'
  | 'carrier-observations-vin-endpoint'
  | 'external-api-carrier-iss-score'
  | 'external-api-carrier-profile-vin'
  | 'external-api-carrier-profile'
  | 'verifier-carrier'
  | 'external-api-carrier-recommendation'
  | 'realtime-api'
  | 'external-api-carrier-contacts'
  | 'external-api-get-onboarded-carrier-contact'
  | 'external-api-create-onboarded-carrier-contact'
  | 'external-api-update-onboarded-carrier-contact'
  | 'external-api-delete-onboarded-carrier-contact'
  | 'external-api-compliance-rules'
  | 'external-api-update-compliance-rules'
  | 'watchlist-endpoint'
  | 'external-api-mismatch-observations'
  | 'external-api-shipper-facilities'
  | 'external-api-shipper-lanes'
  | 'external-api-shipper-network-map';

export type ScoreExplanation = {
  usdot_number: string;
  run: ScoreRun;
  /** false: files were imported after the run. */
  is_of_this_run: boolean;
  carrier: ScoredCarrier;
  basics: ExplainedScore[];
};

export type ScoreHistory = {
  usdot_number: string;
  method: 'current' | 'preview';
  /** Oldest first. Empty for a carrier without inspections and crashes. */
  runs: ScoreHistoryRun[];
  basics: ScoreHistoryBasic[];
};

export type ScoreHistoryBasic = {
  basic:
    | 'unsafe_driving'
    | 'hours_of_service'
    | 'driver_fitness'
    | 'controlled_substances'
    | 'vehicle_maintenance'
    | 'hazmat_related'
    | 'crash_indicator'
    | 'vehicle_maintenance_driver_observed';
  title: string;
  /** Of the newest run; it depends on the type of carrier. */
  threshold: number;
  /** One for each of `runs`, in the same order. */
  points: ScoreHistoryPoint[];
};

export type ScoreHistoryPoint = {
  /** 0 is best. */
  percentile: number | null;
  /** Null when the divisor is zero. */
  measure: number | null;
  status: 'Alert' | 'Below Threshold' | 'No Violations' | 'No Crashes' | 'Inconclusive' | 'Insufficient Data';
  /** What is missing for a percentile. */
  status_reason: string | null;
  is_alert: boolean;
  /** true: the percentile is a rank within the peer group. */
  is_ranked: boolean;
  /** Whether FMCSA published the measure or Milepost calculated it, and whether FMCSA publishes it too. */
  measure_source: string;
  /** The same for the percentile. FMCSA publishes none of property carriers. */
  percentile_source: string;
};

export type ScoreHistoryRun = {
  run_date: string;
  version: string;
  /** The files that the run was computed from. */
  files: SourceFile[];
  /** 100 if an out-of-service order was in force on that day. Null if unknown. */
  iss_score: number | null;
  iss_source: string;
  /** The inspections behind the scores. */
  inspections: number;
};

export type ScoreRun = {
  id: number;
  method: 'current' | 'preview';
  version: string;
  run_date: string;
  is_preview: boolean;
  notes: string[];
  /** The files that the run was computed from. */
  files: SourceFile[];
};

export type ScoreRunList = {
  /** A run is in progress. */
  is_running: boolean;
  /** Newest first. */
  runs: StoredScoreRun[];
  /** Violations in the imported files. */
  violations: number;
  /** Those whose code has no severity weight. */
  violations_without_weight: number;
};

export type ScoredCarrier = {
  carrier_type: 'general' | 'hazmat' | 'passenger';
  segment: 'straight' | 'combination';
  power_units: number;
  average_power_units: number;
  /** 18, 6 or 0: the age in months of the oldest count in the average. */
  average_power_units_months: number;
  utilization_factor: number;
};

export type ScoredCrash = {
  report_number: string;
  report_state: string;
  date: string | null;
  time_weight: number;
  severity: number;
  /** Severity × time weight. */
  points: number;
};

export type ScoredEvents = {
  clean_inspections: Array<{ time_weight: number; inspections: number }>;
  inspections: ScoredInspection[];
  crashes: ScoredCrash[];
};

export type ScoredInspection = {
  report_number: string;
  report_state: string;
  date: string | null;
  time_weight: number;
  severity: number;
  /** Severity × time weight. */
  points: number;
  level: number | null;
  is_capped: boolean;
  violations: ExplainedViolation[];
};

export type SectionError = {
  message: string;
  type: 'TimeoutError' | 'NotFoundError' | 'NotLoadedError' | 'PermissionError' | 'InternalError';
};

export type SentObjection = {
  usdot_number: string;
  objection: {
    id: string;
    /** Null: about everything that is held. */
    rule: string | null;
    signal: string | null;
    /** What the rule said when the carrier objected. */
    result: 'REVIEW' | 'FAIL' | 'INCOMPLETE' | null;
    finding: string | null;
    message: string;
    file_name: string | null;
    state: 'open' | 'accepted' | 'rejected';
    reason: string | null;
    decided_at: string | null;
    clears_until: string | null;
    created_at: string;
  };
};

export type Session = {
  /** Send it in `X-CSRF-Token` with every request of the session that is not a GET. */
  csrf_token: string;
  expires: string;
  user_id: number;
  company_id: number | null;
  customer_name: string | null;
};

export type SetSsoConnection = {
  issuer: string;
  client_id: string;
  /** Stored encrypted and never returned. May be left out if issuer and client are unchanged. */
  client_secret?: string;
  api_audience?: string | null;
  groups_claim?: string | null;
  /** Roles by group. If it is not empty, roles follow the groups at every sign-in. */
  group_roles?: Record<string, Role[]>;
  creates_users?: boolean;
  default_roles?: Role[];
};

export type SharedByMany = { kind: 'phone' | 'email' | 'officer' | 'address' | 'vin' | 'plate'; value: string };

export type Shipper = {
  /** For `GET /facility/{facility_id}/network-map`. */
  id: string;
  facility_name: string;
  formatted_address: string;
  lat: number;
  lon: number;
  /** Empty if none was imported. */
  place_category: string;
  contact_phone?: string;
  contact_url?: string;
  operating_hours?: string;
  /** Equipment, as it was imported. */
  equipment_pairings: string[];
};

export type ShipperLanes = {
  /** The nearest first. */
  shippers_in_origin: Shipper[];
  shippers_in_destination: Shipper[];
};

export type ShortPagination = { page: number; page_size: number };

export type Sighting = {
  sighting_id: number;
  /** All images of this sighting. */
  image_ids: string[];
  alpr_plate_number: string;
  usdot_number: string;
  time_captured: string;
  mc_number: string;
  vin: string;
  cab_number: string;
  equipment_type: string;
  equipment_number: string;
  equipment_logo: string;
  /** A county where the record is federal. */
  location_city: string;
  location_state: string;
  latitude: number | null;
  longitude: number | null;
  route: string;
  source: string;
  type: 'Crash' | 'Inspection' | 'Detection';
  plate_state: string;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_usdot_imputed: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_cab_imputed: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_mc_imputed: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_trailer_logo_imputed: boolean;
  /** true: the value was inferred, not read. Requires `carrier-observations-quality`. */
  is_vin_imputed: boolean;
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  usdot_number_ocr_score: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  mc_number_ocr_score: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  vin_ocr_score: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  cab_number_ocr_score: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  trailer_number_ocr_score: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Confidence level of the reading. Requires `carrier-observations-quality`. */
  trailer_logo_ocr_score: 'High' | 'Medium' | 'Low' | 'N/A';
  readings: SightingEvidence;
};

export type SightingEvidence = {
  /** Every line of text in all images of the sighting. */
  lines: Array<{
    text: string;
    confidence: number;
    /** Corners in pixels of the upright image, clockwise from the top left. */
    quad: Array<number[]>;
    image_id: string;
  }>;
  views: Array<{ image_id: string; shows: string; time_captured: string }>;
  usdot_number: {
    /** The number as it was read, before it was checked against carriers. */
    read: string;
    outcome: string;
    witnesses: string[];
    carrier_name: string | null;
    /** Other USDOT numbers on the same door, such as that of the owner of a leased truck. Absent when there are none. */
    others?: string[];
    /** The rows behind the witnesses `vehicle` and `docket`. Absent when there are none. */
    rows?: Array<{
      table: string;
      /**
       * Identifies the row in `table`: of `observations` the id of a sighting. Empty for a sighting of another
       * organization, of which only the state and the day are shown.
       */
      key: string;
      seen_at: string | null;
      /** Of a sighting: the state of the camera. */
      region?: string;
    }>;
  };
  /**
   * Facts that point to other carriers than the number that was read. No value is changed because of them; beside
   * the name of another carrier, the number is at most Medium. Absent when there are none.
   */
  conflicts?: Array<{ field: string; value: string; usdot_numbers: string[] }>;
  plates: string[];
  /** Confidence of `alpr_plate_number`. */
  plate_confidence?: number;
  /** Confidence level of `plate_state`. Absent without a state. */
  plate_state_score?: 'High' | 'Medium' | 'Low' | 'N/A';
  /** Our own reading of the plate that the partner sent, if we read it. */
  plate_read?: string;
  /** Whether `plate_read` is the same as the plate that the partner sent. */
  plate_agreement?: 'confirmed' | 'contradicted';
  placards: string[];
  permits: Array<{ kind: string; value: string }>;
  /** Fields whose value a person set. Absent when there are none. */
  corrected?: string[];
  /** Container numbers (ISO 6346) with the right check digit. */
  containers?: string[];
  /** Numbers of container chassis. */
  chassis?: string[];
  /** Inferred values and the rows that support them. */
  imputed: ImputedValue[];
};

export type SightingImage = {
  image_id: string;
  /** The part of the truck in the image; empty when unknown. */
  shows: string;
  /** Signed link to the image; it needs no header and expires. */
  image_url: string;
  /** Signed link to a JPEG of at most 400 × 400 pixels. */
  thumbnail_url: string;
  expires_at: string;
};

export type SightingList = {
  sightings: FoundSighting[];
  /** The value of `cursor` for the next page. Null on the last page. */
  next_cursor: string | null;
  /**
   * Set when the time for one page ended: all sightings after this time were searched. Continue with
   * `next_cursor`.
   */
  searched_from: string | null;
  /** At most 1,000. Null without `total=true`. */
  total: number | null;
  /** false: there are more than `total`, or it was not asked for. */
  is_total_exact: boolean;
};

export type SignalNotJudged = {
  name: string;
  title: string;
  /** A file that the signal rests on is not loaded, is too old or is incomplete. */
  reason: string;
};

export type SourceFile = {
  dataset: string;
  /** The day that the file describes. */
  file_date: string;
};

export type SsoConnection = {
  organization_id: number;
  issuer: string;
  client_id: string;
  /** The audience of access tokens that may be exchanged. Null: only ID tokens. */
  api_audience: string | null;
  groups_claim: string | null;
  /** Roles by group. If it is not empty, roles follow the groups at every sign-in. */
  group_roles: Record<string, Role[]>;
  /** The first sign-in of a person creates the user. */
  creates_users: boolean;
  /** Roles of users that a first sign-in creates. */
  default_roles: Role[];
  updated_at: string;
};

export type Stage = {
  /** The name of the queue. */
  stage: 'images' | 'revisits' | 'unmatched_sightings' | 'webhook_deliveries' | 'mails' | 'watched_carriers';
  description: string;
  /** Unfinished items. An estimate above 1,000. */
  depth: number;
  /** How long the oldest due item has waited. A retry is due at its next attempt. */
  oldest_seconds: number;
  /** Deliveries of disabled webhooks, up to 10,000. */
  held: number;
  /** Items finished per minute, over the last five minutes. */
  per_minute: number;
  /** Items finished in the last hour. */
  done_last_hour: number;
  /** Failed attempts in the last hour that are retried. */
  failed_last_hour: number;
  /** Items that failed for good in the last hour. */
  dead_last_hour: number;
  /** Items that failed for good. An estimate above 1,000. */
  dead: number;
  /** The most frequent reasons among the newest 1,000 items that failed for good. */
  reasons: Array<{ reason: string; count: number; since: string }>;
  /**
   * Items whose attempts fail for a reason outside them, such as the image store. They are retried for 24 hours.
   * An estimate above 1,000.
   */
  delayed: number;
  /** The most frequent reasons among the 1,000 items that are delayed longest. */
  delay_reasons: Array<{ reason: string; count: number; since: string }>;
};

export type StageList = { stages: Stage[] };

export type StartJob = {
  /**
   * `import`: download datasets and import them, with the scores. `backup`: to BACKUP_URL. `verify`: read the
   * newest backup there again.
   */
  kind: 'import' | 'backup' | 'verify';
  /** Of an import. Without it: those of IMPORT_DATASETS. */
  datasets?: string[];
  /** An import of real data removes the synthetic demo. Needed once. */
  replace_demo?: boolean;
};

export type StartSso = { email: string };

export type StartedSso = {
  /** Send the browser here. */
  authorization_url: string;
  /** The browser keeps it and sends it to `POST /auth/sso/finish`. */
  login_secret: string;
};

export type Status = { status: 'ok' };

export type StorageState = {
  database_bytes: number;
  image_bytes: number;
  /** The 20 organizations with the most bytes. */
  images_by_organization: OrganizationStorage[];
  /** Files whose images were deleted. */
  files_to_delete: number;
};

export type StoredScoreRun = {
  run_id: number;
  method: 'current' | 'preview';
  version: string;
  as_of: string;
  /** The run that scores are read from. */
  is_latest: boolean;
  /** Carriers with an inspection or a crash. */
  carriers: number;
  /** Carriers with at least one percentile. */
  ranked: number;
  seconds: number;
  created_at: string;
  notes: string[];
};

export type SubcodedError = {
  message: string;
  /** The status of the response. */
  subcode: number;
};

export type SystemState = {
  /** The machines whose processes are connected to the database. */
  workers: ConnectedMachine[];
  storage: StorageState;
  /** The newest 20 runs of `milepost backup`, newest first, from the audit log. */
  backups: RecordedBackup[];
  /** The newest one that succeeded. */
  last_backup_at: string | null;
  /** What each queue did in each of the last 24 hours, oldest first. */
  work: WorkHour[];
};

export type TestEvent = {
  event: 'alert.test';
  webhook_id: string;
  /** Your organization. */
  customer_id: number;
  /** When the alert fired. */
  timestamp: string;
  /** The length of `matches`. */
  total_matches: number;
  alert_details: AlertDetails[];
  matches: PayloadMatch[];
};

export type TestWebhooks = {
  /** Without it, the enabled webhooks are tested, at most 20. */
  webhook_id?: string | null;
  /** Tests this URL, which need not be registered. Requires `secret`. */
  webhook_url?: string | null;
  /**
   * Signs every notification; at least 16 characters. It is never returned: without a secret of your own, one is
   * generated that nobody can verify against.
   */
  secret?: string | null;
};

export type TextLine = {
  text: string;
  confidence: number;
  /** Corners in pixels of the upright image, clockwise from the top left. */
  quad: Array<number[]>;
};

export type TokenData = { token: string; expires: string };

export type TokenPair = {
  access_token_data: TokenData;
  refresh_token_data: TokenData;
  user_id: number;
  company_id: number | null;
  customer_name: string | null;
};

export type ToleratedReading = { field: 'license_plate' | 'cab_number' | 'trailer_number'; reading: string; sightings: number };

export type TooManyRequests = {
  detail: string;
  /** The quota that is reached, if one is. */
  quota?: string;
  /** The limit of the quota. */
  limit?: number;
  /** Null for a quota without a period. */
  resets_at?: string | null;
};

export type TotpEnrollment = {
  /** In base32, for typing into an authenticator app. */
  secret: string;
  /** The same as a URI, for a QR code. */
  otpauth_uri: string;
};

export type TotpState = {
  /** The user signs in with a one-time code. */
  has_totp: boolean;
};

export type UnitCounts = { total_count: number; owned_count: number; leased_count: number };

export type UnknownField = {
  /**
   * The path of a field of the profile whose value is not known, with everything below it. Its 0, `""` or null is
   * not a fact.
   */
  field: string;
  reason: string;
};

export type UnreadReasons = {
  /** The recognizer cannot read the file. */
  unreadable_image: number;
  /** Reading failed for good for another reason. */
  failed: number;
  /** No text was found, and no plate was sent. */
  no_text: number;
  /** A USDOT number was read with Medium, but no carrier of the loaded federal files holds it. */
  number_not_registered: number;
  /** The plate is a text such as `NOPLATE`. */
  placeholder_plate: number;
  /** A text has the form of a VIN, but its check digit is wrong. */
  invalid_vin: number;
  /** Identifiers were read, but none with Medium or High. */
  low_confidence: number;
  /** Text was read, but none of it can be an identifier. */
  no_candidate: number;
};

export type Unsubscribed = { message: string };

export type UpdateComplianceRule = {
  status?: 'enabled' | 'disabled';
  /** The parameters of the rule. `decision_matrix` says what each case means: pass, review or fail. */
  param_values?: Record<string, boolean | number | string | Record<string, string | number>>;
};

export type UpdateContact = {
  /** Name of the person or the desk. */
  name?: string | null;
  phone?: string | null;
  email?: string | null;
};

export type UpdateMismatch = {
  usdot?: string | null;
  mc?: string | null;
  /** The logos of the carrier: another logo on its equipment is a mismatch. Upper and lower case are equal. */
  logos?: string[];
  /** The name in notifications. */
  alert_name?: string | null;
  /** true: nothing is compared. */
  is_disabled?: boolean;
};

export type UpdateOrganization = {
  name?: string;
  /** Keys and tokens of a disabled organization stop working immediately. */
  disabled?: boolean;
  /** A role that is removed here is taken from all users of the organization. */
  licensed_roles?: Role[];
  /** A domain belongs to one organization only. */
  email_domains?: string[];
};

export type UpdatePrivacySettings = {
  /** Days after the day of the capture until images and their readings are deleted. */
  image_retention_days?: number;
  /** Days after which sightings, readings, evidence and matches are deleted. Null: they are kept without limit. */
  sighting_retention_days?: number | null;
  /** true: requests that show plates or VINs are rejected without the header `X-Purpose`. */
  purpose_required?: boolean;
};

export type UpdateSignInRules = { require_sso?: boolean; require_totp?: boolean };

export type UpdateUser = {
  /** Replaces all roles. Restricted roles must be licensed to the organization. */
  roles?: Role[];
  /** The tokens of a disabled user stop working. */
  disabled?: boolean;
};

export type UpdateWatchlist = {
  name?: string;
  /**
   * What the list tells of. `authority`: An operating authority was granted, revoked or changed otherwise.
   * `insurance`: Insurance on file changed, or its end was announced. `order`: An out-of-service order came into
   * force or was rescinded. `rating`: The safety rating changed. `score`: A safety score reached its intervention
   * threshold. `contact`: A contact, an officer, a name or an address in the census changed. `signal`: A new
   * carrier signal. Without a license for carrier observations, only signals of federal registers. `crash`: A new
   * crash in the federal files. `first_sighting`: Cameras saw the carrier in a state for the first time.
   * `silence`: Cameras have not seen the carrier for `silence_days` days.
   */
  kinds?: Array<
    | 'authority'
    | 'insurance'
    | 'order'
    | 'rating'
    | 'score'
    | 'contact'
    | 'signal'
    | 'crash'
    | 'first_sighting'
    | 'silence'>;
  /** After so many days without a sighting a carrier is silent. */
  silence_days?: number;
  /** Addresses that get a digest of the events, at most one an hour. */
  emails?: string[];
};

export type UpdateWebhook = {
  /**
   * An HTTPS URL on a public host. In local mode, HTTP is allowed for loopback. A URL that is already registered
   * is rejected.
   */
  webhook_url?: string | null;
  /**
   * Signs every notification; at least 16 characters. It is never returned: without a secret of your own, one is
   * generated that nobody can verify against.
   */
  secret?: string | null;
  /** Free text. */
  description?: string | null;
  enabled?: boolean | null;
};

export type UpdatedComplianceRule = { status_code: string; message: string };

export type UploadDockCheck = {
  /** Of the booked carrier. Either this or `mc_number`. */
  usdot_number?: string;
  /** Of the booked carrier, with or without `MC`. */
  mc_number?: string;
  /**
   * Stores the image as `POST /image` does, so that it becomes a sighting. Needs `source_location_info` and the
   * role `image-ingest-endpoint`. Otherwise nothing of the image is stored. Default: `false`.
   */
  keep?: boolean;
  /** Of a kept image. By default `dock-check`. */
  source?: string;
  /** ISO 8601; UTC without an offset. From the year 1980 up to 24 hours in the future. */
  time_captured?: string;
  source_location_info?: {
    latitude: number;
    longitude: number;
    /** City name. */
    city: string;
    /**
     * Name or letters. States, territories and provinces of the United States, Canada and Mexico are stored as their
     * code, other text as it is.
     */
    state: string;
    /** Route identifier. */
    route: string;
    /** Traffic direction. */
    traffic_direction: string;
  };
};

export type UploadImage = {
  /** Sensor identifier. */
  source: string;
  /** ISO 8601; UTC without an offset. From the year 1980 up to 24 hours in the future. */
  time_captured: string;
  /**
   * In pixels, or as fractions of the image when no value is greater than 1. Edges outside the image are moved to
   * its edge.
   */
  detection_bounding_box: {
    /** Left. */
    xmin: number;
    /** Top. */
    ymin: number;
    /** Right. */
    xmax: number;
    /** Bottom. */
    ymax: number;
  };
  source_location_info: {
    latitude: number;
    longitude: number;
    /** City name. */
    city: string;
    /**
     * Name or letters. States, territories and provinces of the United States, Canada and Mexico are stored as their
     * code, other text as it is.
     */
    state: string;
    /** Route identifier. */
    route: string;
    /** Traffic direction. */
    traffic_direction: string;
  };
  detection_metadata: {
    /** From 0 to 1, or a percentage above 1; 1 is 100 %. */
    alpr_confidence: number;
    /** State of the license plate: name or letters. `N/A` or `unknown` when it was not read. */
    alpr_state: string;
    plate_number?: string | null;
  };
};

export type User = {
  user_id: number;
  organization_id: number;
  email: string;
  kind: 'person' | 'service';
  roles: Role[];
  has_password: boolean;
  /** The user signs in with a one-time code. */
  has_totp: boolean;
  /** The user has signed in through the identity provider. */
  uses_sso: boolean;
  created_at: string;
  last_sign_in_at: string | null;
  disabled_at: string | null;
};

export type UserList = { users: User[] };

export type VehicleFile = {
  kind: 'plate' | 'vin' | 'cab' | 'trailer' | 'container' | 'chassis';
  /** Letters and digits, in upper case. */
  value: string;
  /** The newest 1000, newest first. */
  sightings: FoundSighting[];
  /**
   * Sightings of a number that differs in one character that readers confuse, has at least 6 characters, was seen
   * at most twice, has no inspection as a plate, and was where the vehicle could be then. Newest first.
   */
  possible_sightings: FoundSighting[];
  /** false: there are older sightings. See `GET /sightings`. */
  is_complete: boolean;
  /** Of a VIN, or of a plate whose state is known. Newest first. */
  inspections: Array<{
    date: string;
    usdot_number: string;
    carrier_name: string;
    report_number: string;
    state: string;
    plate_number: string;
    plate_state: string;
  }>;
  /** Of a VIN. Newest first. */
  crashes: Array<{ date: string; usdot_number: string; carrier_name: string; report_number: string; state: string }>;
  /** Every carrier of the vehicle, the latest first. */
  carriers: Array<{
    usdot_number: string;
    carrier_name: string;
    sightings: number;
    inspections: number;
    crashes: number;
    first_seen: string;
    last_seen: string;
  }>;
  /**
   * Times of at least 30 days without a sighting, newest first. Like moves, between sightings of one vehicle:
   * plates with the same state, cab and trailer numbers with the same carrier.
   */
  gaps: Array<{
    from: {
      sighting_id: number;
      time_captured: string;
      location_city: string;
      location_state: string;
      latitude: number | null;
      longitude: number | null;
    };
    to: {
      sighting_id: number;
      time_captured: string;
      location_city: string;
      location_state: string;
      latitude: number | null;
      longitude: number | null;
    };
    days: number;
  }>;
  /**
   * Two sightings in a row that are too far apart for one truck, by the rule of the signal
   * `vehicle_in_two_places`: inferred numbers, doubtful plates and numbers read below High do not count.
   */
  impossible_moves: Array<{
    from: {
      sighting_id: number;
      time_captured: string;
      location_city: string;
      location_state: string;
      latitude: number | null;
      longitude: number | null;
    };
    to: {
      sighting_id: number;
      time_captured: string;
      location_city: string;
      location_state: string;
      latitude: number | null;
      longitude: number | null;
    };
    miles: number;
    minutes: number;
  }>;
  /** What the same sightings also show: trailers of a tractor, tractors of a trailer. */
  seen_with: Array<{
    kind: 'plate' | 'cab' | 'trailer';
    value: string;
    plate_state: string;
    sightings: number;
    first_seen: string;
    last_seen: string;
  }>;
  last_place: {
    sighting_id: number;
    time_captured: string;
    location_city: string;
    location_state: string;
    latitude: number | null;
    longitude: number | null;
  } | null;
  /**
   * Up to 5 cameras that it would pass next, the likeliest first: those that it and others passed within 12 hours
   * after its last camera in its last direction. Empty if too little is known.
   */
  next_cameras: Array<{
    source: string;
    location_city: string;
    location_state: string;
    latitude: number | null;
    longitude: number | null;
    route: string;
    /** Share of the passages that were counted. */
    share: number;
    /** Vehicles that passed it next. */
    vehicles: number;
    /** Median time from the last camera. */
    median_minutes: number;
  }>;
};

export type VehicleList = { vehicles: VehicleSummary[] };

export type VehicleSummary = {
  kind: 'vin' | 'plate';
  /** The VIN or the plate. */
  value: string;
  plate_state: string;
  /** Empty when the carrier is not known. */
  usdot_number: string;
  legal_name: string;
  records: number;
  last_seen: string;
};

export type VerdictReason = {
  /** What the reason alone would decide. `clear`: shown, but changes nothing. */
  effect: 'clear' | 'look_closer' | 'do_not_use';
  /** `unknown`: not known, which is never clear. */
  kind: 'order' | 'authority' | 'insurance' | 'rating' | 'score' | 'signal' | 'unknown';
  text: string;
  /** The section of the profile that has the evidence, or the signals. */
  section: 'operating_status' | 'insurance' | 'oos' | 'signals';
  /** The name of the signal. */
  signal: string | null;
};

export type Version = {
  version: string;
  /** The first 12 digits of the commit, or `unknown`. */
  commit: string;
};

export type ViewHeld = {
  /** The part of the link after #. */
  token: string;
};

export type VinDetails = {
  vin: string;
  make: string;
  vehicle_kind: string;
  valid: boolean;
  model_year: number;
  inspections: Array<{
    date: string;
    usdot_number: string;
    report_number: string;
    state: string;
    plate_number: string;
    plate_state: string;
    level: number;
    out_of_service_total: number;
  }>;
  violations: Array<{
    date: string;
    usdot_number: string;
    report_number: string;
    state: string;
    code: string;
    description: string;
    basic: string;
    severity_bucket: string;
    severity_weight: number;
    out_of_service: boolean;
  }>;
  crashes: Array<{
    date: string;
    usdot_number: string;
    report_number: string;
    state: string;
    location: string;
    towaway: string;
    fatalities: number;
    injury: number;
  }>;
  sightings: Array<{
    usdot_number: string;
    time_captured: string;
    location_city: string;
    location_state: string;
    route: string;
    plate_number: string;
    cab_number: string;
    latitude: number | null;
    longitude: number | null;
  }>;
  carriers: Array<{
    usdot_number: string;
    legal_name: string;
    first_seen: string;
    last_seen: string;
    sources: string[];
  }>;
};

export type VinObservations = { vins: VinObservationsEntry[]; pagination: ShortPagination };

export type VinObservationsEntry = { vin: string; observations: Observation[]; total: number };

export type ViolationsSection = {
  major_violations_count: number;
  most_severe_violations_count: number;
  less_severe_violations_count: number;
  rows: Array<{
    date: string;
    number: string;
    vin: string;
    violation_description: string;
    state: string;
    plate_number: string;
    plate_state: string;
    severity_bucket: string;
    severity_weight: number;
  }>;
};

export type WatchEvent = {
  id: string;
  /** As in `Watchlist`. */
  kind:
    | 'authority'
    | 'insurance'
    | 'order'
    | 'rating'
    | 'score'
    | 'contact'
    | 'signal'
    | 'crash'
    | 'first_sighting'
    | 'silence';
  usdot_number: string;
  /** Empty if no federal register has the carrier. */
  legal_name: string;
  summary: string;
  /** What was known before, by name. Only what changed. Empty for something new. */
  before: Record<string, string | number | null>;
  /** The same names after the change. */
  after: Record<string, string | number | null>;
  /** The lists that tell of it. */
  watchlists: Array<{ id: string; name: string }>;
  found_at: string;
};

export type WatchEvents = {
  events: WatchEvent[];
  /** Null on the last page. */
  next_cursor: string | null;
};

export type WatchedCarrier = {
  usdot_number: string;
  /** Empty if no federal register has the carrier. */
  legal_name: string;
  added_at: string;
};

export type WatchedCarriers = {
  carriers: WatchedCarrier[];
  /** Null on the last page. */
  next_cursor: string | null;
};

export type Watchlist = {
  id: string;
  name: string;
  kinds: Array<
    | 'authority'
    | 'insurance'
    | 'order'
    | 'rating'
    | 'score'
    | 'contact'
    | 'signal'
    | 'crash'
    | 'first_sighting'
    | 'silence'>;
  silence_days: number;
  emails: string[];
  /** The number of carriers on the list. */
  carriers: number;
  created_at: string;
};

export type WatchlistChanges = {
  event: 'watchlist.changes_found';
  webhook_id: string;
  /** Your organization. */
  customer_id: number;
  /** When the changes were found. */
  timestamp: string;
  /** The length of `changes`. */
  total_changes: number;
  changes: Array<{
    id: string;
    /** As in `Watchlist`. */
    kind:
      | 'authority'
      | 'insurance'
      | 'order'
      | 'rating'
      | 'score'
      | 'contact'
      | 'signal'
      | 'crash'
      | 'first_sighting'
      | 'silence';
    usdot_number: string;
    /** Empty if no federal register has the carrier. */
    legal_name: string;
    summary: string;
    /** What was known before, by name. Only what changed. Empty for something new. */
    before: Record<string, string | number | null>;
    /** The same names after the change. */
    after: Record<string, string | number | null>;
    /** The lists that tell of it. */
    watchlists: Array<{ id: string; name: string }>;
    found_at: string;
  }>;
};

export type Watchlists = {
  watchlists: Watchlist[];
  /** Null on the last page. */
  next_cursor: string | null;
};

export type Webhook = {
  id: string;
  webhook_url: string;
  description: string | null;
  enabled: boolean;
  created_at: string;
};

export type WebhookEvents = {
  /**
   * `alert.matches_found`: new matches. `alert.match_corrected`: matches that were sent and no longer hold.
   * `watchlist.changes_found`: changes of carriers on watchlists. `objection.received`: objections of carriers.
   * `alert.test`: tests of all webhooks. A new webhook receives `alert.matches_found` and `alert.test`.
   */
  events: Array<
    | 'alert.matches_found'
    | 'alert.match_corrected'
    | 'watchlist.changes_found'
    | 'objection.received'
    | 'alert.test'>;
};

export type WebhookStatistic = {
  webhook_id: string;
  last_delivery: LastDelivery | null;
  /** Deliveries of the last 24 hours that arrived. */
  delivered: number;
  /**
   * Deliveries of the last 24 hours whose attempts have all failed until now. One without an attempt is not
   * counted.
   */
  undelivered: number;
  /** false: only the newest 1,000 deliveries are counted. */
  is_complete: boolean;
};

export type WebhookStatistics = { webhooks: WebhookStatistic[] };

export type WebhookStatus = {
  id: string;
  webhook_url: string;
  description: string | null;
  enabled: boolean;
  created_at: string;
  /** Why the service disabled the webhook; null when it did not. */
  disabled_reason: string | null;
  /** Time of the first failure since the last success. */
  failing_since: string | null;
};

export type WebhookTestResult = {
  /** Null when the URL is not registered. */
  webhook_id: string | null;
  webhook_url: string;
  delivered: boolean;
  /** Null when there was no response. */
  status: number | null;
  duration_ms: number;
  error: string | null;
  /** The first 16 KB of the response. */
  response_body: string;
};

export type WebhookTestResults = { results: WebhookTestResult[] };

export type WhatIfScore = {
  basic:
    | 'unsafe_driving'
    | 'hours_of_service'
    | 'driver_fitness'
    | 'controlled_substances'
    | 'vehicle_maintenance'
    | 'hazmat_related'
    | 'crash_indicator'
    | 'vehicle_maintenance_driver_observed';
  title: string;
  /** Null when the divisor is zero. */
  measure: number | null;
  /** 0 is best. */
  percentile: number | null;
  /** true: the percentile is a rank within the peer group. */
  is_ranked: boolean;
  status: 'Alert' | 'Below Threshold' | 'No Violations' | 'No Crashes' | 'Inconclusive' | 'Insufficient Data';
  /** What is missing for a percentile. */
  status_reason: string | null;
  is_alert: boolean;
  has_acute_or_critical: boolean;
  threshold: number;
  group: PeerGroup | null;
  relevant_inspections: number;
  /** Crashes, for the Crash Indicator. */
  inspections_with_violation: number;
  violations: number;
  /** Whether FMCSA published the measure or Milepost calculated it, and whether FMCSA publishes it too. */
  measure_source: string;
  /** The same for the percentile. FMCSA publishes none of property carriers. */
  percentile_source: string;
  points: number;
  divisor: number | null;
};

export type WorkHour = { hour: string; queue: string; done: number; retried: number; dead: number };

export type WorkedMatch = {
  match_id: number;
  alert_id: number;
  alert_name: string;
  matched_at: string;
  fired_at: string | null;
  /** true: the match was not sent by email or webhook. */
  is_silent: boolean;
  /**
   * `new`: nobody has looked. `working`: somebody is on it. `recovered`: the vehicle was found. `dismissed`:
   * nothing to do.
   */
  state: 'new' | 'working' | 'recovered' | 'dismissed';
  assignee: Member | null;
  changed_at: string | null;
  sighting: MatchedSighting;
};

export type WorkedMatches = {
  /** The newest match first. */
  matches: WorkedMatch[];
  /** For older matches. A page can have fewer matches than asked for, or none, before the end. Null at the end. */
  next_cursor: string | null;
};

/** The body of a webhook request. `event` tells the kinds apart. */
export type WebhookEvent = MatchesFound | MatchCorrected | WatchlistChanges | ReceivedObjections | TestEvent;
