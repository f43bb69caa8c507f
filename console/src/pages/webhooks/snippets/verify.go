package milepost

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verify takes the raw body, before any JSON parser. Respond with 401 when it returns false.
func Verify(h http.Header, body []byte, secret string) bool {
	stamp := h.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key := []byte(secret)
	if strings.HasPrefix(secret, "whsec_") {
		if key, err = base64.StdEncoding.DecodeString(secret[6:]); err != nil {
			return false
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(h.Get("webhook-id") + "." + stamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Fields(h.Get("webhook-signature")) {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}
