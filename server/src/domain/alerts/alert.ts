export const ALERT_TYPES = ['normal', 'hot'] as const;
export const CHANNELS = ['email', 'webhook'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];
export type Channel = (typeof CHANNELS)[number];

/** What a truck must show; all that is set must hold. As the customer wrote it. */
export type Criteria = {
  usdot_number: string;
  mc_number: string;
  license_plate: string | null;
  vin: string | null;
  cab_number: string | null;
  equipment_type: string | null;
  trailer_logo: string | null;
  trailer_number: string | null;
  exact_match_trailer_number: boolean;
  deep_search: string | null;
  exact_match_deep_search: boolean;
  location_state: string | null;
  location_city: string | null;
  /** Takes 0 and O, 1, I and L, 5 and S, 8 and B, 2 and Z for equal in plate, cab and trailer number. */
  tolerance: boolean;
};

/** What its owner may change. */
export type AlertSettings = Criteria & {
  cc_emails: string[];
  alert_type: AlertType;
  disabled: boolean;
  alert_name: string;
  notification_channels: Channel[];
  /** `YYYY-MM-DD` in the organization's time zone, both days included. */
  start_date: string | null;
  end_date: string | null;
  cooldown_minutes: number | null;
  /** Most firings on one calendar day; what is held back goes into the next one. */
  daily_cap: number | null;
};

export type NewAlert = AlertSettings & { email: string };

export type Alert = NewAlert & {
  id: number;
  organization_id: number;
  user_id: number | null;
  created_at: Date;
};

export const NO_CRITERIA: Criteria = {
  usdot_number: '',
  mc_number: '',
  license_plate: null,
  vin: null,
  cab_number: null,
  equipment_type: null,
  trailer_logo: null,
  trailer_number: null,
  exact_match_trailer_number: false,
  deep_search: null,
  exact_match_deep_search: false,
  location_state: null,
  location_city: null,
  tolerance: false,
};
