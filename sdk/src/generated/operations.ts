// Generated from openapi.json by `npm run generate`. Do not edit.

import type {
  AcceptInvitation,
  AccountSessions,
  AddWatchedCarriers,
  AddedWatchedCarriers,
  Alert,
  AlertActivity,
  AlertCriteria,
  AlertList,
  AlertMatches,
  AlertPreview,
  AlertRun,
  ApiKey,
  ApiKeyList,
  AuditCheck,
  AuditEntries,
  AuthorityPeriods,
  BrokerProfiles,
  BulkResult,
  CameraHealthList,
  CameraHours,
  CameraList,
  CarrierContacts,
  CarrierContactsRequest,
  CarrierDecision,
  CarrierDecisions,
  CarrierHistory,
  CarrierLinks,
  CarrierList,
  CarrierObservations,
  CarrierProfile,
  CarrierRecommendations,
  CarrierSignals,
  CarrierVerdict,
  CarriersObservations,
  Case,
  Cases,
  ChangeMatch,
  ChangePassword,
  Check,
  CheckVerification,
  Checks,
  ComplianceRules,
  Confirmed,
  Corrected,
  CreateAlert,
  CreateApiKey,
  CreateCarrierDecision,
  CreateCarrierLink,
  CreateCase,
  CreateChecks,
  CreateContact,
  CreateContacts,
  CreateCorrection,
  CreateDockCheck,
  CreateImage,
  CreateInvitation,
  CreateMismatches,
  CreateObjection,
  CreateOrganization,
  CreateServiceUser,
  CreateSession,
  CreateToken,
  CreateWatchlist,
  CreateWebhook,
  CreatedAlert,
  CreatedCarrierLink,
  CreatedChecks,
  CreatedContacts,
  CreatedMismatches,
  CustomerComplianceRules,
  DecideObjection,
  DecidedObjection,
  DeleteContacts,
  DeletedContact,
  DeletedContacts,
  DeletedWebhook,
  DeliveriesReplayed,
  DeliveryContent,
  DeliveryLatency,
  DeliveryList,
  DeliveryReplay,
  DockCheck,
  Done,
  EditAlert,
  EditedAlert,
  EmailList,
  ExchangeToken,
  Facilities,
  FinishSso,
  FoundVehicles,
  HeldAbout,
  Identity,
  Image,
  ImageList,
  ImageReceived,
  ImportList,
  ImportedAlerts,
  ImportedFacilities,
  ImportedWatchedCarriers,
  InsuranceFilings,
  Invitation,
  InvitationList,
  Job,
  JobList,
  LaneCheck,
  LaneVerification,
  ListedCarrier,
  ListedCarriers,
  MatchEvent,
  MatchWork,
  Members,
  MismatchObservation,
  MismatchObservations,
  NetworkMap,
  NewApiKey,
  NewInvitation,
  NewOrganization,
  NewServiceUser,
  Objections,
  OnboardedContact,
  OnboardedContacts,
  OneTimeCode,
  Organization,
  OrganizationList,
  Place,
  PrivacySettings,
  PublishedKeys,
  PutListedCarrier,
  QuotaLimits,
  QuotaList,
  ReadAgain,
  Readiness,
  RecoveryCodes,
  RelatedCarriers,
  RemoveWatchedCarriers,
  RemovedWatchedCarriers,
  RenderedEmail,
  ReplayDeliveries,
  RequestPasswordReset,
  ResetPassword,
  RetriedStage,
  RetryStage,
  ScoreExplanation,
  ScoreHistory,
  ScoreRunList,
  SentObjection,
  Session,
  SetSsoConnection,
  ShipperLanes,
  SightingList,
  SsoConnection,
  StageList,
  StartJob,
  StartSso,
  StartedSso,
  Status,
  SystemState,
  TestWebhooks,
  TokenPair,
  TotpEnrollment,
  TotpState,
  Unsubscribed,
  UpdateComplianceRule,
  UpdateContact,
  UpdateMismatch,
  UpdateOrganization,
  UpdatePrivacySettings,
  UpdateSignInRules,
  UpdateUser,
  UpdateWatchlist,
  UpdateWebhook,
  UpdatedComplianceRule,
  UploadDockCheck,
  UploadImage,
  User,
  UserList,
  VehicleFile,
  VehicleList,
  Version,
  ViewHeld,
  VinObservations,
  WatchEvents,
  WatchedCarriers,
  Watchlist,
  Watchlists,
  Webhook,
  WebhookEvents,
  WebhookStatistics,
  WebhookStatus,
  WebhookTestResults,
  WorkedMatches,
} from './schemas.ts';

/** The parameters, the body and the response of each operation. */
export type Operations = {
  /**
   * Exchange an email and password for tokens. Send the values in the JSON body without URL-encoding. Limits: 10
   * requests per minute for an account from one address, and 60 per hour for an account.
   */
  createToken: { body: CreateToken; response: TokenPair };
  /**
   * Exchange a token of your organization's identity provider for tokens. See `docs/identity.md`. The tokens are
   * used with the API key, like those of `POST /auth/token`.
   */
  exchangeToken: { body: ExchangeToken; response: TokenPair };
  /** Get the user of an access token and its roles. */
  whoAmI: { response: Identity };
  /**
   * Sign a person in to the console. Sets a cookie that scripts cannot read. Requests of the session that change
   * something repeat `csrf_token` in `X-CSRF-Token`. Requests that a page of another origin causes are refused,
   * and the cookie does not count there. Service users use `POST /auth/token`.
   */
  createSession: { body: CreateSession; response: Session };
  /** Sign out of the console. Revokes the token and deletes the cookie, for all tabs of the browser. */
  deleteSession: { response: Done };
  /** List the sessions of the user. */
  listSessions: { response: AccountSessions };
  /** Sign out one session of the user. Revokes its token, wherever it is used. */
  endSession: { path: { session_id: number }; response: Done };
  /**
   * Start a sign-in at the identity provider of an organization. The domain of the address decides the
   * organization.
   */
  startSso: { body: StartSso; response: StartedSso };
  /** Finish a sign-in at the identity provider. */
  finishSso: { body: FinishSso; response: Session };
  /** Accept an invitation by choosing a password. */
  acceptInvitation: { body: AcceptInvitation; response: Session };
  /** Revoke the access token of the request. */
  logOut: { response: Done };
  /** Revoke all tokens of the user. */
  logOutEverywhere: { response: Done };
  /** Change the password of the user. All other tokens of the user are revoked. */
  changePassword: { body: ChangePassword; response: Done };
  /**
   * Send a link for a new password. The response is the same for unknown addresses. The link can be used once
   * within an hour.
   */
  requestPasswordReset: { body: RequestPasswordReset; response: Done };
  /**
   * Choose a new password with a link. All tokens of the user are revoked. A user with one-time codes sends one
   * too.
   */
  resetPassword: { body: ResetPassword; response: Done };
  /** Get whether the user signs in with one-time codes. */
  getTotp: { response: TotpState };
  /** Start setting up one-time codes. Has no effect until a code confirms it. */
  startTotpEnrollment: { response: TotpEnrollment };
  /** Confirm one-time codes with the first code. */
  confirmTotpEnrollment: { body: OneTimeCode; response: RecoveryCodes };
  /** Stop using one-time codes. */
  removeTotp: { body: OneTimeCode; response: Done };
  /**
   * Submit an image by URL. The image is downloaded before the response is sent: 200 means that it is stored and
   * will be read. Requests with the same image, source and capture time are one image, so a request can be
   * repeated; new plate, state and location values replace the old ones.
   */
  createImage: { body: CreateImage; response: ImageReceived };
  /**
   * List the organization's images, newest first. Images that are still stored, in the order in which they were
   * received. A request with filters looks at up to 20,000 images; continue with `next_before` while `has_more` is
   * true.
   */
  listImages: {
    query?: {
      /** `next_before` of the previous page. Without it: the newest. */
      before?: string;
      /** Only images of this sensor. */
      source?: string;
      state?: 'stored' | 'recognized' | 'failed';
      /** Received at this time or later; ISO 8601. */
      received_from?: string;
      /** Received before this time; ISO 8601. */
      received_to?: string;
      /** The plate of the sighting. Spaces, dots and dashes are ignored. */
      plate?: string;
      /** The USDOT number of the sighting. */
      usdot_number?: number;
      /** Confidence level of the USDOT number. */
      confidence?: 'High' | 'Medium' | 'Low' | 'N/A';
      page_size?: number;
    };
    response: ImageList;
  };
  /**
   * Get an image: its state, readings and sighting. Only for users of the organization that submitted it.
   * `readings` is what was read in this image; `sighting` combines all images of the same truck. Both are null
   * until the image has been recognized.
   */
  getImage: { path: { image_id: string }; response: Image };
  /**
   * Download an image by its signed link. Use `image_url` unchanged; it needs no header and expires. Redirects
   * when the operator serves images from a bucket.
   */
  getImageContent: { path: { image_id: string }; query: { expires: string; signature: string }; response: Blob };
  /**
   * Download the thumbnail of an image by its signed link. A JPEG of at most 400 × 400 pixels. Use `thumbnail_url`
   * unchanged; it needs no header and expires.
   */
  getImageThumbnail: { path: { image_id: string }; query: { expires: string; signature: string }; response: Blob };
  /**
   * Read an image again. Queues the image: its state is `stored` until it has been read. What was read before
   * stays until then, and corrections stay. An image that is already waiting is not queued twice.
   */
  readImageAgain: { path: { image_id: string }; response: ReadAgain };
  /**
   * Correct a field that was read in an image. Stores the right value, or that the field is not present, and
   * decides the sighting again. The corrected value has the level High, and later readings and evidence do not
   * change it. Alerts that match the changed sighting fire once, as for any sighting. Another correction of the
   * same field replaces it. An unlikely value needs `confirm`.
   */
  correctImage: { path: { image_id: string }; body: CreateCorrection; response: Corrected };
  /** Withdraw a correction. The sighting is decided again from what was read. */
  withdrawCorrection: {
    path: {
      image_id: string;
      field:
        | 'usdot_number'
        | 'mc_number'
        | 'vin'
        | 'cab_number'
        | 'equipment_number'
        | 'equipment_logo'
        | 'alpr_plate_number';
    };
    response: Corrected;
  };
  /**
   * Submit an image by its bytes. A form with the parts `record` (JSON) and `image` (the file), in any order.
   * Otherwise like `POST /image`: 200 means that the image is stored and will be read, and a request can be
   * repeated.
   */
  uploadImage: {
    body: {
      record: UploadImage;
      /** JPEG, PNG or WebP, at most 15 MB and 40 megapixels. */
      image: Blob;
    };
    response: ImageReceived;
  };
  /**
   * Submit many images by URL, one per line. NDJSON: each line is a body of `POST /image`, at most 1000 lines of
   * 16384 bytes. The response has one line per line, in the same order, sent as soon as it is ready. A line that
   * fails does not affect the others. After an interruption, send all lines again: images that are stored already
   * are not stored twice.
   */
  createImages: { body: Array<CreateImage>; response: BulkResult };
  /** Get the coordinates of a city. For images whose camera has none, such as a picture that a person uploads. */
  findPlace: {
    query: {
      /** City of the place, in any usual spelling. */
      city: string;
      /** State or province of the place: its name or its code. */
      state: string;
    };
    response: Place;
  };
  /**
   * Compare a door with the booked carrier, by the URL of an image. Reads the image at once, without the queue,
   * and compares number, names, MC number and vehicle with the booked carrier. The answer is `yes` only when the
   * booked USDOT number was read with High, a name of the carrier is on the door, and nothing contradicts; `no`
   * when the door shows another carrier; otherwise `cannot_tell`, with what would help. The image is not stored
   * unless `keep` is sent.
   */
  checkDock: { body: CreateDockCheck; response: DockCheck };
  /**
   * Compare a door with the booked carrier, by the bytes of an image. A form with the parts `record` (JSON) and
   * `image` (the file), in any order. Reads the image at once, without the queue, and compares number, names, MC
   * number and vehicle with the booked carrier. The answer is `yes` only when the booked USDOT number was read
   * with High, a name of the carrier is on the door, and nothing contradicts; `no` when the door shows another
   * carrier; otherwise `cannot_tell`, with what would help. The image is not stored unless `keep` is sent.
   */
  checkDockUpload: {
    body: {
      record: UploadDockCheck;
      /** JPEG, PNG or WebP, at most 15 MB and 40 megapixels. */
      image: Blob;
    };
    response: DockCheck;
  };
  /**
   * List alerts, newest first. All alerts of the organization with `external-api-get-all-company-alerts` or
   * `admin`, the user's own with `external-api-get-alerts-endpoint`. With `page` or `page_size`, one page of them
   * and `pagination`.
   */
  listAlerts: {
    query?: {
      /**
       * Only alerts in this state today. `ended`: the last day has passed. `paused`: disabled. `scheduled`: the first
       * day is in the future. `active`: none of these. The first one that applies is used.
       */
      state?: 'active' | 'paused' | 'scheduled' | 'ended';
      /** Only alerts whose name, email address or criteria contain this text. */
      query?: string;
      alert_type?: 'normal' | 'hot';
      page?: number;
      /** 100 if only `page` is given. */
      page_size?: number;
    };
    response: AlertList;
  };
  /**
   * Create an alert. An alert describes the trucks you want to be notified about. It matches the sightings that
   * meet all of its criteria; an alert without criteria matches nothing. It notifies about images that are
   * received after its creation. The newest 200 sightings of the last 30 days that fit are stored as silent
   * matches. Unknown keys are ignored and listed in `warnings`. Chassis and container numbers are searched in the
   * text read on the truck.
   */
  createAlert: { body: CreateAlert; response: CreatedAlert };
  /**
   * List the number of matches and the last firing of each alert. The same alerts as `GET /alerts` with the same
   * parameters, newest first.
   */
  listAlertActivity: {
    query?: {
      /**
       * Only alerts in this state today. `ended`: the last day has passed. `paused`: disabled. `scheduled`: the first
       * day is in the future. `active`: none of these. The first one that applies is used.
       */
      state?: 'active' | 'paused' | 'scheduled' | 'ended';
      /** Only alerts whose name, email address or criteria contain this text. */
      query?: string;
      alert_type?: 'normal' | 'hot';
      page?: number;
      /** 100 if only `page` is given. */
      page_size?: number;
    };
    response: AlertActivity;
  };
  /**
   * Export alerts as CSV. The alerts of `GET /alerts` with the same filters. `POST /alerts/import` reads the same
   * file; it ignores the columns that only an export has.
   */
  exportAlerts: {
    query?: {
      /**
       * Only alerts in this state today. `ended`: the last day has passed. `paused`: disabled. `scheduled`: the first
       * day is in the future. `active`: none of these. The first one that applies is used.
       */
      state?: 'active' | 'paused' | 'scheduled' | 'ended';
      /** Only alerts whose name, email address or criteria contain this text. */
      query?: string;
      alert_type?: 'normal' | 'hot';
    };
    response: string;
  };
  /**
   * Create alerts from a CSV file, such as a hot list. The first line names the columns: `email`, `alert_type`,
   * `disabled`, `alert_name`, `cc_emails`, `notification_channels`, `usdot_number`, `mc_number`, `license_plate`,
   * `license_plate_state`, `vin`, `cab_number`, `equipment_type`, `trailer_logo`, `trailer_number`,
   * `chassis_number`, `container_number`, `deep_search`, `exact_match_trailer_number`,
   * `exact_match_chassis_number`, `exact_match_container_number`, `exact_match_deep_search`, `tolerance`,
   * `start_date`, `end_date`, `cooldown_minutes`, `daily_cap`, `location_state`, `location_city`. A line needs a
   * criterion; without a name it is named by its first criterion, without an email address it notifies the caller,
   * and `alert_type` is `hot`. Lists are separated by spaces. All lines are stored or none. A line with the same
   * criteria and days as an earlier line or as an alert that the caller sees is left out and reported.
   */
  importAlerts: { body: string; response: ImportedAlerts };
  /**
   * List the people who can be given a match. Users of your organization who may read alerts, without programs and
   * disabled users.
   */
  listMembers: { response: Members };
  /**
   * List matches of all alerts with their state and assignee, newest first. Matches of the alerts that the caller
   * may read, and those that are assigned to the caller.
   */
  listWorkedMatches: {
    query?: {
      /**
       * `new`: nobody has looked. `working`: somebody is on it. `recovered`: the vehicle was found. `dismissed`:
       * nothing to do.
       */
      state?: 'new' | 'working' | 'recovered' | 'dismissed';
      /** Only matches of this member. */
      assignee_id?: number;
      /** Only matches of this alert. */
      alert_id?: number;
      /** Only matches that were sent (false) or not (true). */
      silent?: boolean;
      /** Matched at or after this time. */
      from?: string;
      /** Matched before this time. */
      to?: string;
      /** `next_cursor` of the page before. */
      cursor?: string;
      page_size?: number;
    };
    response: WorkedMatches;
  };
  /**
   * Export matches as CSV. The matches of `GET /matches` with the same filters, at most 100,000. The response is
   * streamed.
   */
  exportMatches: {
    query?: {
      /**
       * `new`: nobody has looked. `working`: somebody is on it. `recovered`: the vehicle was found. `dismissed`:
       * nothing to do.
       */
      state?: 'new' | 'working' | 'recovered' | 'dismissed';
      /** Only matches of this member. */
      assignee_id?: number;
      /** Only matches of this alert. */
      alert_id?: number;
      /** Only matches that were sent (false) or not (true). */
      silent?: boolean;
      /** Matched at or after this time. */
      from?: string;
      /** Matched before this time. */
      to?: string;
    };
    response: string;
  };
  /**
   * Get a match with the history of its state, assignee and notes. Matches of the alerts that the caller may read,
   * and those that are assigned to the caller.
   */
  getMatch: { path: { match_id: number }; response: MatchWork };
  /**
   * Change the state or the assignee of a match, or add a note. Each request adds one entry to the history.
   * States: `new`, `working`, `recovered`, `dismissed`. Notifications do not change. Matches of the alerts that
   * the caller may read, and those that are assigned to the caller.
   */
  changeMatch: { path: { match_id: number }; body: ChangeMatch; response: MatchWork };
  /** List the trailer logos that an alert can name. */
  listLogos: { response: string[] };
  /**
   * Preview what criteria would have matched in the last 30 days. Responds within a second: it counts up to 10,000
   * sightings and reports how far back it searched. Shows what an alert with these criteria would deliver.
   */
  previewAlert: { body: AlertCriteria; response: AlertPreview };
  /**
   * Fire all of the user's active alerts now. Ignores schedule, cooldown and daily cap. An alert without new
   * matches does not fire.
   */
  runAlerts: { response: AlertRun };
  /** Get an alert. */
  getAlert: { path: { id: number }; response: Alert };
  /**
   * Edit an alert. Changes the supplied fields; null removes a criterion. `email` cannot be changed. Unknown keys
   * are rejected.
   */
  editAlert: { path: { id: number }; body: EditAlert; response: EditedAlert };
  /** Delete an alert and its matches. */
  deleteAlert: { path: { id: number }; response: undefined };
  /** List the matches of an alert with their deliveries, newest first. */
  listMatches: {
    path: { id: number };
    query?: {
      page?: number;
      page_size?: number;
      /** Only this match. */
      match_id?: number;
    };
    response: AlertMatches;
  };
  /**
   * Register a webhook. The webhook receives the matches of all active alerts of the organization, existing and
   * new. Send a `secret`: responses never return one, so the signatures of a generated secret cannot be verified.
   */
  createWebhook: { body: CreateWebhook; response: Webhook };
  /** List the organization's webhooks, newest first. */
  listWebhooks: { response: WebhookStatus[] };
  /**
   * Update a webhook. Changes the supplied fields. Null means not supplied, but clears `description`. Unknown keys
   * are rejected. For 24 hours after a new secret, a notification that the receiver rejects with 400, 401 or 403
   * is sent once more, signed with the previous secret. Enabling a webhook sends the deliveries that were held.
   */
  updateWebhook: { path: { webhook_id: string }; body: UpdateWebhook; response: Webhook };
  /** Get a webhook. */
  getWebhook: { path: { webhook_id: string }; response: WebhookStatus };
  /** Delete a webhook and its deliveries. */
  deleteWebhook: { path: { webhook_id: string }; response: DeletedWebhook };
  /** Get the events that a webhook receives. */
  getWebhookEvents: { path: { webhook_id: string }; response: WebhookEvents };
  /**
   * Set the events that a webhook receives. Replaces the list. Without `alert.matches_found` the webhook receives
   * no matches.
   */
  setWebhookEvents: { path: { webhook_id: string }; body: WebhookEvents; response: WebhookEvents };
  /**
   * Send a test event and return the response of the receiver. Sends one `alert.test` event, signed like any
   * other, also to a disabled webhook. Without `webhook_id`, to at most 20 enabled webhooks, oldest first. With
   * `webhook_url` and `secret`, to that URL; neither is stored.
   */
  testWebhook: { body: TestWebhooks; response: WebhookTestResults };
  /**
   * List the last delivery of each webhook, and how many of the last 24 hours arrived. In the order of `GET
   * /alerts/webhook`. Test events count as last deliveries, and not in the numbers.
   */
  listWebhookStatistics: { query?: { page?: number; page_size?: number }; response: WebhookStatistics };
  /** List the deliveries of a webhook with every attempt, newest first. Deliveries are kept for 30 days. */
  listDeliveries: {
    path: { webhook_id: string };
    query?: {
      state?: 'waiting' | 'delivered' | 'failed' | 'held';
      event?:
        | 'alert.matches_found'
        | 'alert.match_corrected'
        | 'watchlist.changes_found'
        | 'objection.received'
        | 'alert.test';
      /** Created at this time or later. */
      from?: string;
      /** Created before this time. */
      to?: string;
      page?: number;
      page_size?: number;
    };
    response: DeliveryList;
  };
  /**
   * Get what a delivery sends: its headers and its body. Every attempt sends the same bytes. `webhook-timestamp`
   * and the signatures are made for each attempt and are not stored. A test event has no stored body.
   */
  getDelivery: { path: { webhook_id: string; delivery_id: string }; response: DeliveryContent };
  /**
   * Get how long the attempts of a webhook took. Median and 95th percentile of the duration of attempts, by hour
   * for a period of up to 48 hours, else by day. Of a period with more deliveries, the newest 5,000 are counted.
   */
  getDeliveryLatency: {
    path: { webhook_id: string };
    query?: {
      /** The period until now. */
      hours?: number;
    };
    response: DeliveryLatency;
  };
  /**
   * Send a delivery again. Sends the same bytes with the same `webhook-id`, whatever its state, and starts the
   * retries again. A delivery of a disabled webhook is held until the webhook is enabled.
   */
  replayDelivery: { path: { webhook_id: string; delivery_id: string }; response: DeliveryReplay };
  /**
   * Send all deliveries since a time again. As for one delivery, oldest first, at most 1,000 per request.
   * Deliveries that wait for an attempt are left alone, as are those that were replayed within the last minute:
   * repeat the request while `has_more` is true.
   */
  replayDeliveries: { path: { webhook_id: string }; body: ReplayDeliveries; response: DeliveriesReplayed };
  /**
   * List the organization's emails, newest first. Emails are kept for 30 days. Without a mail server, each is
   * stored as a file instead of being sent.
   */
  listMails: { query?: { page?: number; page_size?: number }; response: EmailList };
  /** Download an email as it is sent. */
  getMailMessage: { path: { mail_id: string }; response: string };
  /** Get an email as the recipient sees it. */
  getRenderedMail: { path: { mail_id: string }; response: RenderedEmail };
  /** Show a page with a button that unsubscribes an address from an alert. */
  showUnsubscribe: { path: { token: string }; query: { expires: string; signature: string }; response: string };
  /**
   * Unsubscribe an address from an alert in one click (RFC 8058). Use the link in `List-Unsubscribe` unchanged; it
   * needs no header and no body.
   */
  unsubscribe: { path: { token: string }; query: { expires: string; signature: string }; response: Unsubscribed };
  /** Show a page with a button that unsubscribes an address from a watchlist. */
  showLeaveWatchlist: { path: { token: string }; query: { expires: string; signature: string }; response: string };
  /**
   * Unsubscribe an address from a watchlist in one click (RFC 8058). Use the link in `List-Unsubscribe` unchanged;
   * it needs no header and no body.
   */
  leaveWatchlist: { path: { token: string }; query: { expires: string; signature: string }; response: Unsubscribed };
  /** Show a page with a button that confirms an address. */
  showConfirmRecipient: { path: { token: string }; query: { expires: string; signature: string }; response: string };
  /**
   * Confirm that an address wants the alerts of an organization. Use the link in the email unchanged; it needs no
   * header and no body. Emails that were held are sent then.
   */
  confirmRecipient: { path: { token: string }; query: { expires: string; signature: string }; response: Confirmed };
  /**
   * Follow matches as server-sent events. Each event is named `match`; its id is `match_id` and its data a
   * `MatchEvent`. Send the last id in `Last-Event-ID` to continue without a gap. An id without data is sent at the
   * start and every 15 seconds. The stream ends after 15 minutes; reconnect then.
   */
  followMatches: { response: MatchEvent };
  /**
   * List the sightings, crashes and inspections of carriers, with their record. Newest first, with an exact total.
   * With a list of carriers, the page and page size apply to the list of each. At most two calls of an
   * organization at a time.
   */
  listCarrierObservations: {
    query: {
      /** One USDOT number, or up to 50 separated by commas. */
      usdot_number: string;
      /** City where the record was captured; upper and lower case are equal. */
      location_city?: string;
      /** State where the record was captured: its name or two letters. */
      location_state?: string;
      /** First day, YYYY-MM-DD, UTC. */
      sighting_start_date?: string;
      /** Last day, YYYY-MM-DD, UTC. */
      sighting_end_date?: string;
      /** Adds the newest image of each carrier. */
      last_seen_image?: boolean;
      page?: number;
      page_size?: number;
    };
    response: CarrierObservations | CarriersObservations;
  };
  /**
   * List the sightings, crashes and inspections of vehicles by VIN. Under every carrier that the vehicle was seen
   * with, newest first. At most two calls of an organization at a time.
   */
  listVinObservations: {
    query: {
      /** One VIN, or up to 50 separated by commas. Spaces, dots and dashes are ignored. */
      vin: string;
      page?: number;
      page_size?: number;
    };
    response: VinObservations;
  };
  /**
   * Find the carriers of a vehicle by its plate or VIN. The complete plate or VIN, with each carrier that it was
   * recorded with, the latest 10 first. A VIN requires the role `carrier-observations-vin-endpoint`; without it,
   * the list is empty.
   */
  searchVehicles: {
    query: {
      /** A complete plate or VIN. Spaces, dots and dashes are ignored. */
      query: string;
    };
    response: VehicleList;
  };
  /**
   * Check whether a carrier was seen on a lane. Within 150 miles of the origin, of the destination, or of the
   * great circle between them, in the last 90 days. Sightings, inspections and crashes count.
   */
  verifyLane: {
    query: {
      usdot: string;
      /** City of the origin, in any usual spelling. */
      origin_city: string;
      /** State or province of the origin: its name or its code. */
      origin_state: string;
      /** City of the destination, in any usual spelling. */
      destination_city?: string;
      /** State or province of the destination: its name or its code. */
      destination_state?: string;
    };
    response: LaneVerification;
  };
  /**
   * Check whether a carrier was seen near an origin and a destination, with the newest sighting near each. By
   * coordinates: within 150 miles of each, in the last 90 days. At most two calls of an organization at a time.
   */
  checkLane: {
    path: { usdot_number: string };
    query: {
      origin_latitude: number;
      origin_longitude: number;
      destination_latitude: number;
      destination_longitude: number;
    };
    response: LaneCheck;
  };
  /**
   * Search sightings by any field, newest first. Insurance organizations and administrators of the operator search
   * the sightings of all cameras, other organizations those of their own cameras and the newest 20,000 matches of
   * their alerts. A value that a person typed is found by the organization of that person only. All filters must
   * apply. With `similar`, sightings that fit exactly come first.
   */
  searchSightings: {
    query?: {
      /**
       * VIN. `?` is one unknown character, `*` any number; at most three `?`, at least three known. Requires
       * `carrier-observations-vin-endpoint` where sightings of others are searched.
       */
      vin?: string;
      /** Cab number. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      cab_number?: string;
      /** Trailer number. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      trailer_number?: string;
      /** Plate. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      plate?: string;
      /** State of the plate. */
      plate_state?: string;
      /** Number of a container (ISO 6346), as in `plate`. */
      container_number?: string;
      /** Number of a container chassis, as in `plate`. */
      chassis_number?: string;
      /** USDOT number of the carrier. */
      usdot_number?: string;
      /** Text on the truck, such as the name on the door. Searches the last 30 days. */
      name?: string;
      equipment_type?: string;
      /** Company logo on the trailer. */
      trailer_logo?: string;
      /** The `source` of the camera. */
      camera?: string;
      /** State of the camera. */
      location_state?: string;
      location_city?: string;
      /** Direction of travel. */
      direction?: 'NB' | 'SB' | 'EB' | 'WB';
      /** Center of a circle, with `longitude` and `radius_miles`. */
      latitude?: number;
      /** See `latitude`. */
      longitude?: number;
      radius_miles?: number;
      /** First time, inclusive. ISO 8601. */
      start?: string;
      /** Last time, exclusive. ISO 8601. */
      end?: string;
      /**
       * Least confidence of the VIN, cab, trailer and logo that are searched, and of the USDOT number if it or none of
       * these is. Requires `carrier-observations-quality`.
       */
      min_score?: 'High' | 'Medium' | 'Low';
      /**
       * Also finds values in which O and 0, I and 1, L and 1, S and 5, B and 8, Z and 2, D and 0, or Q and 0 are
       * confused. Exact ones come first.
       */
      similar?: boolean;
      /** Counts the sightings, up to 1,000. */
      total?: boolean;
      /** `next_cursor` of the page before. */
      cursor?: string;
      page_size?: number;
    };
    response: SightingList;
  };
  /**
   * Find vehicles by the beginning of any of their numbers. Insurance organizations and administrators of the
   * operator find vehicles that any camera saw, other organizations those of their own cameras. VINs are found as
   * `GET /sightings` finds them.
   */
  findVehicles: {
    query: {
      /** The beginning of a number, at least three letters or digits. Spaces, dots and dashes are ignored. */
      number: string;
    };
    response: FoundVehicles;
  };
  /**
   * Get a vehicle's file: its sightings, records, carriers and movements. Insurance organizations and
   * administrators of the operator search the sightings of all cameras, other organizations those of their own
   * cameras and the newest 20,000 matches of their alerts. A value that a person typed is found by the
   * organization of that person only. A VIN requires the role `carrier-observations-vin-endpoint` where sightings
   * of others are searched.
   */
  getVehicle: {
    path: {
      kind: 'plate' | 'vin' | 'cab' | 'trailer' | 'container' | 'chassis';
      /** The complete number. Spaces, dots and dashes are ignored. */
      value: string;
    };
    query?: {
      /** State of the plate: the same characters in two states are two vehicles. */
      plate_state?: string;
      /** Only sightings with this carrier. Cab and trailer numbers repeat between carriers. */
      usdot_number?: string;
    };
    response: VehicleFile;
  };
  /**
   * Export sightings as CSV. The filters and the order of `GET /sightings`, at most 100,000 sightings, without
   * links to images. The response is streamed.
   */
  exportSightingsCsv: {
    query?: {
      /**
       * VIN. `?` is one unknown character, `*` any number; at most three `?`, at least three known. Requires
       * `carrier-observations-vin-endpoint` where sightings of others are searched.
       */
      vin?: string;
      /** Cab number. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      cab_number?: string;
      /** Trailer number. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      trailer_number?: string;
      /** Plate. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      plate?: string;
      /** State of the plate. */
      plate_state?: string;
      /** Number of a container (ISO 6346), as in `plate`. */
      container_number?: string;
      /** Number of a container chassis, as in `plate`. */
      chassis_number?: string;
      /** USDOT number of the carrier. */
      usdot_number?: string;
      /** Text on the truck, such as the name on the door. Searches the last 30 days. */
      name?: string;
      equipment_type?: string;
      /** Company logo on the trailer. */
      trailer_logo?: string;
      /** The `source` of the camera. */
      camera?: string;
      /** State of the camera. */
      location_state?: string;
      location_city?: string;
      /** Direction of travel. */
      direction?: 'NB' | 'SB' | 'EB' | 'WB';
      /** Center of a circle, with `longitude` and `radius_miles`. */
      latitude?: number;
      /** See `latitude`. */
      longitude?: number;
      radius_miles?: number;
      /** First time, inclusive. ISO 8601. */
      start?: string;
      /** Last time, exclusive. ISO 8601. */
      end?: string;
      /**
       * Least confidence of the VIN, cab, trailer and logo that are searched, and of the USDOT number if it or none of
       * these is. Requires `carrier-observations-quality`.
       */
      min_score?: 'High' | 'Medium' | 'Low';
      /**
       * Also finds values in which O and 0, I and 1, L and 1, S and 5, B and 8, Z and 2, D and 0, or Q and 0 are
       * confused. Exact ones come first.
       */
      similar?: boolean;
    };
    response: string;
  };
  /**
   * Export sightings as JSON lines. The filters and the order of `GET /sightings`, at most 100,000 sightings,
   * without links to images. The response is streamed.
   */
  exportSightings: {
    query?: {
      /**
       * VIN. `?` is one unknown character, `*` any number; at most three `?`, at least three known. Requires
       * `carrier-observations-vin-endpoint` where sightings of others are searched.
       */
      vin?: string;
      /** Cab number. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      cab_number?: string;
      /** Trailer number. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      trailer_number?: string;
      /** Plate. `?` is one unknown character, `*` any number; at most three `?`, at least three known. */
      plate?: string;
      /** State of the plate. */
      plate_state?: string;
      /** Number of a container (ISO 6346), as in `plate`. */
      container_number?: string;
      /** Number of a container chassis, as in `plate`. */
      chassis_number?: string;
      /** USDOT number of the carrier. */
      usdot_number?: string;
      /** Text on the truck, such as the name on the door. Searches the last 30 days. */
      name?: string;
      equipment_type?: string;
      /** Company logo on the trailer. */
      trailer_logo?: string;
      /** The `source` of the camera. */
      camera?: string;
      /** State of the camera. */
      location_state?: string;
      location_city?: string;
      /** Direction of travel. */
      direction?: 'NB' | 'SB' | 'EB' | 'WB';
      /** Center of a circle, with `longitude` and `radius_miles`. */
      latitude?: number;
      /** See `latitude`. */
      longitude?: number;
      radius_miles?: number;
      /** First time, inclusive. ISO 8601. */
      start?: string;
      /** Last time, exclusive. ISO 8601. */
      end?: string;
      /**
       * Least confidence of the VIN, cab, trailer and logo that are searched, and of the USDOT number if it or none of
       * these is. Requires `carrier-observations-quality`.
       */
      min_score?: 'High' | 'Medium' | 'Low';
      /**
       * Also finds values in which O and 0, I and 1, L and 1, S and 5, B and 8, Z and 2, D and 0, or Q and 0 are
       * confused. Exact ones come first.
       */
      similar?: boolean;
    };
    response: string;
  };
  /**
   * Open a case: a vehicle and a period. A case is what a signed pack for police and insurers is made from. A VIN
   * requires the role `carrier-observations-vin-endpoint` where sightings of others are searched.
   */
  createCase: { body: CreateCase; response: Case };
  /** List your organization's cases, newest first. */
  listCases: { query?: { page?: number; page_size?: number }; response: Cases };
  /** Get a case. */
  getCase: { path: { case_id: string }; response: Case };
  /**
   * Download the signed pack of a case. A ZIP file as of now: the sightings of the period as JSON and CSV, the
   * stored images of your organization's cameras, a summary as PDF, and `manifest.json` with the SHA-256 of each
   * file, signed as vetting files are. `milepost verify-file` checks it offline. Images of other organizations are
   * named by region and day only; deleted images are listed as deleted.
   */
  getCasePack: { path: { case_id: string }; response: Blob };
  /**
   * Get the safety, authority, insurance, violations, crashes and fleet of a carrier. Sections are resolved
   * independently and concurrently. A section that failed, exceeded its deadline, is withheld or rests on files
   * that are not loaded is null, with an entry in `errors`; the status is still 200.
   */
  getCarrierProfile: {
    query: {
      usdot_number: string;
      /** Fills `vin_details`. */
      vin?: string;
      /** YYYY-MM-DD: scores, census and records as they were known on that day. */
      as_of?: string;
      /**
       * true: adds `sources`, where the figures are from and of which day, and `unknown_fields`. With `as_of` they are
       * always there.
       */
      sources?: boolean;
    };
    response: CarrierProfile;
  };
  /**
   * Get the profiles of several carriers, one per line. NDJSON in the order of the request; each line is sent as
   * soon as it is ready. Without `vin_details`.
   */
  listCarrierProfiles: {
    query: {
      /** Up to 50 USDOT numbers, separated by commas. */
      usdot_number: string;
      /** YYYY-MM-DD: scores, census and records as they were known on that day. */
      as_of?: string;
      /**
       * true: adds `sources`, where the figures are from and of which day, and `unknown_fields`. With `as_of` they are
       * always there.
       */
      sources?: boolean;
    };
    response: CarrierProfile;
  };
  /**
   * Get unusual facts about a carrier, with the rows that show them. Covers the sightings of the last 365 days, or
   * with `as_of` of the 365 days up to that day, compared with the registers as loaded now. Signals that do not
   * apply are left out.
   */
  getCarrierSignals: {
    path: { usdot_number: string };
    query?: {
      /** YYYY-MM-DD: scores, census and records as they were known on that day. */
      as_of?: string;
    };
    response: CarrierSignals;
  };
  /**
   * Get whether a carrier is clear, needs a closer look or must not be used, with the reasons. The rule is in
   * `docs/carriers.md`. What is not known is never clear. Signals count only for callers who may read them.
   */
  getCarrierVerdict: {
    path: { usdot_number: string };
    query?: {
      /** YYYY-MM-DD: scores, census and records as they were known on that day. */
      as_of?: string;
    };
    response: CarrierVerdict;
  };
  /**
   * List carriers that share contacts or vehicles with a carrier, now or before. Phones, emails, officers and
   * addresses of the company census and its archive, and VINs and plates of the last three years, each with the
   * days on which both carriers had it. Links by sightings are shown to callers who may see the sightings of all
   * cameras.
   */
  listRelatedCarriers: { path: { usdot_number: string }; response: RelatedCarriers };
  /**
   * List what changed in the federal registers about a carrier. FMCSA overwrites its registers. Each import
   * records the values that its file replaces, with the days of the files that had them. `sources` states since
   * when each file is archived.
   */
  getCarrierHistory: {
    path: { usdot_number: string };
    query?: {
      /** Only changes of this field. */
      field?:
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
      page?: number;
      page_size?: number;
    };
    response: CarrierHistory;
  };
  /**
   * List the insurance filings of a carrier, past and present. From both registers, each filing once, the newest
   * 200 first. `as_of` shows what was known on that day: filings and ends of filings that became known later are
   * left out.
   */
  listInsuranceFilings: {
    path: { usdot_number: string };
    query?: {
      /** YYYY-MM-DD: scores, census and records as they were known on that day. */
      as_of?: string;
    };
    response: InsuranceFilings;
  };
  /**
   * Get the periods in which the authorities of a carrier were active. Computed from the events, orders and
   * registers of both licensing systems. An order that was discontinued never took effect.
   */
  getAuthorityPeriods: {
    path: { usdot_number: string };
    query?: {
      /** YYYY-MM-DD: scores, census and records as they were known on that day. */
      as_of?: string;
    };
    response: AuthorityPeriods;
  };
  /**
   * Get the percentiles of a carrier month by month. The stored monthly runs of the current method, at most 24,
   * with the threshold of each category. The same percentiles are in `oos` of the profile of each month.
   * Percentiles of property carriers, Hazardous Materials, Crash Indicator and ISS are our own calculation: FMCSA
   * does not publish them.
   */
  getScoreHistory: {
    path: { usdot_number: number };
    query?: {
      /** YYYY-MM-DD: scores, census and records as they were known on that day. */
      as_of?: string;
    };
    response: ScoreHistory;
  };
  /**
   * Search carriers by name, DBA, USDOT number, docket, city or state. Matches the beginning of words; a word that
   * no carrier has matches the most similar words. 20 carriers per page, at most 1000 in all.
   */
  searchCarriers: {
    query: {
      /** Name, DBA, USDOT number, docket, city or state. */
      query: string;
      page?: number;
    };
    response: CarrierList;
  };
  /**
   * Explain the safety scores of a carrier. Returns the inspections, violations, weights and peer group behind
   * each measure and percentile and, with `without`, the scores if those violations were removed. Percentiles of
   * property carriers, Hazardous Materials, Crash Indicator and ISS are our own calculation: FMCSA does not
   * publish them.
   */
  explainScores: {
    path: { usdot_number: number };
    query?: {
      basic?:
        | 'unsafe_driving'
        | 'hours_of_service'
        | 'driver_fitness'
        | 'controlled_substances'
        | 'vehicle_maintenance'
        | 'hazmat_related'
        | 'crash_indicator'
        | 'vehicle_maintenance_driver_observed';
      method?: 'current' | 'preview';
      /** Violation ids separated by commas: returns the scores without these violations. */
      without?: string;
      /** false: the lists in `events` are empty, which is much faster for a carrier with many violations. Default true. */
      events?: boolean;
    };
    response: ScoreExplanation;
  };
  /**
   * List your organization's decisions and notes on a carrier, newest first. `current` is the newest entry with a
   * decision.
   */
  listCarrierDecisions: {
    path: { usdot_number: string };
    query?: { page?: number; page_size?: number };
    response: CarrierDecisions;
  };
  /**
   * Decide whether a carrier is used, or write a note about it. Entries are kept with the person and the time. A
   * decision is for people: it changes neither the verdict nor the vetting rules, whose allow and block lists are
   * `PUT /vetting/carriers/{usdot_number}`.
   */
  createCarrierDecision: { path: { usdot_number: string }; body: CreateCarrierDecision; response: CarrierDecision };
  /** Delete a decision or note on a carrier. */
  deleteCarrierDecision: { path: { usdot_number: string; decision_id: string }; response: undefined };
  /**
   * Download the verdict on a carrier as one page. A PDF with the verdict, your organization's decision, the
   * reasons with their evidence, the key figures, and the days of the loaded files.
   */
  getCarrierSummary: { path: { usdot_number: string }; response: Blob };
  /**
   * Get the record, the equipment and the sightings of carriers. The record is that of carrier observations.
   * Sightings are counted by day and ZIP code. A carrier that nobody knows is in the response without a record.
   */
  getBrokerProfiles: {
    query?: {
      /** One USDOT number, or up to 50: separated by commas, or the parameter repeated. */
      usdot_number?: string;
      /** The same; with both parameters, all of their carriers. */
      usdot_numbers?: string;
      /** First day, YYYY-MM-DD, UTC, at most 3 years ago; by default a year before the last. */
      start_date?: string;
      /** Last day, YYYY-MM-DD, UTC; by default today. */
      end_date?: string;
    };
    response: BrokerProfiles;
  };
  /**
   * Find carriers near an origin, near a destination, or on the lane between them. From sightings, inspections and
   * crashes of the last 90 days, which are counted within 10 seconds. The score has three parts: lane, equipment
   * and company. `explain=true` shows them, and with `usdot_number` why a carrier is missing.
   */
  getCarrierRecommendations: {
    query?: {
      /** City of the origin, in any usual spelling. */
      origin_city?: string;
      /** State or province of the origin: its name or its code. */
      origin_state?: string;
      /** City of the destination, in any usual spelling. */
      destination_city?: string;
      /** State or province of the destination: its name or its code. */
      destination_state?: string;
      /** Miles around the origin. */
      origin_radius?: number;
      /** Miles around the destination. */
      destination_radius?: number;
      /** Lowest score, from 0 to 1 or from 0 to 100: if one of both bounds is above 1, both are from 0 to 100. */
      carrier_score_min?: number;
      /** Highest score, on the same scale. By default 1, which is 100 of 100. */
      carrier_score_max?: number;
      /** Fewest power units. */
      fleet_size_min?: number;
      /** Most power units. */
      fleet_size_max?: number;
      /** Carriers that registered one of these kinds of cargo: names of FMCSA's list, separated by `|`. */
      carried_cargo?: string;
      /**
       * Carriers that were seen near the ends with one of these types, separated by `|`. The case of letters counts. A
       * type includes its subtypes, so `van` also finds `reefer`.
       */
      equipment_types?: string;
      /** Only carriers on the allow list of your organization, or at which it has contacts of its own. */
      preferred_carriers?: boolean;
      /** Adds the positions of the last 12 hours. It requires the role `realtime-api`. */
      real_time?: boolean;
      /** Only carriers that registered tractors and no trailers. */
      power_only?: boolean;
      /** Only carriers that also have an active authority as a broker. */
      broker_authority?: boolean;
      /** Only carriers that run from the destination to the origin more often than the other way. It needs both ends. */
      is_possible_backhaul?: boolean;
      /** Fewest months for which a common or contract authority has been active. 0: none is required. */
      auth_months_min?: number;
      /** Adds how each score came about. */
      explain?: boolean;
      /** With `explain=true`: whether this carrier is recommended, and if not, why. */
      usdot_number?: string;
    };
    response: CarrierRecommendations;
  };
  /**
   * Get the contacts of carriers. Your organization's own contacts, what the carrier can be reached by, and the
   * contact in the federal census as registered. Changes nothing.
   */
  searchCarrierContacts: { body: CarrierContactsRequest; response: CarrierContacts };
  /**
   * Add a contact at a carrier. A contact needs a name, a phone number or an email address. Only your organization
   * sees it.
   */
  createOnboardedContact: { body: CreateContact; response: OnboardedContact };
  /** List the organization's contacts at carriers, newest first. */
  listOnboardedContacts: {
    query?: {
      page?: number;
      page_size?: number;
      /** Only contacts at this carrier, or at these: up to 50 USDOT numbers separated by commas. */
      usdot_number?: string;
    };
    response: OnboardedContacts;
  };
  /**
   * Change a contact. Changes the supplied fields; null or an empty text clears one. `usdot` cannot be changed and
   * is rejected.
   */
  updateOnboardedContact: { path: { contact_id: string }; body: UpdateContact; response: OnboardedContact };
  /** Delete a contact. */
  deleteOnboardedContact: { path: { contact_id: string }; response: DeletedContact };
  /**
   * Add several contacts at carriers. Stores the valid ones together, and reports the others with their position.
   * If none is valid, or a quota is reached, nothing is stored.
   */
  createOnboardedContacts: { body: CreateContacts; response: CreatedContacts };
  /** Delete several contacts. Deletes all of them, or none if one does not exist or belongs to another customer. */
  deleteOnboardedContacts: { body: DeleteContacts; response: DeletedContacts };
  /**
   * Find facilities, with their lanes. Those that your organization imported, and the shippers that federal files
   * name (`place_category`: Shipper in inspections, Registered shipper). By name, address, ZIP code, web address,
   * city and state, or around a point; all criteria must hold. Lanes come from vehicles that were seen within 5
   * miles of the facility in the last 90 days: where they had been seen before, and were seen next. Insurance
   * organizations and administrators of the operator get the lanes that all cameras saw, other organizations those
   * of their own cameras.
   */
  findFacilities: {
    query?: {
      /** Part of the name, in upper or lower case. */
      name?: string;
      /** Part of the address. */
      address?: string;
      /** Around the center of this ZIP code. */
      zip_code?: string;
      /** With `state`: around this city. Without: facilities in a city of this name. */
      city?: string;
      /** With `city`: around this city. Without: facilities in this state. */
      state?: string;
      /** Part of the web address: a host name with its top-level domain. A path is ignored. */
      website_domain?: string;
      /** Around this point: latitude and longitude with a comma between them. */
      location?: string;
      /**
       * Miles around `location`, `zip_code`, or `city` and `state`. If several are given, the first in this order
       * counts.
       */
      radius?: number;
      /** Only this lot size, as it was imported. */
      lot_size_category?: string;
      /** Only these categories, separated by `|`. */
      facility_type?: string;
      /** Only facilities with, or without, drayage. */
      intermodal_drayage?: string;
      /** At most so many facilities on all pages. */
      limit?: number;
      /** Adds `inbound_lanes` and `outbound_lanes`. */
      include_lanes?: boolean;
      /** Lanes of each direction. */
      top_n?: number;
      /** Only lanes of at least so many miles. */
      min_distance?: number;
      /** Only lanes in this direction of the facility. */
      direction?: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
      /** Each word of `name` may be in the name or in the address. One page, without cursors. */
      smart_search?: boolean;
      /** From the header `Link` of the page before. */
      cursor?: string;
    };
    response: Facilities;
  };
  /**
   * Import your organization's facilities from a CSV file. The first line names the columns: name, address, city,
   * state, zip, latitude, longitude, category, lot_size, phone, website, hours, equipment, intermodal_drayage.
   * `name` is required, and coordinates, a ZIP code, or a city and its state. At most 20000 lines. A facility with
   * the same name and address is changed and keeps its id. With one bad line nothing is stored, and every bad line
   * is reported.
   */
  importFacilities: {
    query?: {
      /** true: facilities that are not in the file are deleted. */
      replace?: boolean;
    };
    body: string;
    response: ImportedFacilities;
  };
  /**
   * Get the lanes of a facility as GeoJSON. The facility, a line for each of the 50 largest lanes of each
   * direction, and the H3 cells of their other ends. Lanes come from vehicles that were seen within 5 miles of the
   * facility in the last 90 days: where they had been seen before, and were seen next. Insurance organizations and
   * administrators of the operator get the lanes that all cameras saw, other organizations those of their own
   * cameras.
   */
  getFacilityNetworkMap: { path: { facility_id: string }; response: NetworkMap };
  /** Find facilities at both ends of a lane. At most 1000 at each end, the nearest first. */
  findShippersOfLane: {
    query: {
      /** Latitude of the origin. */
      origin_lat: number;
      /** Longitude of the origin. */
      origin_lon: number;
      /** Latitude of the destination. */
      destination_lat: number;
      /** Longitude of the destination. */
      destination_lon: number;
      /** Miles around the origin. */
      origin_radius: number;
      /** Miles around the destination. */
      destination_radius: number;
    };
    response: ShipperLanes;
  };
  /**
   * Watch for trucks that show a number together with the number, name or logo of someone else. One observation
   * for each number and each pair. Notifications are those of hot alerts: every webhook of the organization, and
   * an email to the user who created it.
   */
  createMismatchObservations: { body: CreateMismatches; response: CreatedMismatches };
  /** List the organization's mismatch observations, newest first. */
  listMismatchObservations: { query?: { page?: number; page_size?: number }; response: MismatchObservations };
  /**
   * Change or disable a mismatch observation. Changes the supplied fields; null or an empty text clears one. One
   * of the two numbers must be left.
   */
  updateMismatchObservation: { path: { observation_id: string }; body: UpdateMismatch; response: MismatchObservation };
  /** Delete a mismatch observation and its matches. */
  deleteMismatchObservation: { path: { observation_id: string }; response: undefined };
  /**
   * Make a link with which a carrier sees what you hold about it. The carrier sees what your rules find, why, and
   * what would clear it, and can object.
   */
  createCarrierLink: { body: CreateCarrierLink; response: CreatedCarrierLink };
  /** List the links for carriers, newest first. */
  listCarrierLinks: { query?: { usdot_number?: string; page?: number; page_size?: number }; response: CarrierLinks };
  /** Revoke a link for a carrier. Objections that were sent with it stay. */
  revokeCarrierLink: { path: { link_id: string }; response: undefined };
  /** List the objections of carriers, newest first. */
  listObjections: {
    query?: {
      usdot_number?: string;
      state?: 'open' | 'accepted' | 'rejected';
      page?: number;
      page_size?: number;
    };
    response: Objections;
  };
  /** Download the file of an objection. */
  getObjectionFile: { path: { objection_id: string }; response: Blob };
  /**
   * Accept or reject an objection. An accepted objection clears what it is about, or removes the carrier from the
   * block list. The carrier is checked again, and the check is kept. A later decision replaces an earlier one.
   */
  decideObjection: { path: { objection_id: string }; body: DecideObjection; response: DecidedObjection };
  /**
   * Show a carrier what an organization holds about it. For the holder of a link. At most 120 requests an hour
   * with one link.
   */
  viewHeld: { body: ViewHeld; response: HeldAbout };
  /**
   * Object to what an organization holds about a carrier. For the holder of a link. At most 20 objections with one
   * link.
   */
  createObjection: { body: CreateObjection; response: SentObjection };
  /**
   * Check carriers against your organization's vetting rules. One carrier (`usdot_number`) gives `rules` and
   * `rule_status`; up to 50 (`usdot_numbers`) give `results`. Nothing is kept: `POST /checks` keeps a check.
   */
  listComplianceRules: {
    query?: {
      /** One USDOT number. Ignored if `usdot_numbers` is sent. */
      usdot_number?: string;
      /** Up to 50 USDOT numbers, separated by commas. */
      usdot_numbers?: string;
    };
    response: ComplianceRules;
  };
  /** List your organization's vetting rules. */
  listCustomerComplianceRules: { response: CustomerComplianceRules };
  /**
   * Change a vetting rule. Enables or disables a rule, or changes parameters. Parameters that are not named stay
   * as they are. Checks that were kept do not change.
   */
  updateCustomerComplianceRule: { path: { customer_rule_id: string }; body: UpdateComplianceRule; response: UpdatedComplianceRule };
  /** List the carriers on your organization's allow and block lists. */
  listListedCarriers: {
    query?: { list?: 'allow' | 'block'; page?: number; page_size?: number };
    response: ListedCarriers;
  };
  /**
   * Put a carrier on the allow or the block list. A carrier is on one list at most. The rules `Own block list` and
   * `Own allow list` say what it means.
   */
  putListedCarrier: { path: { usdot_number: string }; body: PutListedCarrier; response: ListedCarrier };
  /** Remove a carrier from its list. */
  deleteListedCarrier: { path: { usdot_number: string }; response: undefined };
  /**
   * Check carriers and keep the checks. Each carrier is checked against the vetting rules. The check is kept with
   * a signed vetting file: the rules, every row that decided, and the result.
   */
  createChecks: { body: CreateChecks; response: CreatedChecks };
  /** List your organization's checks, newest first. */
  listChecks: {
    query?: {
      usdot_number?: string;
      reference?: string;
      result?: 'PASS' | 'REVIEW' | 'FAIL' | 'INCOMPLETE';
      page?: number;
      page_size?: number;
    };
    response: Checks;
  };
  /** Get a check. */
  getCheck: { path: { check_id: string }; response: Check };
  /**
   * Download the vetting file of a check. The signed file, with the same bytes every time. `milepost verify-file`
   * checks it offline.
   */
  getVettingFile: { path: { check_id: string }; response: Blob };
  /**
   * Verify the vetting file of a check, and decide again from its rows. What `milepost verify-file` does offline,
   * done by the service.
   */
  verifyCheck: { path: { check_id: string }; response: CheckVerification };
  /** List the public keys that sign vetting files. */
  listPublishedKeys: { response: PublishedKeys };
  /**
   * Create a watchlist. A list of carriers, and what to be told of. Events are in `GET /watchlist-events`, and are
   * sent to webhooks that subscribed to `watchlist.changes_found`.
   */
  createWatchlist: { body: CreateWatchlist; response: Watchlist };
  /** List the organization's watchlists, newest first. */
  listWatchlists: {
    query?: {
      /** Only lists with this carrier. */
      usdot_number?: string;
      /** `next_cursor` of the page before. */
      cursor?: string;
      page_size?: number;
    };
    response: Watchlists;
  };
  /** Get a watchlist. */
  getWatchlist: { path: { watchlist_id: string }; response: Watchlist };
  /**
   * Rename a watchlist, or change what it tells of. Changes the supplied fields. For a kind that is added, what is
   * known now is the start: it is not told.
   */
  updateWatchlist: { path: { watchlist_id: string }; body: UpdateWatchlist; response: Watchlist };
  /** Delete a watchlist. Its events stay. */
  deleteWatchlist: { path: { watchlist_id: string }; response: undefined };
  /** List the carriers on a watchlist, by USDOT number. */
  listWatchedCarriers: {
    path: { watchlist_id: string };
    query?: {
      /** `next_cursor` of the page before. */
      cursor?: string;
      page_size?: number;
    };
    response: WatchedCarriers;
  };
  /**
   * Add carriers to a watchlist. Up to 500 USDOT numbers. What is known of a new carrier is the start: it is not
   * told.
   */
  addWatchedCarriers: { path: { watchlist_id: string }; body: AddWatchedCarriers; response: AddedWatchedCarriers };
  /** Remove carriers from a watchlist. Up to 500 USDOT numbers. Those that are not on the list are ignored. */
  removeWatchedCarriers: { path: { watchlist_id: string }; body: RemoveWatchedCarriers; response: RemovedWatchedCarriers };
  /**
   * Export the carriers on a watchlist as CSV. The same file can be uploaded with `POST
   * /watchlists/{watchlist_id}/carriers/csv`.
   */
  exportWatchedCarriers: { path: { watchlist_id: string }; response: string };
  /** Remove a carrier from a watchlist. */
  removeWatchedCarrier: { path: { watchlist_id: string; usdot_number: string }; response: undefined };
  /**
   * List the changes of watched carriers, newest first. Each change once, with the lists that told of it. Kept for
   * two years. Without a license for carrier observations, events that tell where or when cameras saw trucks are
   * left out.
   */
  listWatchlistEvents: {
    query?: {
      watchlist_id?: string;
      usdot_number?: string;
      kind?:
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
      /** `next_cursor` of the page before. */
      cursor?: string;
      page_size?: number;
    };
    response: WatchEvents;
  };
  /**
   * Add the carriers of a CSV file to a watchlist. One carrier per line: its USDOT number in the first column, or
   * in the column that a header line calls `usdot_number`, `usdot` or `dot_number`. At most 100,000 lines. Lines
   * that are not understood are reported, each with its number; the others are added together. Without a usable
   * line nothing is stored.
   */
  importWatchedCarriers: { path: { watchlist_id: string }; body: string; response: ImportedWatchedCarriers };
  /** Create an organization. For operators. Returns the first API key, which is not shown again. */
  createOrganization: { body: CreateOrganization; response: NewOrganization };
  /** List the organizations. For operators. */
  listOrganizations: { response: OrganizationList };
  /** Get an organization. */
  getOrganization: { path: { organization_id: number }; response: Organization };
  /** Rename, disable or enable an organization, or change its licenses and email domains. For operators. */
  updateOrganization: { path: { organization_id: number }; body: UpdateOrganization; response: Organization };
  /**
   * Require single sign-on or one-time codes. Applies to people, not to service users. Single sign-on can be
   * required after an administrator has signed in with it. Requiring it ends the sessions of all people.
   */
  updateSignInRules: { path: { organization_id: number }; body: UpdateSignInRules; response: Organization };
  /** List the users of an organization. */
  listUsers: { path: { organization_id: number }; response: UserList };
  /**
   * Create a service user. For programs. A service user signs in at `POST /auth/token` with an API key and its
   * password, is exempt from single sign-on and one-time codes, and cannot be an administrator. People are invited
   * instead.
   */
  createServiceUser: { path: { organization_id: number }; body: CreateServiceUser; response: NewServiceUser };
  /** Get a user. */
  getUser: { path: { user_id: number }; response: User };
  /**
   * Change the roles of a user, or disable or enable it. Effective immediately: open event streams end. An
   * organization always keeps an enabled administrator.
   */
  updateUser: { path: { user_id: number }; body: UpdateUser; response: User };
  /** Revoke all tokens of a user. */
  revokeUserTokens: { path: { user_id: number }; response: User };
  /** Remove the one-time codes of a user who lost the device. All tokens of the user are revoked. */
  resetUserTotp: { path: { user_id: number }; response: User };
  /**
   * Send a user a link for a new password. The link is only in the email. It can be used once within an hour, and
   * the current password works until then.
   */
  resetUserPassword: { path: { user_id: number }; response: User };
  /**
   * Invite a person by email. Sends a link that can be used once within 7 days, and returns it. It replaces an
   * earlier invitation of the same address.
   */
  createInvitation: { path: { organization_id: number }; body: CreateInvitation; response: NewInvitation };
  /** List the invitations of an organization. */
  listInvitations: { path: { organization_id: number }; response: InvitationList };
  /** Revoke an invitation. An invitation that was accepted stays as it is. */
  revokeInvitation: { path: { invitation_id: number }; response: Invitation };
  /** Create an API key. */
  createApiKey: { path: { organization_id: number }; body: CreateApiKey; response: NewApiKey };
  /** List the API keys of an organization. */
  listApiKeys: { path: { organization_id: number }; response: ApiKeyList };
  /** Revoke an API key. Effective immediately. */
  revokeApiKey: { path: { organization_id: number; api_key_id: number }; response: ApiKey };
  /** Get the connection to an organization's identity provider. */
  getSsoConnection: { path: { organization_id: number }; response: SsoConnection };
  /**
   * Set the connection to an organization's identity provider. Replaces all settings. The issuer is contacted and
   * must publish a valid OpenID Connect configuration. The operator assigns the email domains.
   */
  setSsoConnection: { path: { organization_id: number }; body: SetSsoConnection; response: SsoConnection };
  /** Remove the connection to an organization's identity provider. */
  removeSsoConnection: { path: { organization_id: number }; response: Done };
  /**
   * List the entries of the audit log, newest first. Sign-ins, changes, and requests that showed plates or VINs,
   * of your organization; for the operator, of all organizations. Requests that only showed something are left out
   * unless you send `reads=true` or filter by action, kind of object, plate or VIN. A filter by plate or VIN also
   * finds the requests whose response contained it.
   */
  listAuditEntries: {
    query?: {
      /** Only for the operator, who sees all organizations without it. */
      organization_id?: number;
      /** An email address, or the name of the user of a command. */
      actor?: string;
      /** An action, or a prefix that ends with a dot: `alert.` */
      action?: string;
      object_kind?: string;
      object_id?: string;
      /** Whether requests that only showed something are listed, too. */
      reads?: boolean;
      /** The first moment. */
      from?: string;
      /** The first moment after the last entry. */
      to?: string;
      /** Requests that named or returned this plate. Compared by its keyed hash. */
      plate?: string;
      /** The same for a VIN. */
      vin?: string;
      /** Entries before this id. */
      before?: number;
      page_size?: number;
    };
    response: AuditEntries;
  };
  /**
   * Check the newest seals of the audit log. Recomputes the hashes of the newest 500 seals and of their entries.
   * `milepost audit verify` checks the whole log.
   */
  checkAuditLog: { response: AuditCheck };
  /** Get how long data of your organization is kept, and whether a purpose is required. */
  getPrivacySettings: { response: PrivacySettings };
  /**
   * Change how long data of your organization is kept, and whether a purpose is required. Changes the supplied
   * fields. A shorter retention deletes data within 15 minutes; deleted data cannot be restored.
   */
  updatePrivacySettings: { body: UpdatePrivacySettings; response: PrivacySettings };
  /** Get the privacy settings of an organization. */
  getOrganizationPrivacy: { path: { organization_id: number }; response: PrivacySettings };
  /**
   * Change the privacy settings of an organization. The same as `PATCH /organization/privacy`, for any
   * organization that the caller manages.
   */
  updateOrganizationPrivacy: { path: { organization_id: number }; body: UpdatePrivacySettings; response: PrivacySettings };
  /** Get your organization's quotas and what is used of them. */
  getQuotas: { response: QuotaList };
  /** Get the quotas of an organization. */
  getOrganizationQuotas: { path: { organization_id: number }; response: QuotaList };
  /**
   * Set the quotas of an organization. Replaces all limits: a quota that is missing or null gets its default.
   * Effective immediately in every process, for images within a second. A limit below the current usage deletes
   * nothing.
   */
  setOrganizationQuotas: { path: { organization_id: number }; body: QuotaLimits; response: QuotaList };
  /**
   * List the cameras with their last image and images per day. The cameras of your organization; for the operator,
   * of all organizations. A camera is a `source` that sent an image in the last 30 days. Silent cameras come
   * first.
   */
  listCameras: {
    query?: {
      /** Only for the operator, who sees all cameras without it. */
      organization_id?: number;
      /** A part of the name. */
      source?: string;
      /** true: only silent cameras. */
      silent?: boolean;
      page?: number;
      page_size?: number;
    };
    response: CameraList;
  };
  /**
   * List the cameras with what is wrong with each. Silent cameras, cameras that send the same picture again, wrong
   * clocks, dark or blurred images, and cameras that identify fewer trucks than usual at the same hours of the
   * week. From the counts of each hour, within minutes.
   */
  listCameraHealth: {
    query?: {
      /** Only for the operator, who sees all cameras without it. */
      organization_id?: number;
    };
    response: CameraHealthList;
  };
  /**
   * Show what was read on the images of a camera, hour by hour, and why nothing was read. Hours in UTC in which
   * the camera sent images, oldest first. Every image has one result: an identifier with Medium or High, or the
   * first reason that applies. Images are counted by the hour in which they were received, within minutes; an hour
   * is corrected when its images are read again or erased within 14 days. Hours are kept for 90 days.
   */
  listCameraHours: {
    query: {
      /** The name of the camera. */
      source: string;
      /** Only for the operator. Without it: your organization. */
      organization_id?: number;
      /** The first hour contains this time. Without it: 48 hours before `to`. */
      from?: string;
      /** Hours that begin before this time, at most 31 days after `from`. Without it: now. */
      to?: string;
    };
    response: CameraHours;
  };
  /**
   * List the queues of the background work. For operators. The figures of all worker processes together; rates are
   * at most a minute old.
   */
  listStages: { response: StageList };
  /**
   * Retry the items of a queue that failed for good. For operators. The items get all their attempts again, oldest
   * first, at most 10,000 per request. Images whose file was deleted are left out.
   */
  retryStage: {
    path: {
      /** The name of the queue. */
      stage: 'images' | 'revisits' | 'unmatched_sightings' | 'webhook_deliveries' | 'mails' | 'watched_carriers';
    };
    body: RetryStage;
    response: RetriedStage;
  };
  /**
   * Get the state of the installation: workers, storage, backups and the work of 24 hours. For operators.
   * `milepost backup --verify` checks a backup; its runs are not listed.
   */
  getSystem: { response: SystemState };
  /**
   * List the imports, backups and verifications that were started here, with their progress. For operators. Runs
   * of the command line and of timers are not among them.
   */
  listJobs: { response: JobList };
  /**
   * Start an import, a backup, or the verification of the newest backup. For operators. A worker starts it within
   * seconds and runs the same as `milepost import --download`, `milepost backup` and `milepost backup --verify`,
   * with its own settings: BACKUP_URL must be set, and a folder is one of its machine. One job of a kind at a
   * time. An import ends after 6 hours at the latest, the others after 12.
   */
  startJob: { body: StartJob; response: Job };
  /** List the federal datasets with their current import. For operators. */
  listImports: { response: ImportList };
  /** List the runs of the safety scores. For operators. */
  listScoreRuns: { response: ScoreRunList };
  /** Check that the process is alive. */
  health: { response: Status };
  /** Check that the process is alive and its background work makes progress. */
  liveness: { response: Status };
  /**
   * Check that the process can do its work: database, schema, image store and, in a worker, recognizer. Results
   * are cached for a short time, so that probes do not become load. Without the image store, the API stays ready
   * and reports it in `degraded`.
   */
  readiness: { response: Readiness };
  /** Get Prometheus metrics, from loopback or with the metrics token. */
  metrics: { response: string };
  /** Get the version and the commit of the service, with an API key or an access token. */
  getVersion: { response: Version };
};

export const operations = {
  createToken: { method: 'POST', path: '/auth/token', format: 'json', body: 'json', credentials: ['apiKey'] },
  exchangeToken: { method: 'POST', path: '/auth/token/exchange', format: 'json', body: 'json', credentials: ['apiKey'] },
  whoAmI: { method: 'GET', path: '/auth/me', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  createSession: { method: 'POST', path: '/auth/session', format: 'json', body: 'json', credentials: [] },
  deleteSession: { method: 'DELETE', path: '/auth/session', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listSessions: { method: 'GET', path: '/auth/sessions', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'sessions', paging: null },
  endSession: { method: 'DELETE', path: '/auth/sessions/{session_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  startSso: { method: 'POST', path: '/auth/sso/start', format: 'json', body: 'json', credentials: [] },
  finishSso: { method: 'POST', path: '/auth/sso/finish', format: 'json', body: 'json', credentials: [] },
  acceptInvitation: { method: 'POST', path: '/auth/invitation', format: 'json', body: 'json', credentials: [] },
  logOut: { method: 'POST', path: '/auth/logout', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  logOutEverywhere: { method: 'POST', path: '/auth/logout-all', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  changePassword: { method: 'POST', path: '/auth/password', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  requestPasswordReset: { method: 'POST', path: '/auth/password-reset', format: 'json', body: 'json', credentials: [] },
  resetPassword: { method: 'POST', path: '/auth/password-reset/confirm', format: 'json', body: 'json', credentials: [] },
  getTotp: { method: 'GET', path: '/auth/totp', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  startTotpEnrollment: { method: 'POST', path: '/auth/totp', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  confirmTotpEnrollment: { method: 'POST', path: '/auth/totp/confirm', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  removeTotp: { method: 'POST', path: '/auth/totp/remove', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  createImage: { method: 'POST', path: '/image', format: 'json', body: 'json', credentials: ['apiKey', 'bearer'], idempotent: true },
  listImages: { method: 'GET', path: '/images', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'images', paging: 'before' },
  getImage: { method: 'GET', path: '/images/{image_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getImageContent: { method: 'GET', path: '/images/{image_id}/content', format: 'blob', body: null, credentials: [] },
  getImageThumbnail: { method: 'GET', path: '/images/{image_id}/thumbnail', format: 'blob', body: null, credentials: [] },
  readImageAgain: { method: 'POST', path: '/images/{image_id}/read', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  correctImage: { method: 'POST', path: '/images/{image_id}/correction', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  withdrawCorrection: { method: 'DELETE', path: '/images/{image_id}/correction/{field}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  uploadImage: { method: 'POST', path: '/images/upload', format: 'json', body: 'form', credentials: ['apiKey', 'bearer'], idempotent: true },
  createImages: { method: 'POST', path: '/images/bulk', format: 'lines', body: 'lines', credentials: ['apiKey', 'bearer'] },
  findPlace: { method: 'GET', path: '/places', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  checkDock: { method: 'POST', path: '/dock-check', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  checkDockUpload: { method: 'POST', path: '/dock-check/upload', format: 'json', body: 'form', credentials: ['apiKey', 'accessToken'] },
  listAlerts: { method: 'GET', path: '/alerts', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'alerts', paging: 'page' },
  createAlert: { method: 'POST', path: '/alerts', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listAlertActivity: { method: 'GET', path: '/alerts/activity', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'alerts', paging: 'page' },
  exportAlerts: { method: 'GET', path: '/alerts/export.csv', format: 'text', body: null, credentials: ['apiKey', 'accessToken'] },
  importAlerts: { method: 'POST', path: '/alerts/import', format: 'json', body: 'csv', credentials: ['apiKey', 'accessToken'] },
  listMembers: { method: 'GET', path: '/members', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'members', paging: null },
  listWorkedMatches: { method: 'GET', path: '/matches', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'matches', paging: null },
  exportMatches: { method: 'GET', path: '/matches/export.csv', format: 'text', body: null, credentials: ['apiKey', 'accessToken'] },
  getMatch: { method: 'GET', path: '/matches/{match_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  changeMatch: { method: 'PATCH', path: '/matches/{match_id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listLogos: { method: 'GET', path: '/logos', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: '', paging: null },
  previewAlert: { method: 'POST', path: '/alerts/preview', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  runAlerts: { method: 'POST', path: '/alerts/run', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], idempotent: true },
  getAlert: { method: 'GET', path: '/alerts/{id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  editAlert: { method: 'PATCH', path: '/alerts/{id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  deleteAlert: { method: 'DELETE', path: '/alerts/{id}', format: 'none', body: null, credentials: ['apiKey', 'accessToken'] },
  listMatches: { method: 'GET', path: '/alerts/{id}/matches', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'matches', paging: 'page' },
  createWebhook: { method: 'POST', path: '/alerts/webhook', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listWebhooks: { method: 'GET', path: '/alerts/webhook', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: '', paging: null },
  updateWebhook: { method: 'PATCH', path: '/alerts/webhook/{webhook_id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  getWebhook: { method: 'GET', path: '/alerts/webhook/{webhook_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  deleteWebhook: { method: 'DELETE', path: '/alerts/webhook/{webhook_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getWebhookEvents: { method: 'GET', path: '/alerts/webhook/{webhook_id}/events', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  setWebhookEvents: { method: 'PUT', path: '/alerts/webhook/{webhook_id}/events', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  testWebhook: { method: 'POST', path: '/alerts/webhook/test', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listWebhookStatistics: { method: 'GET', path: '/alerts/webhook/statistics', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'webhooks', paging: 'page' },
  listDeliveries: { method: 'GET', path: '/alerts/webhook/{webhook_id}/deliveries', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'deliveries', paging: 'page' },
  getDelivery: { method: 'GET', path: '/alerts/webhook/{webhook_id}/deliveries/{delivery_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getDeliveryLatency: { method: 'GET', path: '/alerts/webhook/{webhook_id}/latency', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  replayDelivery: { method: 'POST', path: '/alerts/webhook/{webhook_id}/deliveries/{delivery_id}/replay', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], idempotent: true },
  replayDeliveries: { method: 'POST', path: '/alerts/webhook/{webhook_id}/deliveries/replay', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listMails: { method: 'GET', path: '/mails', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'mails', paging: 'page' },
  getMailMessage: { method: 'GET', path: '/mails/{mail_id}/message', format: 'text', body: null, credentials: ['apiKey', 'accessToken'] },
  getRenderedMail: { method: 'GET', path: '/mails/{mail_id}/rendered', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  showUnsubscribe: { method: 'GET', path: '/mail/unsubscribe/{token}', format: 'text', body: null, credentials: [] },
  unsubscribe: { method: 'POST', path: '/mail/unsubscribe/{token}', format: 'json', body: null, credentials: [] },
  showLeaveWatchlist: { method: 'GET', path: '/mail/watchlist/{token}', format: 'text', body: null, credentials: [] },
  leaveWatchlist: { method: 'POST', path: '/mail/watchlist/{token}', format: 'json', body: null, credentials: [] },
  showConfirmRecipient: { method: 'GET', path: '/mail/confirm/{token}', format: 'text', body: null, credentials: [] },
  confirmRecipient: { method: 'POST', path: '/mail/confirm/{token}', format: 'json', body: null, credentials: [] },
  followMatches: { method: 'GET', path: '/events', format: 'events', body: null, credentials: ['apiKey', 'accessToken'] },
  listCarrierObservations: { method: 'GET', path: '/visual_sightings/carrier-observations', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'observations', paging: 'page' },
  listVinObservations: { method: 'GET', path: '/visual_sightings/carrier-observations/vin', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  searchVehicles: { method: 'GET', path: '/vehicles', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'vehicles', paging: null },
  verifyLane: { method: 'GET', path: '/visual_sightings/verify', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  checkLane: { method: 'GET', path: '/carrier/{usdot_number}/lane-check', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  searchSightings: { method: 'GET', path: '/sightings', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'sightings', paging: null },
  findVehicles: { method: 'GET', path: '/sightings/vehicles', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getVehicle: { method: 'GET', path: '/vehicles/{kind}/{value}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  exportSightingsCsv: { method: 'GET', path: '/sightings/export.csv', format: 'text', body: null, credentials: ['apiKey', 'accessToken'] },
  exportSightings: { method: 'GET', path: '/sightings/export.ndjson', format: 'lines', body: null, credentials: ['apiKey', 'accessToken'] },
  createCase: { method: 'POST', path: '/cases', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listCases: { method: 'GET', path: '/cases', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'cases', paging: 'page' },
  getCase: { method: 'GET', path: '/cases/{case_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getCasePack: { method: 'GET', path: '/cases/{case_id}/pack', format: 'blob', body: null, credentials: ['apiKey', 'accessToken'] },
  getCarrierProfile: { method: 'GET', path: '/carrier/profile/fmcsa', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listCarrierProfiles: { method: 'GET', path: '/carrier/profile/fmcsa/batch', format: 'lines', body: null, credentials: ['apiKey', 'accessToken'] },
  getCarrierSignals: { method: 'GET', path: '/carrier/{usdot_number}/signals', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getCarrierVerdict: { method: 'GET', path: '/carrier/{usdot_number}/verdict', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listRelatedCarriers: { method: 'GET', path: '/carrier/{usdot_number}/related', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getCarrierHistory: { method: 'GET', path: '/carrier/{usdot_number}/history', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'changes', paging: 'page' },
  listInsuranceFilings: { method: 'GET', path: '/carrier/{usdot_number}/insurance', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getAuthorityPeriods: { method: 'GET', path: '/carrier/{usdot_number}/authority', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getScoreHistory: { method: 'GET', path: '/carrier/{usdot_number}/scores/history', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  searchCarriers: { method: 'GET', path: '/carriers', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'carriers', paging: 'page' },
  explainScores: { method: 'GET', path: '/carrier/{usdot_number}/scores/explain', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listCarrierDecisions: { method: 'GET', path: '/carrier/{usdot_number}/decisions', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'decisions', paging: 'page' },
  createCarrierDecision: { method: 'POST', path: '/carrier/{usdot_number}/decisions', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  deleteCarrierDecision: { method: 'DELETE', path: '/carrier/{usdot_number}/decisions/{decision_id}', format: 'none', body: null, credentials: ['apiKey', 'accessToken'] },
  getCarrierSummary: { method: 'GET', path: '/carrier/{usdot_number}/summary', format: 'blob', body: null, credentials: ['apiKey', 'accessToken'] },
  getBrokerProfiles: { method: 'GET', path: '/carrier/profile', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getCarrierRecommendations: { method: 'GET', path: '/carrier/recommendations', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  searchCarrierContacts: { method: 'POST', path: '/carrier/contacts', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  createOnboardedContact: { method: 'POST', path: '/onboarded-carrier/contacts', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listOnboardedContacts: { method: 'GET', path: '/onboarded-carrier/contacts', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'contacts', paging: 'page' },
  updateOnboardedContact: { method: 'PATCH', path: '/onboarded-carrier/contacts/{contact_id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  deleteOnboardedContact: { method: 'DELETE', path: '/onboarded-carrier/contacts/{contact_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  createOnboardedContacts: { method: 'POST', path: '/onboarded-carrier/bulk/contacts', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  deleteOnboardedContacts: { method: 'DELETE', path: '/onboarded-carrier/bulk/contacts', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  findFacilities: { method: 'GET', path: '/facilities', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  importFacilities: { method: 'POST', path: '/facilities/import', format: 'json', body: 'csv', credentials: ['apiKey', 'accessToken'] },
  getFacilityNetworkMap: { method: 'GET', path: '/facility/{facility_id}/network-map', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  findShippersOfLane: { method: 'GET', path: '/shipper/lanes', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  createMismatchObservations: { method: 'POST', path: '/mismatch-observations', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listMismatchObservations: { method: 'GET', path: '/mismatch-observations', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'mismatch_observations', paging: 'page' },
  updateMismatchObservation: { method: 'PATCH', path: '/mismatch-observations/{observation_id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  deleteMismatchObservation: { method: 'DELETE', path: '/mismatch-observations/{observation_id}', format: 'none', body: null, credentials: ['apiKey', 'accessToken'] },
  createCarrierLink: { method: 'POST', path: '/carrier-links', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listCarrierLinks: { method: 'GET', path: '/carrier-links', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'links', paging: 'page' },
  revokeCarrierLink: { method: 'DELETE', path: '/carrier-links/{link_id}', format: 'none', body: null, credentials: ['apiKey', 'accessToken'] },
  listObjections: { method: 'GET', path: '/objections', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'objections', paging: 'page' },
  getObjectionFile: { method: 'GET', path: '/objections/{objection_id}/file', format: 'blob', body: null, credentials: ['apiKey', 'accessToken'] },
  decideObjection: { method: 'POST', path: '/objections/{objection_id}/decision', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  viewHeld: { method: 'POST', path: '/carrier-view', format: 'json', body: 'json', credentials: [] },
  createObjection: { method: 'POST', path: '/carrier-view/objections', format: 'json', body: 'json', credentials: [] },
  listComplianceRules: { method: 'GET', path: '/compliance-rules', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listCustomerComplianceRules: { method: 'GET', path: '/customer-compliance-rules', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'rules', paging: null },
  updateCustomerComplianceRule: { method: 'PATCH', path: '/customer-compliance-rules/{customer_rule_id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listListedCarriers: { method: 'GET', path: '/vetting/carriers', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'carriers', paging: 'page' },
  putListedCarrier: { method: 'PUT', path: '/vetting/carriers/{usdot_number}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  deleteListedCarrier: { method: 'DELETE', path: '/vetting/carriers/{usdot_number}', format: 'none', body: null, credentials: ['apiKey', 'accessToken'] },
  createChecks: { method: 'POST', path: '/checks', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listChecks: { method: 'GET', path: '/checks', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'checks', paging: 'page' },
  getCheck: { method: 'GET', path: '/checks/{check_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getVettingFile: { method: 'GET', path: '/checks/{check_id}/file', format: 'blob', body: null, credentials: ['apiKey', 'accessToken'] },
  verifyCheck: { method: 'GET', path: '/checks/{check_id}/verification', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listPublishedKeys: { method: 'GET', path: '/.well-known/milepost-keys', format: 'json', body: null, credentials: [], list: 'keys', paging: null },
  createWatchlist: { method: 'POST', path: '/watchlists', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listWatchlists: { method: 'GET', path: '/watchlists', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'watchlists', paging: null },
  getWatchlist: { method: 'GET', path: '/watchlists/{watchlist_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  updateWatchlist: { method: 'PATCH', path: '/watchlists/{watchlist_id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  deleteWatchlist: { method: 'DELETE', path: '/watchlists/{watchlist_id}', format: 'none', body: null, credentials: ['apiKey', 'accessToken'] },
  listWatchedCarriers: { method: 'GET', path: '/watchlists/{watchlist_id}/carriers', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'carriers', paging: null },
  addWatchedCarriers: { method: 'POST', path: '/watchlists/{watchlist_id}/carriers', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  removeWatchedCarriers: { method: 'DELETE', path: '/watchlists/{watchlist_id}/carriers', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  exportWatchedCarriers: { method: 'GET', path: '/watchlists/{watchlist_id}/carriers.csv', format: 'text', body: null, credentials: ['apiKey', 'accessToken'] },
  removeWatchedCarrier: { method: 'DELETE', path: '/watchlists/{watchlist_id}/carriers/{usdot_number}', format: 'none', body: null, credentials: ['apiKey', 'accessToken'] },
  listWatchlistEvents: { method: 'GET', path: '/watchlist-events', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'events', paging: null },
  importWatchedCarriers: { method: 'POST', path: '/watchlists/{watchlist_id}/carriers/csv', format: 'json', body: 'csv', credentials: ['apiKey', 'accessToken'], idempotent: true },
  createOrganization: { method: 'POST', path: '/admin/organizations', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listOrganizations: { method: 'GET', path: '/admin/organizations', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'organizations', paging: null },
  getOrganization: { method: 'GET', path: '/admin/organizations/{organization_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  updateOrganization: { method: 'PATCH', path: '/admin/organizations/{organization_id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  updateSignInRules: { method: 'PATCH', path: '/admin/organizations/{organization_id}/sign-in', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listUsers: { method: 'GET', path: '/admin/organizations/{organization_id}/users', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'users', paging: null },
  createServiceUser: { method: 'POST', path: '/admin/organizations/{organization_id}/users', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  getUser: { method: 'GET', path: '/admin/users/{user_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  updateUser: { method: 'PATCH', path: '/admin/users/{user_id}', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  revokeUserTokens: { method: 'POST', path: '/admin/users/{user_id}/revoke-tokens', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  resetUserTotp: { method: 'POST', path: '/admin/users/{user_id}/reset-totp', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  resetUserPassword: { method: 'POST', path: '/admin/users/{user_id}/reset-password', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  createInvitation: { method: 'POST', path: '/admin/organizations/{organization_id}/invitations', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listInvitations: { method: 'GET', path: '/admin/organizations/{organization_id}/invitations', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'invitations', paging: null },
  revokeInvitation: { method: 'DELETE', path: '/admin/invitations/{invitation_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  createApiKey: { method: 'POST', path: '/admin/organizations/{organization_id}/keys', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listApiKeys: { method: 'GET', path: '/admin/organizations/{organization_id}/keys', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'api_keys', paging: null },
  revokeApiKey: { method: 'DELETE', path: '/admin/organizations/{organization_id}/keys/{api_key_id}', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getSsoConnection: { method: 'GET', path: '/admin/organizations/{organization_id}/sso', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  setSsoConnection: { method: 'POST', path: '/admin/organizations/{organization_id}/sso', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  removeSsoConnection: { method: 'DELETE', path: '/admin/organizations/{organization_id}/sso', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listAuditEntries: { method: 'GET', path: '/audit', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'entries', paging: 'before' },
  checkAuditLog: { method: 'POST', path: '/audit/check', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getPrivacySettings: { method: 'GET', path: '/organization/privacy', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  updatePrivacySettings: { method: 'PATCH', path: '/organization/privacy', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  getOrganizationPrivacy: { method: 'GET', path: '/admin/organizations/{organization_id}/privacy', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  updateOrganizationPrivacy: { method: 'PATCH', path: '/admin/organizations/{organization_id}/privacy', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  getQuotas: { method: 'GET', path: '/quotas', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  getOrganizationQuotas: { method: 'GET', path: '/admin/organizations/{organization_id}/quotas', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  setOrganizationQuotas: { method: 'PUT', path: '/admin/organizations/{organization_id}/quotas', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  listCameras: { method: 'GET', path: '/admin/cameras', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'cameras', paging: 'page' },
  listCameraHealth: { method: 'GET', path: '/admin/cameras/health', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'cameras', paging: null },
  listCameraHours: { method: 'GET', path: '/admin/cameras/hours', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'hours', paging: null },
  listStages: { method: 'GET', path: '/admin/stages', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'stages', paging: null },
  retryStage: { method: 'POST', path: '/admin/stages/{stage}/retry', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'] },
  getSystem: { method: 'GET', path: '/admin/system', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listJobs: { method: 'GET', path: '/admin/jobs', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  startJob: { method: 'POST', path: '/admin/jobs', format: 'json', body: 'json', credentials: ['apiKey', 'accessToken'], idempotent: true },
  listImports: { method: 'GET', path: '/admin/imports', format: 'json', body: null, credentials: ['apiKey', 'accessToken'] },
  listScoreRuns: { method: 'GET', path: '/admin/score-runs', format: 'json', body: null, credentials: ['apiKey', 'accessToken'], list: 'runs', paging: null },
  health: { method: 'GET', path: '/healthz', format: 'json', body: null, credentials: [] },
  liveness: { method: 'GET', path: '/livez', format: 'json', body: null, credentials: [] },
  readiness: { method: 'GET', path: '/readyz', format: 'json', body: null, credentials: [] },
  metrics: { method: 'GET', path: '/metrics', format: 'text', body: null, credentials: [] },
  getVersion: { method: 'GET', path: '/version', format: 'json', body: null, credentials: ['apiKey'] },
} as const;
