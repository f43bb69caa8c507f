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
    "/images/{image_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of a picture
         * @description Only for users of the organization that handed it in.
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
}
export type webhooks = Record<string, never>;
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
                        /** @description What was read on the truck; null until it has been recognized. */
                        readings: unknown;
                        /** @description The sighting it became; null until then. */
                        sighting: unknown;
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
    searchCarriers: {
        parameters: {
            query: {
                /** @description What is known of the carrier. */
                query: string;
                page: number;
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
}
