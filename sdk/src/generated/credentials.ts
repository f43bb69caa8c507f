// Written by npm run generate from openapi.json; do not edit.
export const credentials = {
  "POST /auth/token": [
    "apiKey"
  ],
  "GET /auth/me": [
    "apiKey",
    "accessToken"
  ],
  "POST /image": [
    "apiKey",
    "bearer"
  ],
  "GET /images/{image_id}": [
    "apiKey",
    "accessToken"
  ],
  "GET /visual_sightings/carrier-observations": [
    "apiKey",
    "accessToken"
  ],
  "GET /visual_sightings/carrier-observations/vin": [
    "apiKey",
    "accessToken"
  ],
  "GET /visual_sightings/verify": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/profile/fmcsa": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/profile/fmcsa/batch": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/{usdot_number}/signals": [
    "apiKey",
    "accessToken"
  ],
  "GET /carriers": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/{usdot_number}/scores/explain": [
    "apiKey",
    "accessToken"
  ]
} as const;
