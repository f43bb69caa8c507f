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
  "GET /carriers": [
    "apiKey",
    "accessToken"
  ],
  "GET /carrier/{usdot_number}/scores/explain": [
    "apiKey",
    "accessToken"
  ]
} as const;
