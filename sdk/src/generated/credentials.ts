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
  "GET /logos": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts": [
    "apiKey",
    "accessToken"
  ],
  "GET /alerts": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts/preview": [
    "apiKey",
    "accessToken"
  ],
  "POST /alerts/run": [
    "apiKey",
    "accessToken"
  ],
  "GET /alerts/{id}": [
    "apiKey",
    "accessToken"
  ],
  "PATCH /alerts/{id}": [
    "apiKey",
    "accessToken"
  ],
  "DELETE /alerts/{id}": [
    "apiKey",
    "accessToken"
  ],
  "GET /alerts/{id}/matches": [
    "apiKey",
    "accessToken"
  ],
  "GET /carriers": [
    "apiKey",
    "accessToken"
  ]
} as const;
