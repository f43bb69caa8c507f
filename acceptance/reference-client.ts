/**
 * A client of the reference service: plain `fetch`, and nothing of this repository. Paths, parameters, bodies and answers are
 * written from the public description of its operations alone.
 */
export class ReferenceClient {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  #token = '';

  constructor(baseUrl: string, apiKey: string) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
  }

  async #call<Answer>(
    method: string,
    path: string,
    { query = {}, body, expected = 200 }: { query?: Query; body?: object; expected?: number } = {},
  ): Promise<{ answer: Answer; headers: Headers }> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const response = await fetch(`${this.#baseUrl}${path}${given.length > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        accept: 'application/json',
        'x-api-key': this.#apiKey,
        ...(this.#token && { 'Access-Token': this.#token }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (response.status !== expected) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return { answer: (text === '' ? null : JSON.parse(text)) as Answer, headers: response.headers };
  }

  async #get<Answer>(path: string, query?: Query): Promise<Answer> {
    return (await this.#call<Answer>('GET', path, query ? { query } : {})).answer;
  }

  async #send<Answer>(method: string, path: string, body?: object, expected = 200): Promise<Answer> {
    return (await this.#call<Answer>(method, path, { ...(body && { body }), expected })).answer;
  }

  async createToken(email: string, password: string): Promise<TokenPair> {
    const pair = await this.#send<TokenPair>('POST', '/auth/token', { email, password });
    this.#token = pair.access_token_data.token;
    return pair;
  }

  createWebhook = (webhook: { webhook_url: string; secret?: string; description?: string }) =>
    this.#send<Webhook>('POST', '/alerts/webhook', webhook, 201);
  updateWebhook = (id: string, change: object) =>
    this.#send<Webhook>('PATCH', `/alerts/webhook/${id}`, change);
  listWebhooks = () => this.#get<Webhook[]>('/alerts/webhook');
  deleteWebhook = (id: string) =>
    this.#send<Webhook & { deleted: boolean }>('DELETE', `/alerts/webhook/${id}`);
  testWebhook = (test: { webhook_url: string; secret: string }) =>
    this.#send<object>('POST', '/alerts/webhook/test', test);
  updateAlert = (id: number, change: object) =>
    this.#send<{ id: number; insert_timestamp: string; last_updated_timestamp: string }>(
      'PATCH',
      `/alerts/${id}`,
      change,
    );

  verify = (query: {
    usdot: string;
    origin_city: string;
    origin_state: string;
    destination_city?: string;
    destination_state?: string;
  }) => this.#get<{ verified: boolean }>('/visual_sightings/verify', query);
  getCarrierProfileDetail = (query: { usdot_numbers: string; start_date?: string; end_date?: string }) =>
    this.#get<Record<string, CarrierProfile>>('/carrier/profile', query);
  getCarrierRecommendations = (query: Query) =>
    this.#get<{ real_time_locs: object[]; recommendations: object[] }>('/carrier/recommendations', query);

  searchCarrierContacts = (usdot_numbers: string) =>
    this.#send<{ data: Record<string, CarrierContacts> }>('POST', '/carrier/contacts', { usdot_numbers });
  createOnboardedCarrierContact = (contact: { usdot: string } & ContactFields) =>
    this.#send<{ contact: Contact }>('POST', '/onboarded-carrier/contacts', contact);
  listOnboardedCarrierContacts = (query: { page?: number; page_size?: number; usdot_number?: string }) =>
    this.#get<{ contacts: OnboardedContact[]; pagination: Pagination }>('/onboarded-carrier/contacts', query);
  updateOnboardedCarrierContact = (id: string, change: ContactFields) =>
    this.#send<{ contact: Contact }>('PATCH', `/onboarded-carrier/contacts/${id}`, change);
  deleteOnboardedCarrierContact = (id: string) =>
    this.#send<{ contact: { id: string; deleted: boolean } }>('DELETE', `/onboarded-carrier/contacts/${id}`);
  createOnboardedCarrierContactsBulk = (contacts: object[]) =>
    this.#send<{
      created_contacts: { id: string; usdot: string; name: string }[];
      failed_contacts: { index: number; error: string }[];
    }>('POST', '/onboarded-carrier/bulk/contacts', { contacts });
  deleteOnboardedCarrierContactsBulk = (contact_ids: string[]) =>
    this.#send<{ contacts: { id: string; deleted: boolean }[] }>(
      'DELETE',
      '/onboarded-carrier/bulk/contacts',
      {
        contact_ids,
      },
    );

  listComplianceRules = (usdot_number: string) =>
    this.#get<RuleResults>('/compliance-rules', { usdot_number });
  listComplianceRulesOfSeveral = (usdot_numbers: string) =>
    this.#get<{ results: ({ usdot_number: string; found: boolean } & Partial<RuleResults>)[] }>(
      '/compliance-rules',
      { usdot_numbers },
    );
  listCustomerComplianceRules = () =>
    this.#get<{ rules: { id: string; rule_name: string; status: string; param_values: object }[] }>(
      '/customer-compliance-rules',
    );
  updateCustomerComplianceRule = (id: string, change: { status?: string; param_values?: object }) =>
    this.#send<{ status_code: string; message: string }>('PATCH', `/customer-compliance-rules/${id}`, change);

  getShipperLanes = (query: Record<ShipperLaneParameter, number>) =>
    this.#get<{ shippers_in_origin: Facility[]; shippers_in_destination: Facility[] }>(
      '/shipper/lanes',
      query,
    );
  /** All pages, which the header `Link` leads to, and the total of `X-Total-Count`. */
  async getShipperFacilities(query: Query): Promise<{ facilities: Facility[]; total: number }> {
    const facilities: Facility[] = [];
    for (let next: Query | null = query; ; ) {
      const page: { answer: Facility[]; headers: Headers } = await this.#call('GET', '/facilities', {
        query: next,
      });
      facilities.push(...page.answer);
      const [, url] = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? [];
      if (url === undefined) return { facilities, total: Number(page.headers.get('x-total-count')) };
      next = Object.fromEntries(new URL(url).searchParams);
    }
  }
  getFacilityNetworkMap = (id: string) =>
    this.#get<{ type: string; features: { type: string; geometry: { type: string }; properties: object }[] }>(
      `/facility/${id}/network-map`,
    );

  createMismatchObservation = (watched: object) =>
    this.#send<{ message: string; data: { created: number } }>(
      'POST',
      '/mismatch-observations',
      watched,
      201,
    );
  listMismatchObservations = (query: { page?: number; page_size?: number } = {}) =>
    this.#get<{ mismatch_observations: Mismatch[]; page: number; page_size: number; total: number }>(
      '/mismatch-observations',
      query,
    );
  updateMismatchObservation = (id: string, change: object) =>
    this.#send<Mismatch>('PATCH', `/mismatch-observations/${id}`, change);
  deleteMismatchObservation = (id: string) =>
    this.#send<null>('DELETE', `/mismatch-observations/${id}`, undefined, 204);
}

type Query = Record<string, string | number | boolean | undefined>;
type Token = { token: string; expires: string };
type TokenPair = { access_token_data: Token; refresh_token_data: Token; user_id: number };
type Webhook = { id: string; webhook_url: string; description: string | null; created_at: string };
type ContactFields = { name?: string; phone?: string; email?: string };
type Contact = { id: string; name: string; phone: string; email: string };
type CarrierContacts = {
  has_dispatch: 'Yes' | 'No';
  onboarded_contacts: object[];
  dispatch_contact: object[];
  fmcsa_contact: object;
};
type OnboardedContact = { contact_id: string; dot_number: string; customer_id: number; contact_name: string };
type Pagination = { page_size: number; current_page: number; total_pages: number };
type RuleResults = {
  rules: { rule_result_description: string; status: string; category: string }[];
  rule_status: Record<'pass' | 'fail' | 'review', { total: number }>;
};
type CarrierProfile = {
  fmcsa_detail: { usdot_number?: string; legal_name?: string };
  equipment_pairings: { genlogs: string[]; fmcsa: string[] };
  sightings: { sighting_date: string; state_seen: string; location_zip: string; sightings: number }[];
};
type ShipperLaneParameter =
  | `${'origin' | 'destination'}_${'lat' | 'lon'}`
  | `${'origin' | 'destination'}_radius`;
type Lane = { city: string; state: string; weight: number; visit_share: string; hexagon_id: string };
type Facility = {
  id: string;
  facility_name: string;
  formatted_address: string;
  lat: number;
  lon: number;
  place_category: string;
  inbound_lanes?: Lane[];
  outbound_lanes?: Lane[];
};
type Mismatch = { id: string; usdot: string; mc: string; is_disabled: boolean; logos: string[] };
