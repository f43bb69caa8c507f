// Written by npm run generate from openapi.json; do not edit.
export interface paths {
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange an email and password for tokens
         * @description Send the values in the JSON body, as they are. At most 10 requests a minute for one account from one address, and 60 an hour for one account.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whose token this is and what it opens */
        get: operations["whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in a picture by its URL
         * @description The picture is downloaded before the answer is sent: 200 means that it is stored and will be read. The same picture from the same source and time is the same image; sending it again is safe.
         */
        post: operations["createImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's pictures, newest first
         * @description Those that are still kept, by the time at which they were handed in.
         */
        get: operations["listImages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{image_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of a picture
         * @description Only for users of the organization that handed it in. `readings` is what was read on this picture, `sighting` what it came to together with other pictures of the same truck; both are null until the picture has been recognized.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{image_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The picture behind a signed link
         * @description Follow `image_url` as it is; it needs no header and opens until it expires.
         */
        get: operations["getImageContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The trailer logos an alert may name */
        get: operations["listLogos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One's own alerts, or the company's, newest first
         * @description The company's with `external-api-get-all-company-alerts` or `admin`, one's own with `external-api-get-alerts-endpoint`.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Create an alert
         * @description It matches the sightings that fulfil all criteria given; without any it matches nothing. `notification_channels` is `["email"]` unless given. Unknown keys are passed over.
         */
        post: operations["createAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What criteria would have matched in the last 30 days
         * @description Answers within a second: it counts to 10,000, and says how far back it came.
         */
        post: operations["previewAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fire all of one's own active alerts now
         * @description Whatever the hour, cooldown or cap; an alert without new matches stays silent.
         */
        post: operations["runAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One alert */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        /** Delete an alert and what it matched */
        delete: operations["deleteAlert"];
        options?: never;
        head?: never;
        /**
         * Change an alert
         * @description Only what is given changes; null takes a criterion away. The address cannot be changed. Unknown keys are refused.
         */
        patch: operations["editAlert"];
        trace?: never;
    };
    "/alerts/{id}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an alert matched, newest first, with its deliveries */
        get: operations["listMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization's webhooks, newest first */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a URL that is told of every match
         * @description It receives the matches of all of the organization's active alerts, existing and new. Without a secret one is generated; it is never shown, so set one of your own (also later, by PATCH) to verify signatures.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/webhook/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook with its deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Only what is supplied changes; null counts as not supplied, but clears the description. For 24 hours after a new secret, notifications are signed with both. Enabling sends what was held meanwhile.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/alerts/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event and see what the receiver answers
         * @description The event is `alert.test`, signed like any other. It is sent once, also to a disabled webhook.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/webhook/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook, with every attempt, newest first
         * @description Kept for 30 days.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/webhook/{webhook_id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery once more
         * @description The same bytes under the same `webhook-id`, whatever became of it before; the retries begin anew. One of a disabled webhook is held until that is enabled.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's mails, newest first
         * @description Kept for 30 days. Without a mail server each is kept as a file instead of being sent.
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails/{mail_id}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A mail as it goes over the wire */
        get: operations["getMailMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Matches as they are found, as server-sent events
         * @description Each event is named `match`, its id is `match_id`, its data `{match_id, alert_id, alert_name, matched_at, sighting}`. Send the last id in `Last-Event-ID` to go on without a gap. A line of comment comes every 15 seconds; after 15 minutes the stream ends, and a client connects anew.
         */
        get: operations["followMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visual_sightings/carrier-observations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sightings, crashes, inspections and the record of carriers
         * @description Newest first, with an exact total. For a list of carriers, page and page size apply to each one’s own list. At most two calls at a time.
         */
        get: operations["listCarrierObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visual_sightings/carrier-observations/vin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sightings, crashes and inspections of vehicles, by VIN
         * @description Whichever carrier they were seen under, newest first. At most two calls at a time.
         */
        get: operations["listVinObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visual_sightings/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Was this carrier seen near an origin and a destination?
         * @description Within 150 miles of each, in the last 90 days. At most two calls at a time.
         */
        get: operations["verifyLane"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/carrier/profile/fmcsa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Safety, authority, insurance, violations, crashes and fleet of one carrier
         * @description Sections are resolved independently and at the same time. One that failed, was late or is withheld is null, with its reason in `errors`; the status stays 200.
         */
        get: operations["getCarrierProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/carrier/profile/fmcsa/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Profiles of several carriers, one a line
         * @description NDJSON, in the order asked for; each line is sent as soon as it is known. Without `vin_details`.
         */
        get: operations["listCarrierProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/carrier/{usdot_number}/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Facts about a carrier that stand out, with the rows that show them
         * @description Sightings of the last 365 days. A signal that does not hold is left out. What they mean is for the reader to judge.
         */
        get: operations["getCarrierSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find carriers by name, DBA, USDOT number, docket, city or state
         * @description Words are found by their beginning; a word that no carrier has, by the words most like it. 20 carriers a page, and at most 1000 in all: a search that finds more needs another word.
         */
        get: operations["searchCarriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/carrier/{usdot_number}/scores/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is behind a carrier's safety scores
         * @description The inspections, violations, weights and peer group that give each measure and percentile, and, with `without`, what both would be if those violations were removed. Percentiles of property carriers, Hazardous Materials, Crash Indicator and ISS are our own calculation: FMCSA does not publish them.
         */
        get: operations["explainScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the process alive */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Can it serve: database reached, schema current */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prometheus metrics, from loopback or with the metrics token */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page with a button that ends the mails of an alert to an address */
        get: operations["showUnsubscribe"];
        put?: never;
        /**
         * End the mails of an alert to an address, in one click
         * @description Follow the link in `List-Unsubscribe` as it is; it needs no header and no body.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alert.matches_found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert fired: all its new matches (at most 500, or 1 MiB, in one request).
         * @description Signed with the webhook's secret: `X-GenLogs-Signature: sha512=<hex of HMAC-SHA512 over the raw body>` (once more with the
         *     previous secret for 24 hours after a change), and the headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`).
         *     Answer with any 2xx within 15 seconds.
         */
        post: operations["matchesFound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent by `POST /alerts/webhook/test`.
         * @description Signed with the webhook's secret: `X-GenLogs-Signature: sha512=<hex of HMAC-SHA512 over the raw body>` (once more with the
         *     previous secret for 24 hours after a change), and the headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`).
         *     Answer with any 2xx within 15 seconds.
         */
        post: operations["testEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example demo@milepost.example
                     */
                    email: string;
                    /** Format: password */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The token pair. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token_data: {
                            token: string;
                            /** Format: date-time */
                            expires: string;
                        };
                        /** @description Issued, but not usable at present. */
                        refresh_token_data: {
                            token: string;
                            /** Format: date-time */
                            expires: string;
                        };
                        user_id: number;
                        company_id: number | null;
                        customer_name: string | null;
                    };
                };
            };
            /** @description Credentials in the query (`error`), or `email` or `password` missing (`detail`). */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    } | {
                        error: string;
                    };
                };
            };
            /** @description The credentials cannot be validated. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description API key missing or invalid. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is not JSON by its type. */
            415: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The password is empty (text), or the email or the JSON is not valid (list). */
            422: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string | {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Too many token requests. */
            429: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: number;
                        email: string;
                        roles: ("admin" | "image-ingest-endpoint" | "create-alert-endpoint" | "edit-alert-endpoint" | "external-api-get-alerts-endpoint" | "external-api-get-all-company-alerts" | "run-summary-alert" | "create-alert-webhook-endpoint" | "edit-alert-webhook-endpoint" | "external-api-get-webhook-list" | "external-api-delete-alert-webhook-endpoint" | "test-alert-webhook-endpoint" | "carrier-observations-quality" | "carrier-observations-vin-endpoint" | "external-api-carrier-iss-score" | "external-api-carrier-profile-vin")[];
                        organization_id: number;
                        organization_name: string;
                        organization_kind: string;
                        timezone: string;
                        /** Format: date-time */
                        token_expires: string;
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    createImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Sensor identifier.
                     * @example camera-0815
                     */
                    source: string;
                    /**
                     * Format: uri
                     * @description An http or https URL on a public host: JPEG, PNG or WebP, at most 15 MB and 40 megapixels.
                     * @example https://pictures.example/0815/1.jpg
                     */
                    image_url: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601; UTC when there is no offset. At most 24 hours in the future.
                     */
                    time_captured: string;
                    /** @description In pixels, or in parts of the picture when no value is above 1. */
                    detection_bounding_box: {
                        /** @description Left. */
                        xmin: number;
                        /** @description Top. */
                        ymin: number;
                        /** @description Right. */
                        xmax: number;
                        /** @description Bottom. */
                        ymax: number;
                    };
                    source_location_info: {
                        latitude: number;
                        longitude: number;
                        /**
                         * @description City name.
                         * @example Amarillo
                         */
                        city: string;
                        /**
                         * @description Name or two letters.
                         * @example Texas
                         */
                        state: string;
                        /**
                         * @description Route identifier.
                         * @example I-40
                         */
                        route: string;
                        /**
                         * @description Traffic direction.
                         * @example Westbound
                         */
                        traffic_direction: string;
                    };
                    detection_metadata: {
                        alpr_confidence: number;
                        /**
                         * @description State of the license plate: name or letters.
                         * @example OK
                         */
                        alpr_state: string;
                        plate_number?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The picture is stored. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Image received";
                        /** Format: uuid */
                        image_id: string;
                    };
                };
            };
            /** @description API key or access token missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The token has expired, or the user lacks the role. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is not JSON by its type. */
            415: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Fields are missing, empty or not valid: all of them. */
            422: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Too many downloads at once. */
            429: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The picture could not be downloaded, stored or handed on. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listImages: {
        parameters: {
            query?: {
                /** @description The last image of the page before; without it the newest. */
                before?: string;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of images. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        images: {
                            /** Format: uuid */
                            image_id: string;
                            /** @enum {string} */
                            state: "stored" | "recognized" | "failed";
                            failure_reason: string | null;
                            source: string;
                            /** Format: date-time */
                            time_captured: string;
                            /** Format: date-time */
                            received_at: string;
                            location_city: string;
                            location_state: string;
                            /** @description As it was handed in; empty when it was not. */
                            alpr_plate_number: string;
                        }[];
                        has_more: boolean;
                    };
                };
            };
            /** @description The page is not one. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no image `before`. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                image_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        image_id: string;
                        state: "stored" | "recognized" | "failed";
                        failure_reason: string | null;
                        source: string;
                        /** Format: date-time */
                        time_captured: string;
                        /** Format: date-time */
                        received_at: string;
                        width: number;
                        height: number;
                        /** @example jpeg */
                        format: string;
                        readings: {
                            /** @description Of the picture turned upright. */
                            width: number;
                            height: number;
                            /** @description The box showed no text, so the whole picture was read. */
                            is_whole: boolean;
                            /**
                             * @description Which part of the truck.
                             * @example cab
                             */
                            shows: string;
                            lines: {
                                text: string;
                                confidence: number;
                                /** @description Corners in pixels of the picture turned upright, clockwise from the top left. */
                                quad: number[][];
                            }[];
                            fields: {
                                /** @example usdot_number */
                                field: string;
                                value: string;
                                /** @description The text it was taken from. */
                                raw: string;
                                /** @description How far the reading may be trusted. */
                                score: "High" | "Medium" | "Low" | "N/A";
                                /** @description Places in `lines`. */
                                lines: number[];
                                alternatives: string[];
                            }[];
                        } | null;
                        sighting: {
                            sighting_id: number;
                            /** @example Detection */
                            type: string;
                            source: string;
                            /** Format: date-time */
                            time_captured: string;
                            /** @description All pictures of this sighting. */
                            image_ids: string[];
                            usdot_number: string;
                            mc_number: string;
                            vin: string;
                            cab_number: string;
                            equipment_type: string;
                            equipment_number: string;
                            equipment_logo: string;
                            alpr_plate_number: string;
                            plate_state: string;
                            location_city: string;
                            location_state: string;
                            route: string;
                            latitude: number | null;
                            longitude: number | null;
                            is_usdot_imputed: boolean;
                            is_cab_imputed: boolean;
                            is_mc_imputed: boolean;
                            is_trailer_logo_imputed: boolean;
                            is_vin_imputed: boolean;
                            /** @description How far the reading may be trusted. */
                            usdot_number_ocr_score: "High" | "Medium" | "Low" | "N/A";
                            /** @description How far the reading may be trusted. */
                            mc_number_ocr_score: "High" | "Medium" | "Low" | "N/A";
                            /** @description How far the reading may be trusted. */
                            vin_ocr_score: "High" | "Medium" | "Low" | "N/A";
                            /** @description How far the reading may be trusted. */
                            cab_number_ocr_score: "High" | "Medium" | "Low" | "N/A";
                            /** @description How far the reading may be trusted. */
                            trailer_number_ocr_score: "High" | "Medium" | "Low" | "N/A";
                            /** @description How far the reading may be trusted. */
                            trailer_logo_ocr_score: "High" | "Medium" | "Low" | "N/A";
                            readings: {
                                /** @description Every line of text on all its pictures. */
                                lines: {
                                    text: string;
                                    confidence: number;
                                    /** @description Corners in pixels of the picture turned upright, clockwise from the top left. */
                                    quad: number[][];
                                    /** Format: uuid */
                                    image_id: string;
                                }[];
                                views: {
                                    /** Format: uuid */
                                    image_id: string;
                                    shows: string;
                                    /** Format: date-time */
                                    time_captured: string;
                                }[];
                                usdot_number: {
                                    /** @description As it was read, before it was weighed against carriers that exist. */
                                    read: string;
                                    /** @example confirmed */
                                    outcome: string;
                                    /**
                                     * @example [
                                     *       "name",
                                     *       "docket"
                                     *     ]
                                     */
                                    witnesses: string[];
                                    carrier_name: string | null;
                                };
                                plates: string[];
                                /** @description How sure `alpr_plate_number` is. */
                                plate_confidence?: number;
                                placards: string[];
                                permits: {
                                    kind: string;
                                    value: string;
                                }[];
                                /** @description What was inferred, and the rows it rests on. */
                                imputed: {
                                    /** @example vin */
                                    field: string;
                                    value: string;
                                    /** @example vin-by-plate */
                                    rule: string;
                                    /** @description What the rows say together; one fresh row says 1. */
                                    weight: number;
                                    /** @description The part of the evidence that agrees, up to 1. */
                                    agreement: number;
                                    rows: {
                                        /** @example inspections */
                                        table: string;
                                        key: string;
                                        seen_at: string | null;
                                    }[];
                                }[];
                            };
                        } | null;
                        image_url: string | null;
                        image_url_expires_at: string | null;
                    };
                };
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such image. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    getImageContent: {
        parameters: {
            query: {
                expires: string;
                signature: string;
            };
            header?: never;
            path: {
                image_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is incomplete. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                    "image/png": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                    "image/webp": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description The link is not valid or has expired. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": {
                        detail: string;
                    };
                    "image/png": {
                        detail: string;
                    };
                    "image/webp": {
                        detail: string;
                    };
                };
            };
            /** @description The picture is no longer kept. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": {
                        detail: string;
                    };
                    "image/png": {
                        detail: string;
                    };
                    "image/webp": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": {
                        detail: string;
                    };
                    "image/png": {
                        detail: string;
                    };
                    "image/webp": {
                        detail: string;
                    };
                };
            };
        };
    };
    listLogos: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names in lower case, in order. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alerts. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: {
                            id: number;
                            email: string;
                            cc_emails: string[];
                            /**
                             * @description `normal` daily, `hot` every 15 minutes.
                             * @enum {string}
                             */
                            alert_type: "normal" | "hot";
                            /** @description true = inactive. */
                            disabled: boolean;
                            alert_name: string;
                            notification_channels: ("email" | "webhook")[];
                            /** @description Empty when it is no criterion. */
                            usdot_number: string;
                            /** @description Empty when it is no criterion. */
                            mc_number: string;
                            license_plate: string | null;
                            vin: string | null;
                            cab_number: string | null;
                            equipment_type: string | null;
                            trailer_logo: string | null;
                            trailer_number: string | null;
                            /** @description true = exact match; false = contains. */
                            exact_match_trailer_number: boolean;
                            deep_search: string | null;
                            /** @description true = a whole token or phrase; false = contains. */
                            exact_match_deep_search: boolean;
                            location_state: string | null;
                            location_city: string | null;
                            /** @description Takes 0/O, 1/I/L, 5/S, 8/B and 2/Z for equal in plate, cab and trailer number. */
                            tolerance: boolean;
                            start_date: string | null;
                            end_date: string | null;
                            cooldown_minutes: number | null;
                            daily_cap: number | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description The address that receives the results.
                     */
                    email: string;
                    /**
                     * @description `normal` daily, `hot` every 15 minutes.
                     * @enum {string}
                     */
                    alert_type: "normal" | "hot";
                    /** @description true = inactive. */
                    disabled: boolean;
                    alert_name: string;
                    cc_emails?: string[];
                    notification_channels?: ("email" | "webhook")[];
                    usdot_number?: string | null;
                    mc_number?: string | null;
                    license_plate?: string | null;
                    vin?: string | null;
                    cab_number?: string | null;
                    equipment_type?: string | null;
                    trailer_logo?: string | null;
                    trailer_number?: string | null;
                    /** @description true = exact match; false = contains. */
                    exact_match_trailer_number?: boolean;
                    deep_search?: string | null;
                    /** @description true = a whole token or phrase; false = contains. */
                    exact_match_deep_search?: boolean;
                    /** @description Takes 0/O, 1/I/L, 5/S, 8/B and 2/Z for equal in plate, cab and trailer number. */
                    tolerance?: boolean;
                    cooldown_minutes?: number | null;
                    daily_cap?: number | null;
                };
            };
        };
        responses: {
            /** @description The alert; keep its id to change it. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        cc_emails: string[];
                        /**
                         * @description `normal` daily, `hot` every 15 minutes.
                         * @enum {string}
                         */
                        alert_type: "normal" | "hot";
                        /** @description true = inactive. */
                        disabled: boolean;
                        alert_name: string;
                        notification_channels: ("email" | "webhook")[];
                        /** @description Empty when it is no criterion. */
                        usdot_number: string;
                        /** @description Empty when it is no criterion. */
                        mc_number: string;
                        license_plate: string | null;
                        vin: string | null;
                        cab_number: string | null;
                        equipment_type: string | null;
                        trailer_logo: string | null;
                        trailer_number: string | null;
                        /** @description true = exact match; false = contains. */
                        exact_match_trailer_number: boolean;
                        deep_search: string | null;
                        /** @description true = a whole token or phrase; false = contains. */
                        exact_match_deep_search: boolean;
                        location_state: string | null;
                        location_city: string | null;
                        /** @description Takes 0/O, 1/I/L, 5/S, 8/B and 2/Z for equal in plate, cab and trailer number. */
                        tolerance?: boolean;
                        start_date?: string | null;
                        end_date?: string | null;
                        cooldown_minutes?: number | null;
                        daily_cap?: number | null;
                        /** Format: date-time */
                        created_at?: string;
                    };
                };
            };
            /** @description Fields are missing or not valid: all of them. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is not JSON by its type. */
            415: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    previewAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    usdot_number?: string | null;
                    mc_number?: string | null;
                    license_plate?: string | null;
                    vin?: string | null;
                    cab_number?: string | null;
                    equipment_type?: string | null;
                    trailer_logo?: string | null;
                    trailer_number?: string | null;
                    /** @description true = exact match; false = contains. */
                    exact_match_trailer_number?: boolean;
                    deep_search?: string | null;
                    /** @description true = a whole token or phrase; false = contains. */
                    exact_match_deep_search?: boolean;
                    /** @description Takes 0/O, 1/I/L, 5/S, 8/B and 2/Z for equal in plate, cab and trailer number. */
                    tolerance?: boolean;
                    location_state?: string | null;
                    location_city?: string | null;
                };
            };
        };
        responses: {
            /** @description The preview. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many sightings would have matched. */
                        count: number;
                        /** @description false: there are at least so many; what was seen before `searched_from` was not counted. */
                        is_exact: boolean;
                        /** Format: date-time */
                        searched_from: string;
                        /** @description The newest 10. */
                        newest: {
                            /** @description Empty when it is not known. */
                            usdot_number: string;
                            /** Format: date-time */
                            time_captured: string;
                            alpr_plate_number: string;
                            mc_number: string;
                            vin: string;
                            cab_number: string;
                            equipment_type: string;
                            equipment_number: string;
                            equipment_logo: string;
                            location_city: string;
                            location_state: string;
                            latitude: number | null;
                            longitude: number | null;
                            route: string;
                            source: string;
                        }[];
                        /** @description Readings that match only with `tolerance`, the most frequent 20. */
                        tolerance_adds: {
                            /** @enum {string} */
                            field: "license_plate" | "cab_number" | "trailer_number";
                            reading: string;
                            sightings: number;
                        }[];
                    };
                };
            };
            /** @description Fields are not valid: all of them. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is not JSON by its type. */
            415: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Too many previews at once. */
            429: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    runAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that fired. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fired: {
                            alert_id: number;
                            matches: number;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        cc_emails: string[];
                        /**
                         * @description `normal` daily, `hot` every 15 minutes.
                         * @enum {string}
                         */
                        alert_type: "normal" | "hot";
                        /** @description true = inactive. */
                        disabled: boolean;
                        alert_name: string;
                        notification_channels: ("email" | "webhook")[];
                        /** @description Empty when it is no criterion. */
                        usdot_number: string;
                        /** @description Empty when it is no criterion. */
                        mc_number: string;
                        license_plate: string | null;
                        vin: string | null;
                        cab_number: string | null;
                        equipment_type: string | null;
                        trailer_logo: string | null;
                        trailer_number: string | null;
                        /** @description true = exact match; false = contains. */
                        exact_match_trailer_number: boolean;
                        deep_search: string | null;
                        /** @description true = a whole token or phrase; false = contains. */
                        exact_match_deep_search: boolean;
                        location_state: string | null;
                        location_city: string | null;
                        /** @description Takes 0/O, 1/I/L, 5/S, 8/B and 2/Z for equal in plate, cab and trailer number. */
                        tolerance: boolean;
                        start_date: string | null;
                        end_date: string | null;
                        cooldown_minutes: number | null;
                        daily_cap: number | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description The id is not a number. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such alert. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    deleteAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The id is not a number. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such alert. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    editAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cc_emails?: string[];
                    /**
                     * @description `normal` daily, `hot` every 15 minutes.
                     * @enum {string}
                     */
                    alert_type?: "normal" | "hot";
                    /** @description true = inactive. */
                    disabled?: boolean;
                    alert_name?: string;
                    notification_channels?: ("email" | "webhook")[];
                    usdot_number?: string | null;
                    mc_number?: string | null;
                    license_plate?: string | null;
                    vin?: string | null;
                    cab_number?: string | null;
                    equipment_type?: string | null;
                    trailer_logo?: string | null;
                    trailer_number?: string | null;
                    /** @description true = exact match; false = contains. */
                    exact_match_trailer_number?: boolean;
                    deep_search?: string | null;
                    /** @description true = a whole token or phrase; false = contains. */
                    exact_match_deep_search?: boolean;
                    /** @description Takes 0/O, 1/I/L, 5/S, 8/B and 2/Z for equal in plate, cab and trailer number. */
                    tolerance?: boolean;
                    location_state?: string | null;
                    location_city?: string | null;
                    start_date?: string | null;
                    end_date?: string | null;
                    cooldown_minutes?: number | null;
                    daily_cap?: number | null;
                };
            };
        };
        responses: {
            /** @description The alert as it is now. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        email: string;
                        cc_emails: string[];
                        /**
                         * @description `normal` daily, `hot` every 15 minutes.
                         * @enum {string}
                         */
                        alert_type: "normal" | "hot";
                        /** @description true = inactive. */
                        disabled: boolean;
                        alert_name: string;
                        notification_channels: ("email" | "webhook")[];
                        /** @description Empty when it is no criterion. */
                        usdot_number: string;
                        /** @description Empty when it is no criterion. */
                        mc_number: string;
                        license_plate: string | null;
                        vin: string | null;
                        cab_number: string | null;
                        equipment_type: string | null;
                        trailer_logo: string | null;
                        trailer_number: string | null;
                        /** @description true = exact match; false = contains. */
                        exact_match_trailer_number: boolean;
                        deep_search: string | null;
                        /** @description true = a whole token or phrase; false = contains. */
                        exact_match_deep_search: boolean;
                        location_state: string | null;
                        location_city: string | null;
                        /** @description Takes 0/O, 1/I/L, 5/S, 8/B and 2/Z for equal in plate, cab and trailer number. */
                        tolerance: boolean;
                        start_date: string | null;
                        end_date: string | null;
                        cooldown_minutes: number | null;
                        daily_cap: number | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description Fields are unknown or not valid: all of them. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such alert. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The body is not JSON by its type. */
            415: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listMatches: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of matches, each with the sighting as it stood. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matches: {
                            match_id: number;
                            /** Format: date-time */
                            matched_at: string;
                            /** @description Null while it waits for the next firing. */
                            fired_at: string | null;
                            sighting: {
                                /** @description Empty when it is not known. */
                                usdot_number: string;
                                /** Format: date-time */
                                time_captured: string;
                                alpr_plate_number: string;
                                mc_number: string;
                                vin: string;
                                cab_number: string;
                                equipment_type: string;
                                equipment_number: string;
                                equipment_logo: string;
                                location_city: string;
                                location_state: string;
                                latitude: number | null;
                                longitude: number | null;
                                route: string;
                                source: string;
                            };
                            deliveries: {
                                /** @enum {string} */
                                channel: "email" | "webhook";
                                /** @description The address or URL it goes to. */
                                target: string;
                                /** @example delivered */
                                state: string;
                                attempts: number;
                                delivered_at: string | null;
                            }[];
                        }[];
                        pagination: {
                            page: number;
                            page_size: number;
                            results_returned: number;
                            has_more: boolean;
                            total: number;
                            total_pages: number;
                        };
                    };
                };
            };
            /** @description The id or the page is not valid. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such alert. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uri */
                            webhook_url: string;
                            description: string | null;
                            enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                            disabled_reason: string | null;
                            failing_since: string | null;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An HTTPS URL on a public host; HTTP only in local mode. One that is registered already is refused.
                     * @example https://customer.example/milepost
                     */
                    webhook_url: string;
                    /** @description At least 16 characters; signs every notification. Never returned. */
                    secret?: string | null;
                    /** @description Free text. */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description The webhook, enabled. */
            201: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uri */
                        webhook_url: string;
                        description: string | null;
                        enabled: boolean;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description Parameters are missing or not valid: no HTTPS URL, a secret that is too short, a URL that is registered already. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string | {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such webhook. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An HTTPS URL on a public host; HTTP only in local mode. One that is registered already is refused.
                     * @example https://customer.example/milepost
                     */
                    webhook_url?: string | null;
                    /** @description At least 16 characters; signs every notification. Never returned. */
                    secret?: string | null;
                    /** @description Free text. */
                    description?: string | null;
                    enabled?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uri */
                        webhook_url: string;
                        description: string | null;
                        enabled: boolean;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            /** @description Parameters are missing or not valid: no HTTPS URL, a secret that is too short, a URL that is registered already. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string | {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such webhook. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Left out: every enabled one.
                     */
                    webhook_id?: string | null;
                };
            };
        };
        responses: {
            /** @description What came of it; a receiver that fails is no error of this request. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            /** Format: uuid */
                            webhook_id: string;
                            webhook_url: string;
                            delivered: boolean;
                            status: number | null;
                            duration_ms: number;
                            error: string | null;
                            /** @description The first 16 KB of the answer. */
                            response_body: string;
                        }[];
                    };
                };
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such webhook. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Too many tests at once. */
            429: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            /**
                             * Format: uuid
                             * @description Sent as `webhook-id`.
                             */
                            id: string;
                            alert_id: number;
                            alert_name: string;
                            total_matches: number;
                            /**
                             * @description `held`: until the webhook is enabled again.
                             * @enum {string}
                             */
                            state: "waiting" | "delivered" | "failed" | "held";
                            failure: string | null;
                            /** Format: date-time */
                            created_at: string;
                            next_attempt_at: string | null;
                            attempts: {
                                /** Format: date-time */
                                time: string;
                                status: number | null;
                                duration_ms: number;
                                error: string | null;
                                /** @description The first 16 KB of the answer. */
                                response_body: string;
                            }[];
                        }[];
                        pagination: {
                            page: number;
                            page_size: number;
                            results_returned: number;
                            has_more: boolean;
                            total: number;
                            total_pages: number;
                        };
                    };
                };
            };
            /** @description The id is not a UUID, or the page is not one. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such webhook. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be sent. */
            202: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @enum {string} */
                        state: "waiting";
                    };
                };
            };
            /** @description An id is not a UUID. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such webhook or delivery. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listMails: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mails. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mails: {
                            /** Format: uuid */
                            id: string;
                            address: string;
                            subject: string;
                            /**
                             * @description `kept`: as a file, not sent.
                             * @enum {string}
                             */
                            state: "waiting" | "sent" | "kept" | "failed";
                            failure: string | null;
                            /** Format: date-time */
                            created_at: string;
                            sent_at: string | null;
                        }[];
                        /** @description True where no mail server is set. */
                        kept_as_files: boolean;
                        pagination: {
                            page: number;
                            page_size: number;
                            results_returned: number;
                            has_more: boolean;
                            total: number;
                            total_pages: number;
                        };
                    };
                };
            };
            /** @description The page is not one. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    getMailMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mail_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An .eml file. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": string;
                };
            };
            /** @description The id is not a UUID. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description There is no such mail. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    followMatches: {
        parameters: {
            query?: never;
            header?: {
                /** @description Goes on after this event; left out: from now on. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Last-Event-ID is not one. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Too many streams at once. */
            429: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listCarrierObservations: {
        parameters: {
            query: {
                /** @description One USDOT number, or a comma-separated list of up to 50. */
                usdot_number: string;
                /** @description In any case. */
                location_city?: string;
                /** @description Its name or its two letters. */
                location_state?: string;
                /** @description YYYY-MM-DD, UTC, included. */
                sighting_start_date?: string;
                /** @description YYYY-MM-DD, UTC, included. */
                sighting_end_date?: string;
                last_seen_image?: boolean;
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier, or the carriers in the order asked for. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The carrier’s record; empty when no federal register knows the number. */
                        fmcsa_detail: {
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
                        }[];
                        observations: {
                            alpr_plate_number: string;
                            usdot_number: string;
                            /** Format: date-time */
                            time_captured: string;
                            mc_number: string;
                            vin: string;
                            cab_number: string;
                            /**
                             * @example reefer
                             * @example dry van
                             */
                            equipment_type: string;
                            equipment_number: string;
                            equipment_logo: string;
                            /** @description A county where the record is federal. */
                            location_city: string;
                            location_state: string;
                            latitude: number | null;
                            longitude: number | null;
                            route: string;
                            source: string;
                            type: "Crash" | "Inspection" | "Detection";
                            /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                            is_usdot_imputed?: boolean;
                            /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                            is_cab_imputed?: boolean;
                            /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                            is_mc_imputed?: boolean;
                            /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                            is_trailer_logo_imputed?: boolean;
                            /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                            is_vin_imputed?: boolean;
                            /** @description Only with `carrier-observations-quality`. */
                            usdot_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                            /** @description Only with `carrier-observations-quality`. */
                            mc_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                            /** @description Only with `carrier-observations-quality`. */
                            vin_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                            /** @description Only with `carrier-observations-quality`. */
                            cab_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                            /** @description Only with `carrier-observations-quality`. */
                            trailer_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                            /** @description Only with `carrier-observations-quality`. */
                            trailer_logo_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        }[];
                        last_seen_image?: {
                            /** @description Signed; opens without a header until it expires. */
                            image_url: string;
                            /** Format: date-time */
                            time_captured: string;
                            location_city: string;
                            location_state: string;
                            /** Format: date-time */
                            expires_at: string;
                        } | null;
                        pagination: {
                            page: number;
                            page_size: number;
                            results_returned: number;
                            has_more: boolean;
                            total: number;
                            total_pages: number;
                        };
                    } | {
                        carriers: {
                            /** @description The carrier’s record; empty when no federal register knows the number. */
                            fmcsa_detail: {
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
                            }[];
                            observations: {
                                alpr_plate_number: string;
                                usdot_number: string;
                                /** Format: date-time */
                                time_captured: string;
                                mc_number: string;
                                vin: string;
                                cab_number: string;
                                /**
                                 * @example reefer
                                 * @example dry van
                                 */
                                equipment_type: string;
                                equipment_number: string;
                                equipment_logo: string;
                                /** @description A county where the record is federal. */
                                location_city: string;
                                location_state: string;
                                latitude: number | null;
                                longitude: number | null;
                                route: string;
                                source: string;
                                type: "Crash" | "Inspection" | "Detection";
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_usdot_imputed?: boolean;
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_cab_imputed?: boolean;
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_mc_imputed?: boolean;
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_trailer_logo_imputed?: boolean;
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_vin_imputed?: boolean;
                                /** @description Only with `carrier-observations-quality`. */
                                usdot_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                mc_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                vin_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                cab_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                trailer_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                trailer_logo_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                            }[];
                            last_seen_image?: {
                                /** @description Signed; opens without a header until it expires. */
                                image_url: string;
                                /** Format: date-time */
                                time_captured: string;
                                location_city: string;
                                location_state: string;
                                /** Format: date-time */
                                expires_at: string;
                            } | null;
                        }[];
                        pagination: {
                            page: number;
                            page_size: number;
                        };
                    };
                };
            };
            /** @description A parameter is missing or wrong. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string | {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Two calls are under way. */
            429: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listVinObservations: {
        parameters: {
            query: {
                /** @description One VIN, or a comma-separated list of up to 50; spaces, dots and dashes do not count. */
                vin: string;
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each VIN with its own page. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        vins: {
                            vin: string;
                            observations: {
                                alpr_plate_number: string;
                                usdot_number: string;
                                /** Format: date-time */
                                time_captured: string;
                                mc_number: string;
                                vin: string;
                                cab_number: string;
                                /**
                                 * @example reefer
                                 * @example dry van
                                 */
                                equipment_type: string;
                                equipment_number: string;
                                equipment_logo: string;
                                /** @description A county where the record is federal. */
                                location_city: string;
                                location_state: string;
                                latitude: number | null;
                                longitude: number | null;
                                route: string;
                                source: string;
                                type: "Crash" | "Inspection" | "Detection";
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_usdot_imputed?: boolean;
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_cab_imputed?: boolean;
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_mc_imputed?: boolean;
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_trailer_logo_imputed?: boolean;
                                /** @description Inferred, not read. Only with `carrier-observations-quality`. */
                                is_vin_imputed?: boolean;
                                /** @description Only with `carrier-observations-quality`. */
                                usdot_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                mc_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                vin_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                cab_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                trailer_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                                /** @description Only with `carrier-observations-quality`. */
                                trailer_logo_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                            }[];
                            total: number;
                        }[];
                        pagination: {
                            page: number;
                            page_size: number;
                        };
                    };
                };
            };
            /** @description A parameter is missing or wrong. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string | {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Two calls are under way. */
            429: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    verifyLane: {
        parameters: {
            query: {
                usdot_number: string;
                origin_latitude: number;
                origin_longitude: number;
                destination_latitude: number;
                destination_longitude: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both ends with the newest sighting near them. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        usdot_number: string;
                        /** @description Seen near both ends. */
                        verified: boolean;
                        radius_miles: number;
                        /** Format: date */
                        start_date: string;
                        /** Format: date */
                        end_date: string;
                        origin: {
                            seen: boolean;
                            last_seen: {
                                /** Format: date-time */
                                time_captured: string;
                                location_city: string;
                                location_state: string;
                                latitude: number;
                                longitude: number;
                                type: string;
                                /** @description From the point asked for. */
                                miles: number;
                            } | null;
                        };
                        destination: {
                            seen: boolean;
                            last_seen: {
                                /** Format: date-time */
                                time_captured: string;
                                location_city: string;
                                location_state: string;
                                latitude: number;
                                longitude: number;
                                type: string;
                                /** @description From the point asked for. */
                                miles: number;
                            } | null;
                        };
                    };
                };
            };
            /** @description A parameter is missing or wrong. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string | {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Two calls are under way. */
            429: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    getCarrierProfile: {
        parameters: {
            query: {
                usdot_number: string;
                /** @description Fills `vin_details`. */
                vin?: string;
                /** @description YYYY-MM-DD: scores, census and records as known on that day. */
                as_of?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dot_number: string;
                        operating_status: {
                            dot_status: {
                                rating_date: string;
                                dot_status: string;
                                dot_safety_rating: string;
                            };
                            authorization: {
                                common_authority: string;
                                common_authority_date: string;
                                contract_authority: string;
                                contract_authority_date: string;
                                broker_authority: string;
                                broker_authority_date: string | null;
                            };
                            mc_150_details: {
                                last_update: string;
                                operations_classification: string[];
                                transport_hazmat: string;
                            };
                            mc_150_carrier_history: {
                                last_snapshot_date: string;
                            };
                            active_certifications: {
                                active_certifications: string[];
                            };
                        } | null;
                        authority_history: {
                            carrier_history: {
                                snapshot_date: string;
                                mcs150_date: string;
                                power_units: number;
                                drivers: number;
                                mileage: number;
                                power_units_change_pct: number;
                                drivers_change_pct: number;
                                mileage_change_pct: number;
                            }[];
                            authority_history: {
                                authority_type: string;
                                original_action: string;
                                action_date: string;
                                disposition_action: string | null;
                                disposition_date: string | null;
                            }[];
                            authority_history_count: number;
                        } | null;
                        oos: {
                            iss_score: number;
                            basic_scores: {
                                unsafe_driving: {
                                    score: number | null;
                                    measure: number | null;
                                    is_escalate: boolean | null;
                                };
                                hours_of_service: {
                                    score: number | null;
                                    measure: number | null;
                                    is_escalate: boolean | null;
                                };
                                driver_fitness: {
                                    score: number | null;
                                    measure: number | null;
                                    is_escalate: boolean | null;
                                };
                                controlled_substances: {
                                    score: number | null;
                                    measure: number | null;
                                    is_escalate: boolean | null;
                                };
                                vehicle_maintenance: {
                                    score: number | null;
                                    measure: number | null;
                                    is_escalate: boolean | null;
                                };
                                hazmat_related: {
                                    score: number | null;
                                    measure: number | null;
                                    is_escalate: boolean | null;
                                };
                                crash_indicator: {
                                    score: number | null;
                                    measure: number | null;
                                    is_escalate: boolean | null;
                                };
                            };
                            major_and_severe_violations: {
                                most_severe_violations_count: number;
                                major_violations_count: number;
                            };
                            crash_information: {
                                crash_count: number;
                                injuries: number;
                                fatalities: number;
                            };
                            oos_scores: {
                                overall: {
                                    percent_oos: number;
                                    total_oos: number;
                                    total_inspected: number;
                                };
                                driver: {
                                    percent_oos: number;
                                    total_oos: number;
                                    total_inspected: number;
                                    national_avg: number;
                                };
                                vehicle: {
                                    percent_oos: number;
                                    total_oos: number;
                                    total_inspected: number;
                                    national_avg: number;
                                };
                                hazmat: {
                                    percent_oos: number;
                                    total_oos: number;
                                    total_inspected: number;
                                    national_avg: number;
                                };
                            };
                        } | null;
                        insurance: {
                            active_insurance: {
                                boc_3_filing_company_name: string;
                                bipd_primary_status: string;
                                bipd_primary_insurance_on_file: string;
                                cargo_status: string;
                                cargo_insurance_on_file: string;
                                bond_status: string;
                                bond_insurance_on_file: string | null;
                            };
                            insurance_history: {
                                same_carrier_3plus_years: boolean;
                                count: number;
                            };
                        } | null;
                        iss_basics: {
                            header: {
                                score: string;
                                status: string;
                                recommendation: string;
                                measure: number;
                                show_score: boolean;
                            };
                            tab_summary: {
                                category: string;
                                title: string;
                                status: string;
                                percentage: number;
                                measure: number;
                                is_escalate: boolean;
                            }[];
                            chart: {
                                data: number[];
                                labels: string[];
                                date_range: {
                                    start_date: string;
                                    end_date: string;
                                };
                                group_median: number[];
                                may_measure: number;
                                point_classifications: null;
                                has_established_median: boolean;
                            };
                            violation_summary: {
                                weight: string;
                                category: string;
                                total: string;
                                out_of_service: string;
                            }[];
                            violation_history: {
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
                            }[];
                            current_fleet_vins: string[];
                        } | null;
                        violations: {
                            major_violations_count: number;
                            most_severe_violations_count: number;
                            less_severe_violations_count: number;
                            rows: {
                                date: string;
                                number: string;
                                vin: string;
                                violation_description: string;
                                state: string;
                                plate_number: string;
                                plate_state: string;
                                severity_bucket: string;
                                severity_weight: number;
                            }[];
                        } | null;
                        crashes: {
                            major_crashes_count: number;
                            most_severe_crashes_count: number;
                            rows: {
                                date: string;
                                report_number: string;
                                vin: string;
                                location: string;
                                state: string;
                                plate_number: string;
                                plate_state: string;
                                towaway: string;
                                preventable: string;
                                severity_bucket: string;
                                fatalities: number;
                                injury: number;
                                severity_weight: number;
                            }[];
                        } | null;
                        fleet_and_drivers: {
                            fleet_overview: {
                                total_fleet: number;
                                tractors: {
                                    total_count: number;
                                    owned_count: number;
                                    leased_count: number;
                                };
                                trailers: {
                                    total_count: number;
                                    owned_count: number;
                                    leased_count: number;
                                };
                            };
                            drivers: {
                                driver_count: number;
                                cdl_total_miles: number;
                            };
                            cargo_carried: string[];
                            fleet_age: {
                                total_tractor_count: number;
                                avg_age_years: number;
                                oldest_unit_year: number;
                                newest_unit_year: number;
                            };
                        } | null;
                        vin_details: {
                            vin: string;
                            make: string;
                            vehicle_kind: string;
                            valid: boolean;
                            model_year: number;
                            inspections: {
                                date: string;
                                usdot_number: string;
                                report_number: string;
                                state: string;
                                plate_number: string;
                                plate_state: string;
                                level: number;
                                out_of_service_total: number;
                            }[];
                            violations: {
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
                            }[];
                            crashes: {
                                date: string;
                                usdot_number: string;
                                report_number: string;
                                state: string;
                                location: string;
                                towaway: string;
                                fatalities: number;
                                injury: number;
                            }[];
                            sightings: {
                                usdot_number: string;
                                time_captured: string;
                                location_city: string;
                                location_state: string;
                                route: string;
                                plate_number: string;
                                cab_number: string;
                                latitude: number | null;
                                longitude: number | null;
                            }[];
                            carriers: {
                                usdot_number: string;
                                legal_name: string;
                                first_seen: string;
                                last_seen: string;
                                sources: string[];
                            }[];
                        } | null;
                        errors: {
                            [key: string]: {
                                message: string;
                                type: "TimeoutError" | "NotFoundError" | "PermissionError" | "InternalError";
                            };
                        } | null;
                    };
                };
            };
            /** @description The USDOT number is missing or wrong. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    listCarrierProfiles: {
        parameters: {
            query: {
                /** @description Up to 50 USDOT numbers, comma-separated. */
                usdot_number: string;
                /** @description YYYY-MM-DD, as for one profile. */
                as_of?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One profile a line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description A USDOT number is missing or wrong. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    getCarrierSignals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                usdot_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signals that hold. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        usdot_number: string;
                        /** @description Whether any federal record names the carrier. */
                        is_known: boolean;
                        /** Format: date */
                        start_date: string;
                        /** Format: date */
                        end_date: string;
                        signals: {
                            /**
                             * @example vin_under_several_carriers
                             * @example plate_under_several_carriers
                             * @example young_authority_old_equipment
                             * @example far_from_registration
                             * @example seen_out_of_service
                             * @example seen_without_authority
                             * @example fleet_larger_than_declared
                             * @example insurance_lapse_while_moving
                             * @example shared_with_revoked_carrier
                             */
                            name: string;
                            title: string;
                            /** @description How it is found. */
                            rule: string;
                            /** @description The newest 50 rows that show it. */
                            evidence: {
                                [key: string]: string | number | boolean | null;
                            }[];
                            evidence_total: number;
                        }[];
                        errors: {
                            [key: string]: {
                                message: string;
                                type: string;
                            };
                        } | null;
                    };
                };
            };
            /** @description The USDOT number is wrong. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    searchCarriers: {
        parameters: {
            query: {
                /** @description What is known of the carrier. */
                query: string;
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carriers, the likeliest first. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        carriers: {
                            usdot_number: string;
                            /** @description Letters and number; empty when there is none. */
                            docket_number: string;
                            legal_name: string;
                            dba_name: string;
                            phy_city: string;
                            phy_state: string;
                            carrier_status: "active" | "inactive" | "pending";
                            power_units: number;
                        }[];
                        pagination: {
                            page: number;
                            page_size: number;
                            results_returned: number;
                            has_more: boolean;
                            total: number;
                            total_pages: number;
                        };
                    };
                };
            };
            /** @description The query is missing, empty or too long. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string | {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    explainScores: {
        parameters: {
            query?: {
                basic?: "unsafe_driving" | "hours_of_service" | "driver_fitness" | "controlled_substances" | "vehicle_maintenance" | "hazmat_related" | "crash_indicator" | "vehicle_maintenance_driver_observed";
                method?: "current" | "preview";
                /** @description Ids of violations, with commas: what if they were removed? */
                without?: string;
            };
            header?: never;
            path: {
                usdot_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every category asked for, in the order of the method. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        usdot_number: number;
                        run: {
                            id: number;
                            method: "current" | "preview";
                            version: string;
                            /** Format: date */
                            run_date: string;
                            is_preview: boolean;
                            notes: string[];
                        };
                        /** @description False when files were imported since the run. */
                        is_of_this_run: boolean;
                        carrier: {
                            /** @enum {unknown} */
                            carrier_type: "general" | "hazmat" | "passenger";
                            segment: "straight" | "combination";
                            power_units: number;
                            average_power_units: number;
                            /** @description 18, 6 or 0: how far back they were known. */
                            average_power_units_months: number;
                            utilization_factor: number;
                        };
                        basics: {
                            /** @enum {unknown} */
                            basic: "unsafe_driving" | "hours_of_service" | "driver_fitness" | "controlled_substances" | "vehicle_maintenance" | "hazmat_related" | "crash_indicator" | "vehicle_maintenance_driver_observed";
                            title: string;
                            measure: number | null;
                            percentile: number | null;
                            /** @description Whether the percentile is a place among peers. */
                            is_ranked: boolean;
                            /** @enum {unknown} */
                            status: "Alert" | "Below Threshold" | "No Violations" | "Inconclusive" | "Insufficient Data";
                            is_alert: boolean;
                            has_acute_or_critical: boolean;
                            threshold: number;
                            group: {
                                id: number;
                                /** @example combination, 9 to 21 inspections with violation */
                                label: string;
                                carriers: number | null;
                                median_measure: number | null;
                            } | null;
                            relevant_inspections: number;
                            /** @description Crashes, for the Crash Indicator. */
                            inspections_with_violation: number;
                            violations: number;
                            /** @description Whether FMCSA publishes the figure too. */
                            measure_source: string;
                            percentile_source: string;
                            points: number;
                            divisor: number | null;
                            divisor_is: string;
                            events: {
                                clean_inspections: {
                                    time_weight: number;
                                    inspections: number;
                                }[];
                                inspections: {
                                    report_number: string;
                                    report_state: string;
                                    date: string | null;
                                    time_weight: number;
                                    severity: number;
                                    /** @description Severity × time weight. */
                                    points: number;
                                    level: number | null;
                                    is_capped: boolean;
                                    violations: {
                                        violation_id: string;
                                        code: string;
                                        description: string;
                                        group: string;
                                        unit: string;
                                        severity_weight: number;
                                        oos_weight: number;
                                        out_of_service: boolean;
                                        /** @description What it adds, before the cap and the time weight. */
                                        weight: number;
                                    }[];
                                }[];
                                crashes: {
                                    report_number: string;
                                    report_state: string;
                                    date: string | null;
                                    time_weight: number;
                                    severity: number;
                                    /** @description Severity × time weight. */
                                    points: number;
                                }[];
                            };
                            what_if: {
                                /** @enum {unknown} */
                                basic: "unsafe_driving" | "hours_of_service" | "driver_fitness" | "controlled_substances" | "vehicle_maintenance" | "hazmat_related" | "crash_indicator" | "vehicle_maintenance_driver_observed";
                                title: string;
                                measure: number | null;
                                percentile: number | null;
                                /** @description Whether the percentile is a place among peers. */
                                is_ranked: boolean;
                                /** @enum {unknown} */
                                status: "Alert" | "Below Threshold" | "No Violations" | "Inconclusive" | "Insufficient Data";
                                is_alert: boolean;
                                has_acute_or_critical: boolean;
                                threshold: number;
                                group: {
                                    id: number;
                                    /** @example combination, 9 to 21 inspections with violation */
                                    label: string;
                                    carriers: number | null;
                                    median_measure: number | null;
                                } | null;
                                relevant_inspections: number;
                                /** @description Crashes, for the Crash Indicator. */
                                inspections_with_violation: number;
                                violations: number;
                                /** @description Whether FMCSA publishes the figure too. */
                                measure_source: string;
                                percentile_source: string;
                            } | null;
                        }[];
                    };
                };
            };
            /** @description A parameter is not valid, or no violation has that id. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string | {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description Credentials missing or incorrect. */
            401: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description The user lacks the permission. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description No such carrier, or no scores yet. */
            404: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description The request is not valid HTTP. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description The request is not valid HTTP. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description It cannot now, and why. */
            503: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Text exposition format. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description From elsewhere and without the token. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    showUnsubscribe: {
        parameters: {
            query: {
                expires: string;
                signature: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is incomplete. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description The link is not valid or has expired. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            query: {
                expires: string;
                signature: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No more mails. */
            200: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description The link is incomplete. */
            400: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: {
                            /** @example missing */
                            type: string;
                            loc: (string | number)[];
                            msg: string;
                            /** @description What was sent; null where it could be a secret. */
                            input: unknown;
                        }[];
                    };
                };
            };
            /** @description The link is not valid or has expired. */
            403: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
            /** @description Failure on our side. */
            500: {
                headers: {
                    /** @description Quote it to support. */
                    "X-Correlation-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        detail: string;
                    };
                };
            };
        };
    };
    matchesFound: {
        parameters: {
            query?: never;
            header: {
                /** @description `sha512=<hex>`; its name can be changed by the operator. */
                "X-GenLogs-Signature": string;
                /** @description Stable over retries and replays. */
                "webhook-id": string;
                /** @description Seconds; of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,<base64>`, separated by a space when there are two. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    event: "alert.matches_found";
                    /** Format: uuid */
                    webhook_id: string;
                    /** @description Your organization. */
                    customer_id: number;
                    /**
                     * Format: date-time
                     * @description When the alert fired.
                     */
                    timestamp: string;
                    /** @description As many as `matches` holds. */
                    total_matches: number;
                    alert_details: {
                        id: number;
                        alert_name: string;
                        email: string;
                        description: string | null;
                        is_active: boolean;
                        usdot_number: string | null;
                        mc_number: string | null;
                        license_plate: string | null;
                        vin: string | null;
                        cab_number: string | null;
                        equipment_type: string | null;
                        /** @description Empty when it is not a criterion. */
                        trailer_logo: string[];
                        /** @description Empty when it is not a criterion. */
                        trailer_number: string;
                        deep_search: string | null;
                        location_state: string | null;
                        location_city: string | null;
                    }[];
                    matches: {
                        alert_name: string;
                        city: string;
                        detected_logos: string[] | null;
                        /** @description Latitude and longitude; empty when unknown. */
                        lat_long: string;
                        /** @description When it was seen, UTC. */
                        time: string;
                        state?: string;
                        /** @description Route and direction of travel. */
                        road?: string;
                        /** @description USDOT number. */
                        usdot?: string;
                        /** @description MC number. */
                        mc?: string;
                        /** @description Vehicle identification number. */
                        vin?: string;
                        /** @description Plate number. */
                        license_plate?: string;
                        /** @description Cab number. */
                        cab_number?: string;
                        /** @description Company logo on the trailer. */
                        trailer_logo?: string;
                        /** @description Trailer number. */
                        trailer_number?: string;
                        /** @description Equipment type. */
                        equipment_type?: string;
                        /** @description The text that the alert looked for. */
                        deep_search?: string;
                        /**
                         * Format: uri
                         * @description The picture; signed, and open for a limited time.
                         */
                        result_url?: string;
                        /**
                         * Format: uri
                         * @description The picture of the cab, where one was recognised as such; a link like `result_url`.
                         */
                        front_view_url?: string;
                        /**
                         * Format: uri
                         * @description The picture of cab and trailer, or of the trailer, from the side.
                         */
                        side_view_url?: string;
                        /**
                         * Format: uri
                         * @description The picture of the rear of the trailer.
                         */
                        rear_view_url?: string;
                        /** @description How surely `license_plate` was recognised. */
                        confidence_score?: number;
                        /**
                         * @description How reliably the USDOT number was read.
                         * @enum {string}
                         */
                        usdot_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the MC number was read.
                         * @enum {string}
                         */
                        mc_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the VIN was read.
                         * @enum {string}
                         */
                        vin_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the cab number was read.
                         * @enum {string}
                         */
                        cab_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the trailer number was read.
                         * @enum {string}
                         */
                        trailer_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the logo was read.
                         * @enum {string}
                         */
                        trailer_logo_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /** @description Something below was inferred, not read. */
                        is_imputed?: boolean;
                        /** @description The USDOT number was inferred. */
                        is_dot_imputed?: boolean;
                        /** @description The MC number was inferred. */
                        is_mc_number_imputed?: boolean;
                        /** @description The VIN was inferred. */
                        is_vin_imputed?: boolean;
                        /** @description The cab number was inferred. */
                        is_cab_imputed?: boolean;
                        /** @description The logo was inferred. */
                        is_trailer_logo_imputed?: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Wants no more: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, redirects too, is a failure and sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description `sha512=<hex>`; its name can be changed by the operator. */
                "X-GenLogs-Signature": string;
                /** @description Stable over retries and replays. */
                "webhook-id": string;
                /** @description Seconds; of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,<base64>`, separated by a space when there are two. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    event: "alert.test";
                    /** Format: uuid */
                    webhook_id: string;
                    /** @description Your organization. */
                    customer_id: number;
                    /**
                     * Format: date-time
                     * @description When the alert fired.
                     */
                    timestamp: string;
                    /** @description As many as `matches` holds. */
                    total_matches: number;
                    alert_details: {
                        id: number;
                        alert_name: string;
                        email: string;
                        description: string | null;
                        is_active: boolean;
                        usdot_number: string | null;
                        mc_number: string | null;
                        license_plate: string | null;
                        vin: string | null;
                        cab_number: string | null;
                        equipment_type: string | null;
                        /** @description Empty when it is not a criterion. */
                        trailer_logo: string[];
                        /** @description Empty when it is not a criterion. */
                        trailer_number: string;
                        deep_search: string | null;
                        location_state: string | null;
                        location_city: string | null;
                    }[];
                    matches: {
                        alert_name: string;
                        city: string;
                        detected_logos: string[] | null;
                        /** @description Latitude and longitude; empty when unknown. */
                        lat_long: string;
                        /** @description When it was seen, UTC. */
                        time: string;
                        state?: string;
                        /** @description Route and direction of travel. */
                        road?: string;
                        /** @description USDOT number. */
                        usdot?: string;
                        /** @description MC number. */
                        mc?: string;
                        /** @description Vehicle identification number. */
                        vin?: string;
                        /** @description Plate number. */
                        license_plate?: string;
                        /** @description Cab number. */
                        cab_number?: string;
                        /** @description Company logo on the trailer. */
                        trailer_logo?: string;
                        /** @description Trailer number. */
                        trailer_number?: string;
                        /** @description Equipment type. */
                        equipment_type?: string;
                        /** @description The text that the alert looked for. */
                        deep_search?: string;
                        /**
                         * Format: uri
                         * @description The picture; signed, and open for a limited time.
                         */
                        result_url?: string;
                        /**
                         * Format: uri
                         * @description The picture of the cab, where one was recognised as such; a link like `result_url`.
                         */
                        front_view_url?: string;
                        /**
                         * Format: uri
                         * @description The picture of cab and trailer, or of the trailer, from the side.
                         */
                        side_view_url?: string;
                        /**
                         * Format: uri
                         * @description The picture of the rear of the trailer.
                         */
                        rear_view_url?: string;
                        /** @description How surely `license_plate` was recognised. */
                        confidence_score?: number;
                        /**
                         * @description How reliably the USDOT number was read.
                         * @enum {string}
                         */
                        usdot_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the MC number was read.
                         * @enum {string}
                         */
                        mc_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the VIN was read.
                         * @enum {string}
                         */
                        vin_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the cab number was read.
                         * @enum {string}
                         */
                        cab_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the trailer number was read.
                         * @enum {string}
                         */
                        trailer_number_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /**
                         * @description How reliably the logo was read.
                         * @enum {string}
                         */
                        trailer_logo_ocr_score?: "High" | "Medium" | "Low" | "N/A";
                        /** @description Something below was inferred, not read. */
                        is_imputed?: boolean;
                        /** @description The USDOT number was inferred. */
                        is_dot_imputed?: boolean;
                        /** @description The MC number was inferred. */
                        is_mc_number_imputed?: boolean;
                        /** @description The VIN was inferred. */
                        is_vin_imputed?: boolean;
                        /** @description The cab number was inferred. */
                        is_cab_imputed?: boolean;
                        /** @description The logo was inferred. */
                        is_trailer_logo_imputed?: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Wants no more: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Anything else, redirects too, is a failure and sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
